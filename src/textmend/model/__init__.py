"""The edit model: bricks, heads, checkpoints. It sees sizes and ids, never strings."""

from textmend.model.batch import Batch
from textmend.model.build import build_model
from textmend.model.checkpoint import LoadedModel, load_model, save_model
from textmend.model.config import EncoderConfig, ModelConfig
from textmend.model.edit_model import EditModel, Encoded
from textmend.model.huggingface import PretrainedEncoder, load_encoder, read_encoder
from textmend.model.streams import Streams

__all__ = [
    "Batch",
    "EditModel",
    "Encoded",
    "EncoderConfig",
    "LoadedModel",
    "ModelConfig",
    "PretrainedEncoder",
    "Streams",
    "build_model",
    "load_encoder",
    "load_model",
    "read_encoder",
    "save_model",
]
