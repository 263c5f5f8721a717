"""What four families of encoders call their weights in Hugging Face's layout."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch

from textmend.errors import ModelError
from textmend.model.config import EncoderConfig
from textmend.model.weights import Weights

_WORDS = "encoder.embeddings.words.weight"
_POSITIONS = "encoder.embeddings.positions.weight"


@dataclass(frozen=True, slots=True)
class Layers:
    """The names within a layer, by what we call them."""

    folder: str
    qkv: tuple[str, str, str]
    out: str
    attention_norm: str
    rise: str
    fall: str
    norm: str


@dataclass(frozen=True, slots=True)
class MaskedWordNames:
    """The names of a masked-word head; the first bias is the one to write."""

    dense: str
    norm: str
    biases: tuple[str, ...]
    tied: str


@dataclass(frozen=True, slots=True)
class Family:
    """One family: its names of settings and weights."""

    prefix: str
    settings: dict[str, str]
    layers: Layers
    masked_words: MaskedWordNames
    ignored: tuple[str, ...] = ()
    token_types: bool = True
    positions_after_pad: bool = False


_SETTINGS = {
    "vocabulary": "vocab_size",
    "hidden": "hidden_size",
    "layers": "num_hidden_layers",
    "heads": "num_attention_heads",
    "intermediate": "intermediate_size",
    "positions": "max_position_embeddings",
    "activation": "hidden_act",
    "pad": "pad_token_id",
}
_LAYERS = Layers(
    folder="encoder.layer",
    qkv=("attention.self.query", "attention.self.key", "attention.self.value"),
    out="attention.output.dense",
    attention_norm="attention.output.LayerNorm",
    rise="intermediate.dense",
    fall="output.dense",
    norm="output.LayerNorm",
)

FAMILIES = {
    "bert": Family(
        prefix="bert.",
        settings=_SETTINGS,
        layers=_LAYERS,
        masked_words=MaskedWordNames(
            dense="cls.predictions.transform.dense",
            norm="cls.predictions.transform.LayerNorm",
            biases=("cls.predictions.bias", "cls.predictions.decoder.bias"),
            tied="cls.predictions.decoder.weight",
        ),
        ignored=("bert.pooler.", "pooler.", "cls.seq_relationship."),
    ),
    "roberta": Family(
        prefix="roberta.",
        settings=_SETTINGS,
        layers=_LAYERS,
        masked_words=MaskedWordNames(
            dense="lm_head.dense",
            norm="lm_head.layer_norm",
            biases=("lm_head.bias", "lm_head.decoder.bias"),
            tied="lm_head.decoder.weight",
        ),
        ignored=("roberta.pooler.", "pooler."),
        positions_after_pad=True,
    ),
    "distilbert": Family(
        prefix="distilbert.",
        settings={
            "vocabulary": "vocab_size",
            "hidden": "dim",
            "layers": "n_layers",
            "heads": "n_heads",
            "intermediate": "hidden_dim",
            "positions": "max_position_embeddings",
            "activation": "activation",
            "pad": "pad_token_id",
        },
        layers=Layers(
            folder="transformer.layer",
            qkv=("attention.q_lin", "attention.k_lin", "attention.v_lin"),
            out="attention.out_lin",
            attention_norm="sa_layer_norm",
            rise="ffn.lin1",
            fall="ffn.lin2",
            norm="output_layer_norm",
        ),
        masked_words=MaskedWordNames(
            dense="vocab_transform",
            norm="vocab_layer_norm",
            biases=("vocab_projector.bias",),
            tied="vocab_projector.weight",
        ),
        token_types=False,
    ),
    "electra": Family(
        prefix="electra.",
        settings=_SETTINGS | {"embedding": "embedding_size"},
        layers=_LAYERS,
        masked_words=MaskedWordNames(
            dense="generator_predictions.dense",
            norm="generator_predictions.LayerNorm",
            biases=("generator_lm_head.bias",),
            tied="generator_lm_head.weight",
        ),
        ignored=("discriminator_predictions.",),
    ),
}


def encoder_config(family: Family, settings: dict[str, Any], *, mask: int) -> EncoderConfig:
    """The sizes in a config.json of the family."""
    for name in family.settings.values():
        if name not in settings and name != "pad_token_id":
            raise ModelError(f"config.json lacks {name!r}; fetch the model anew")
    if settings.get("position_embedding_type", "absolute") != "absolute" or settings.get("is_decoder"):
        raise ModelError("config.json is of a decoder or has relative positions; use a plain encoder")
    sizes = {ours: settings[theirs] for ours, theirs in family.settings.items() if theirs in settings}
    if (activation := sizes.pop("activation")) != "gelu":
        raise ModelError(f"config.json has the activation {activation!r}; only 'gelu' is known")
    pad = sizes.setdefault("pad", 1 if family.positions_after_pad else 0)
    sizes["positions"] -= pad + 1 if family.positions_after_pad else 0
    return EncoderConfig(**sizes, mask=mask, epsilon=settings.get("layer_norm_eps", 1e-12))


def to_ours(family: Family, theirs: Weights, config: EncoderConfig) -> Weights:
    """Their weights under our names; whatever is missing or left over is an error that names it."""
    theirs = {_modern(name): value for name, value in theirs.items() if not name.endswith(".position_ids")}
    theirs = {name: value for name, value in theirs.items() if not name.startswith(family.ignored)}
    bare = not any(name.startswith(family.prefix) for name in theirs)
    ours = {}
    for name, parts in _body_names(family, config, "" if bare else family.prefix):
        ours[name] = torch.cat([_take(theirs, part) for part in parts])
    if family.positions_after_pad:
        ours[_POSITIONS] = ours[_POSITIONS][config.pad + 1 :]
    if family.token_types:
        types = _take(theirs, f"{'' if bare else family.prefix}embeddings.token_type_embeddings.weight")
        ours[_POSITIONS] = ours[_POSITIONS] + types[0]
    if f"{family.masked_words.dense}.weight" in theirs:
        ours |= _take_masked_words(family.masked_words, theirs, ours[_WORDS])
    if theirs:
        raise ModelError(
            f"unknown weights {min(theirs)!r}" + f" and {len(theirs) - 1} more" * (len(theirs) > 1)
        )
    return ours


def to_theirs(family: Family, ours: Weights, config: EncoderConfig) -> Weights:
    """Our weights of an encoder with its masked-word head under their names."""
    theirs: Weights = {}
    for name, parts in _body_names(family, config, family.prefix):
        theirs.update(zip(parts, ours[name].chunk(len(parts)), strict=True))
    if family.token_types:
        types = torch.zeros(2, config.embedding)
        theirs[f"{family.prefix}embeddings.token_type_embeddings.weight"] = types
    for name, part in _masked_word_names(family.masked_words):
        theirs[part] = ours[name]
    theirs[family.masked_words.biases[0]] = ours["masked_words.bias"]
    return theirs


def _body_names(family: Family, config: EncoderConfig, prefix: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Our name of each weight of an encoder, and those of its parts in their layout."""
    yield _WORDS, (f"{prefix}embeddings.word_embeddings.weight",)
    yield _POSITIONS, (f"{prefix}embeddings.position_embeddings.weight",)
    for kind in ("weight", "bias"):
        yield f"encoder.embeddings.norm.{kind}", (f"{prefix}embeddings.LayerNorm.{kind}",)
        if config.embedding != config.hidden:
            yield f"encoder.embeddings.widen.{kind}", (f"{prefix}embeddings_project.{kind}",)
        for number in range(config.layers):
            ours = f"encoder.layers.{number}"
            theirs = f"{prefix}{family.layers.folder}.{number}"
            parts = tuple(f"{theirs}.{part}.{kind}" for part in family.layers.qkv)
            yield f"{ours}.attention.qkv.{kind}", parts
            yield f"{ours}.attention.out.{kind}", (f"{theirs}.{family.layers.out}.{kind}",)
            yield f"{ours}.attention_norm.{kind}", (f"{theirs}.{family.layers.attention_norm}.{kind}",)
            yield f"{ours}.rise.{kind}", (f"{theirs}.{family.layers.rise}.{kind}",)
            yield f"{ours}.fall.{kind}", (f"{theirs}.{family.layers.fall}.{kind}",)
            yield f"{ours}.norm.{kind}", (f"{theirs}.{family.layers.norm}.{kind}",)


