"""docs/training.md says what the run file can say."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

from textmend.training import run as run_module
from textmend.training.run import read_run

DOCS = Path(__file__).resolve().parents[2] / "docs" / "training.md"


def test_the_run_file_of_the_docs_is_one(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    path = tmp_path / "run.toml"
    path.write_text(example, encoding="utf-8")
    run = read_run(path)
    assert (run.unit, run.stage[0].epochs, run.stage[0].freeze) == ("text", 3.0, ("embeddings",))


def test_every_setting_is_in_the_docs() -> None:
    text = DOCS.read_text(encoding="utf-8")
    kinds = [kind for kind in vars(run_module).values() if dataclasses.is_dataclass(kind)]
    names = {field.name.removesuffix("_") for kind in kinds for field in dataclasses.fields(kind)}
    sections = {"encoder", "model", "edits", "stage", "validation", "checkpoint"}
    assert [name for name in sorted(names - sections) if f"`{name}`" not in text] == []
