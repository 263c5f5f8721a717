"""Thresholds in and out, strictly."""

from __future__ import annotations

from pathlib import Path

import pytest

from textmend.decoding import Thresholds
from textmend.errors import InputError


def test_a_saved_file_loads_the_same(tmp_path: Path) -> None:
    thresholds = Thresholds(
        copy_bias=0.25, min_edit=0.5, min_sentence=0.4, replace_gate=0.1, append_gate=0.05
    )
    thresholds.save(tmp_path / "thresholds.json")
    assert Thresholds.load(tmp_path / "thresholds.json") == thresholds


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ("[]", "not a JSON object"),
        ('{"min_edit": 0.1}', "'copy_bias' is missing"),
        (Thresholds().to_json().replace("min_edit", "minimum"), "unknown threshold 'minimum'"),
        (Thresholds(min_edit=0.5).to_json().replace("0.5", "1.5"), "min_edit is 1.5; choose from 0 to 1"),
        (Thresholds(min_edit=0.5).to_json().replace("0.5", '"0.5"'), "min_edit is '0.5'; write a number"),
        (Thresholds(min_edit=0.5).to_json().replace("0.5", "NaN"), "min_edit is nan; write a number"),
        (Thresholds(min_edit=0.5).to_json().replace("0.5", "true"), "min_edit is True; write a number"),
    ],
)
def test_damage_is_named_with_the_file(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "thresholds.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"thresholds\.json: .*" + message):
        Thresholds.load(path)
