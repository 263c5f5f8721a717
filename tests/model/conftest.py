"""Small models and batches for the tests of the model."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
import torch

from textmend.decoding.pieces import PieceTable, character_tokenizer
from textmend.model import Batch, EditModel, EncoderConfig, ModelConfig, build_model

APPENDS = [("a",), ("b", "c"), ("dd",), ("e",)]
REPLACES = [("f",), ("g", "h"), ("iij",)]
SENTENCES = [["ab", "c", "defg", "h"], ["i"], ["j", "jj", "a", "b", "c", "dd"]]


@pytest.fixture(scope="session")
def table() -> PieceTable:
    return PieceTable(character_tokenizer("abcdefghij"))


@pytest.fixture(scope="session")
def batch(table: PieceTable) -> Batch:
    return Batch.from_numpy(table.pad([table.encode(words) for words in SENTENCES]))


MakeModel = Callable[..., EditModel]


@pytest.fixture(scope="session")
def make_model(table: PieceTable) -> MakeModel:
    """Models of a few thousand weights; weights are spread wide so that a mistake shows."""

    def make(*, layers: int = 2, embedding: int = 16, seed: int = 0, **settings: object) -> EditModel:
        torch.manual_seed(seed)
        encoder = EncoderConfig(
            vocabulary=table.tokenizer.get_vocab_size(),
            hidden=16,
            layers=layers,
            heads=2,
            intermediate=32,
            positions=40,
            mask=table.mask_id,
            pad=table.pad_id,
            embedding=embedding,
        )
        config = ModelConfig(
            encoder=encoder,
            transforms=3,
            appends=len(APPENDS),
            replaces=len(REPLACES),
            argument_pieces=4,
            **settings,  # type: ignore[arg-type]
        )
        model = build_model(config, table.arguments(APPENDS), table.arguments(REPLACES))
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.add_(torch.randn_like(parameter) * 0.3)
        return model.eval()

    return make


@pytest.fixture(scope="session")
def naive() -> ModuleType:
    """The hand-written streams of the benchmark."""
    path = Path(__file__).resolve().parents[2] / "benchmarks" / "naive_streams.py"
    spec = importlib.util.spec_from_file_location("naive_streams", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
