"""Encoders in the Hugging Face layout: BERT, RoBERTa, DistilBERT and ELECTRA, read strictly."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

from textmend.decoding.pieces import PieceTable
from textmend.errors import ModelError
from textmend.model.config import EncoderConfig, ModelConfig
from textmend.model.edit_model import EditModel
from textmend.model.families import FAMILIES, encoder_config, to_ours, to_theirs
from textmend.model.folder import read_settings, write_folder
from textmend.model.hub import fetch
from textmend.model.weights import FILE, Weights, read_weights, under, write_weights


@dataclass(frozen=True, slots=True)
class PretrainedEncoder:
    """An encoder's sizes, its weights in our names, and its tokenizer."""

    config: EncoderConfig
    weights: Weights
    tokenizer_json: str

    @property
    def has_masked_words(self) -> bool:
        """ELECTRA's discriminators, for one, come without a masked-word head."""
        return "masked_words.bias" in self.weights


def read_encoder(name: str | Path) -> PretrainedEncoder:
    """Read an encoder from a folder or the hub, in Hugging Face's layout or out of a model of ours."""
    folder = fetch(name)
    settings = read_settings(folder / "config.json", "name a folder with a model")
    if settings.get("format") == "textmend":
        return _read_ours(folder, settings)
    kind = settings.get("model_type")
    if kind not in FAMILIES:
        raise ModelError(f"{folder}: model_type is {kind!r}; known are {', '.join(FAMILIES)}")
    family = FAMILIES[kind]
    tokenizer_json = _read_tokenizer(folder)
    try:
        mask = PieceTable(Tokenizer.from_str(tokenizer_json)).mask_id
        config = encoder_config(family, settings, mask=mask)
        weights = to_ours(family, read_weights(folder), config)
    except ModelError as error:
        raise ModelError(f"{folder}: {error}") from error
    return PretrainedEncoder(config, weights, tokenizer_json)


def load_encoder(model: EditModel, pretrained: PretrainedEncoder) -> None:
    """Put a pretrained encoder into a model of its sizes, with its masked-word head if it has one."""
    if model.config.encoder != pretrained.config:
        raise ModelError(f"the model is built for {model.config.encoder}, the encoder is {pretrained.config}")
    model.encoder.load_state_dict(under(pretrained.weights, "encoder."))
    if pretrained.has_masked_words:
        model.masked_words.load_state_dict(under(pretrained.weights, "masked_words."))


def save_encoder(folder: str | Path, model: EditModel, tokenizer_json: str, card: str) -> None:
    """Write the encoder and masked-word head alone, in the layout of BERT (of ELECTRA if it widens)."""
    config = model.config.encoder
    kind = "bert" if config.embedding == config.hidden else "electra"
    architecture = {"bert": "BertForMaskedLM", "electra": "ElectraForMaskedLM"}[kind]
    family = FAMILIES[kind]
    settings: dict[str, Any] = {"architectures": [architecture], "model_type": kind, "type_vocab_size": 2}
    settings |= {theirs: getattr(config, ours, "gelu") for ours, theirs in family.settings.items()}
    settings["layer_norm_eps"] = config.epsilon
    with write_folder(folder) as part:
        (part / "config.json").write_text(json.dumps(settings, indent=2) + "\n", "utf-8")
        (part / "tokenizer.json").write_text(tokenizer_json, "utf-8")
        (part / "README.md").write_text(card, "utf-8")
        write_weights(part / FILE, to_theirs(family, model.state_dict(), config))


def _read_ours(folder: Path, settings: dict[str, Any]) -> PretrainedEncoder:
    config = ModelConfig.from_dict(settings.get("model"))
    weights = read_weights(folder)
    wanted = {
        name: value for name, value in weights.items() if name.startswith(("encoder.", "masked_words."))
    }
    return PretrainedEncoder(config.encoder, wanted, _read_tokenizer(folder))


def _read_tokenizer(folder: Path) -> str:
    try:
        return (folder / "tokenizer.json").read_text("utf-8")
    except FileNotFoundError:
        raise ModelError(
            f"{folder}: no tokenizer.json; save the model's fast tokenizer (transformers writes one)"
        ) from None
