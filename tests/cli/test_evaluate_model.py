"""`textmend evaluate --model`: the source is corrected first; speed and rounds stand beside the score."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from textmend.cli.app import app

run = CliRunner()

GOLD = (
    "S I came becuase of it .\nA 2 3|||R:SPELL|||because|||REQUIRED|||-NONE-|||0\n\n"
    "S He go home .\nA 1 2|||R:VERB|||goes|||REQUIRED|||-NONE-|||0\n\n"
)


def evaluate(*arguments: str) -> dict[str, object]:
    result = run.invoke(app, ["evaluate", *arguments, "--json"])
    assert result.exit_code == 0, result.output
    answer: dict[str, object] = json.loads(result.stdout)
    return answer


def test_a_model_is_scored_on_tokens_as_given(tmp_path: Path) -> None:
    (tmp_path / "gold.m2").write_text(GOLD)
    report = evaluate("m2", "--gold", str(tmp_path / "gold.m2"), "--model", "spelling")
    assert (report["precision"], report["recall"]) == (1.0, 0.5)
    assert report["model"] == "spelling"
    assert report["rounds"] == 0
    assert float(str(report["sentences_per_s"])) > 0


def test_without_system_or_model_the_built_in_one_is_scored(tmp_path: Path) -> None:
    (tmp_path / "pairs.tsv").write_text("becuase\tbecause\nhouse\thouse\n")
    report = evaluate("accuracy", "--pairs", str(tmp_path / "pairs.tsv"))
    assert report["accuracy"] == 1.0


def test_gleu_takes_a_model_too(tmp_path: Path) -> None:
    (tmp_path / "source").write_text("I came becuase of it .\n")
    (tmp_path / "reference").write_text("I came because of it .\n")
    paths = ["--source", str(tmp_path / "source"), "--references", str(tmp_path / "reference")]
    assert evaluate("gleu", *paths, "--model", "spelling")["gleu"] == pytest.approx(1.0)


def test_a_file_and_a_model_together_are_refused(tmp_path: Path) -> None:
    (tmp_path / "gold.m2").write_text(GOLD)
    command = ["evaluate", "m2", "--gold", str(tmp_path / "gold.m2"), "--system", "x", "--model", "spelling"]
    result = run.invoke(app, command)
    assert "--system and --model are both given" in str(result.exception)
