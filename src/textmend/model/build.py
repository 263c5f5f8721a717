"""From a config to a model: the only reader of `ModelConfig`."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from textmend.errors import ConfigError
from textmend.model.config import EncoderConfig, ModelConfig
from textmend.model.edit_model import EditModel
from textmend.model.encoder import Embeddings, Encoder, Layer
from textmend.model.heads import FactorisedHead, GapHead, MaskedWords, rules
from textmend.model.phi import Phi

Pieces = Tensor | Sequence[Sequence[int]]

SPREAD = 0.02
# A new model copies: copy starts ahead of the edits that share its score,
COPY_BIAS = 4.0
# and the gates expect an edit at about one word in eight.
GATE_BIAS = -2.0


def build_model(
    config: ModelConfig, append_pieces: Pieces | None = None, replace_pieces: Pieces | None = None
) -> EditModel:
    """A new model with random weights.

    The pieces spell the q-grams of the edit space's dictionaries, one row of ids each; leave them out
    when they will be loaded.
    """
    encoder = config.encoder
    gap = config.inserts == "gap"
    sizes = {"transforms": config.transforms, "appends": config.appends, "replaces": config.replaces}
    head = (
        FactorisedHead(hidden=encoder.hidden, gap=gap, **sizes)
        if config.head == "factorised"
        else nn.Linear(encoder.hidden, config.edits)
    )
    model = EditModel(
        config=config,
        encoder=build_encoder(encoder, config.dropout, config.attention_dropout),
        masked_words=MaskedWords(
            hidden=encoder.hidden,
            size=encoder.embedding,
            vocabulary=encoder.vocabulary,
            epsilon=encoder.epsilon,
        ),
        phi=Phi(mean=config.phi == "mean", pad=encoder.pad),
        head=head,
        gap=GapHead(hidden=encoder.hidden, appends=config.appends) if gap else None,
        gate=nn.Linear(encoder.hidden, 3),
        rules=rules(gap=gap, **sizes),
        append_pieces=_matrix(append_pieces, config.appends, config, "append_pieces"),
        replace_pieces=_matrix(replace_pieces, config.replaces, config, "replace_pieces"),
    )
    model.apply(_initialise)
    with torch.no_grad():
        copy = head.kept if isinstance(head, FactorisedHead) else head
        copy.bias[0] = COPY_BIAS
        model.gate.bias.fill_(GATE_BIAS)
        if model.gap is not None:
            model.gap.null.bias.fill_(COPY_BIAS)
    return model


def build_encoder(config: EncoderConfig, dropout: float, attention_dropout: float) -> Encoder:
    embeddings = Embeddings(
        vocabulary=config.vocabulary,
        positions=config.positions,
        size=config.embedding,
        hidden=config.hidden,
        mask=config.mask,
        epsilon=config.epsilon,
        dropout=dropout,
    )
    layers = [
        Layer(
            hidden=config.hidden,
            heads=config.heads,
            intermediate=config.intermediate,
            epsilon=config.epsilon,
            dropout=dropout,
            attention_dropout=attention_dropout,
        )
        for _ in range(config.layers)
    ]
    return Encoder(embeddings, layers)


def _initialise(module: nn.Module) -> None:
    if isinstance(module, nn.Linear | nn.Embedding):
        nn.init.normal_(module.weight, std=SPREAD)
    if isinstance(module, nn.Linear):
        nn.init.zeros_(module.bias)


def _matrix(pieces: Pieces | None, rows: int, config: ModelConfig, name: str) -> Tensor:
    """The pieces as a padded matrix (rows, argument_pieces)."""
    width = config.argument_pieces
    matrix = torch.full((rows, width), config.encoder.pad, dtype=torch.int64)
    if pieces is None:
        return matrix
    if len(pieces) != rows:
        raise ConfigError(f"{name}: {len(pieces)} rows for {rows} entries of the dictionary")
    for number, row in enumerate(pieces):
        ids = torch.as_tensor(row, dtype=torch.int64)
        if len(ids) > width:
            raise ConfigError(f"{name}: row {number} has {len(ids)} pieces; raise argument_pieces = {width}")
        matrix[number, : len(ids)] = ids
    return matrix
