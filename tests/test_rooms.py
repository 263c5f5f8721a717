"""Which room may lean on which: the import rules, read from the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import textmend

PACKAGE = Path(textmend.__file__).parent
TORCH_FREE = ("text", "edits", "metrics", "decoding", "data", "cli")
ALLOWED_TORCH = {"decoding/torch_engine.py"}
FRONTS = ("cli", "service", "lsp", "corpus")


def imports(path: Path, *, top_level: bool) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = tree.body if top_level else ast.walk(tree)
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def modules(room: str) -> list[Path]:
    return sorted((PACKAGE / room).rglob("*.py"))


@pytest.mark.parametrize("room", TORCH_FREE)
def test_a_torch_free_room_imports_no_torch_when_it_is_imported(room: str) -> None:
    for path in modules(room):
        if path.relative_to(PACKAGE).as_posix() not in ALLOWED_TORCH:
            named = {name.split(".")[0] for name in imports(path, top_level=True)}
            assert not named & {"torch", "safetensors"}, path


@pytest.mark.parametrize("room", ["text", "edits"])
def test_text_and_edits_never_touch_torch_nor_the_rooms_above(room: str) -> None:
    above = {"textmend.model", "textmend.training", "textmend.decoding", "textmend.cli", "textmend.metrics"}
    for path in modules(room):
        named = set(imports(path, top_level=False))
        assert not {name for name in named if name.split(".")[0] == "torch"}, path
        assert not {name for name in named if ".".join(name.split(".")[:2]) in above}, path


def test_the_model_sees_sizes_and_ids_never_text() -> None:
    strings = {"textmend.text", "textmend.data.pairs", "textmend.data.m2", "textmend.metrics", "textmend.cli"}
    for path in modules("model"):
        named = set(imports(path, top_level=False))
        assert not {name for name in named if any(name.startswith(room) for room in strings)}, path


@pytest.mark.parametrize("front", FRONTS)
def test_nothing_leans_on_a_front(front: str) -> None:
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.relative_to(PACKAGE).parts[0] != front and path.name != "__main__.py":
            named = set(imports(path, top_level=False))
            assert not {name for name in named if name.startswith(f"textmend.{front}")}, path
