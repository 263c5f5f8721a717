"""`textmend export` from end to end."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from tests.decoding.models import SPACE, TOKENIZER, sentences, small_model
from typer.testing import CliRunner

from textmend.cli.export import export
from textmend.decoding import Thresholds, decode
from textmend.decoding.onnx_engine import OnnxEngine
from textmend.model.checkpoint import save_model

app = typer.Typer()
app.command()(export)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained") / "model"
    thresholds = Thresholds(copy_bias=0.1, replace_gate=0.4)
    save_model(
        folder,
        small_model(phi="mean"),
        TOKENIZER.to_str(),
        SPACE.to_json(),
        thresholds.to_json(),
        "# A card\n",
    )
    return folder


@pytest.mark.parametrize("precision", ["fp32", "int8"])
def test_an_exported_folder_stands_alone_and_its_check_is_printed(
    model: Path, tmp_path: Path, precision: str
) -> None:
    probes = tmp_path / "probes.txt"
    probes.write_text("\n".join(" ".join(words) for words in sentences(10)), "utf-8")
    target = tmp_path / "exported"
    result = CliRunner().invoke(
        app, [str(model), str(target), "--precision", precision, "--sentences", str(probes)]
    )
    assert result.exit_code == 0, result.output
    assert f"exported: {precision}, " in result.output
    assert "of 10 sentences" in result.output
    assert "same text alone and in large batches: yes" in result.output
    if precision == "fp32":
        assert "same text as torch: 10 of 10 sentences (100.0%)" in result.output
    engine = OnnxEngine(target, threads=1)
    assert engine.manifest.precision == precision
    assert engine.gates == Thresholds(copy_bias=0.1, replace_gate=0.4)
    assert (target / "README.md").read_text("utf-8") == "# A card\n"
    assert len(decode(engine, sentences(3))) == 3
