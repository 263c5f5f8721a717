"""Small models with random weights that still edit: what the tests of engines lean on."""

from __future__ import annotations

import random

import torch
from tokenizers import Tokenizer

from textmend.decoding.pieces import PieceTable, character_tokenizer
from textmend.edits import EditSpace
from textmend.model.build import build_model
from textmend.model.config import EncoderConfig, ModelConfig
from textmend.model.edit_model import EditModel

SPACE = EditSpace(
    transforms=("case:capitalise", "case:upper", "suffix:+>s", "join"),
    appends=(("the",), ("to",), (",",), ("of", "it")),
    replaces=(("a",), ("in",), ("at",), ("has", "been"), ("is",)),
)
TOKENIZER: Tokenizer = character_tokenizer("abcdefghijklmnopqrstuvwxyz,.")


def small_model(
    *, head: str = "factorised", inserts: str = "append", phi: str = "sum", embedding: int = 0
) -> EditModel:
    """A model whose weights are large enough that its edits differ from word to word."""
    table = PieceTable(TOKENIZER)
    encoder = EncoderConfig(
        vocabulary=TOKENIZER.get_vocab_size(),
        hidden=32,
        layers=2,
        heads=4,
        intermediate=64,
        positions=80,
        mask=table.mask_id,
        pad=table.pad_id,
        embedding=embedding,
    )
    config = ModelConfig(
        encoder=encoder,
        transforms=len(SPACE.transforms),
        appends=len(SPACE.appends),
        replaces=len(SPACE.replaces),
        head=head,
        inserts=inserts,
        phi=phi,
    )
    with torch.random.fork_rng():
        torch.manual_seed(7)
        model = build_model(
            config, table.arguments(SPACE.appends).tolist(), table.arguments(SPACE.replaces).tolist()
        )
        with torch.no_grad():
            for name, weight in model.named_parameters():
                if weight.dim() > 1:
                    weight.normal_(std=0.5 if "embeddings" in name else 0.2)
                elif "norm" not in name:
                    weight.normal_(std=0.1)
    return model.eval()


def sentences(count: int, seed: int = 0, longest: int = 12) -> list[list[str]]:
    """Sentences of made-up words."""
    chance = random.Random(seed)
    word = lambda: "".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=chance.randrange(1, 5)))  # noqa: E731
    return [[word() for _ in range(chance.randrange(1, longest + 1))] for _ in range(count)]