def _masked_word_names(names: MaskedWordNames) -> Iterator[tuple[str, str]]:
    for kind in ("weight", "bias"):
        yield f"masked_words.dense.{kind}", f"{names.dense}.{kind}"
        yield f"masked_words.norm.{kind}", f"{names.norm}.{kind}"


def _take_masked_words(names: MaskedWordNames, theirs: Weights, words: torch.Tensor) -> Weights:
    ours = {name: _take(theirs, part) for name, part in _masked_word_names(names)}
    biases = [theirs.pop(name) for name in names.biases if name in theirs]
    if not biases:
        raise ModelError(f"the weights lack {names.biases[0]!r}; fetch the model anew")
    ours["masked_words.bias"] = biases[0]
    if not torch.equal(theirs.pop(names.tied, words), words):
        raise ModelError(f"{names.tied!r} is not tied to the word embeddings; use a model that ties them")
    return ours


def _take(weights: Weights, name: str) -> torch.Tensor:
    if name not in weights:
        raise ModelError(f"the weights lack {name!r}; fetch the model anew")
    return weights.pop(name)


def _modern(name: str) -> str:
    """Early BERT checkpoints name the parts of a layer norm otherwise.

    >>> _modern("bert.embeddings.LayerNorm.gamma")
    'bert.embeddings.LayerNorm.weight'
    """
    if "LayerNorm." not in name:
        return name
    return name.replace(".gamma", ".weight").replace(".beta", ".bias")
