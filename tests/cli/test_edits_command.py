"""`textmend edits` and `textmend vocab` as a person runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from textmend.cli.app import app, main
from textmend.edits import EditSpace

run = CliRunner()

WORKED = [
    (
        "Bolt can have run race",
        "Bolt could have run the race",
        [("can", "replace", "could"), ("run", "append", "the")],
    ),
    (
        "He still won race !",
        "However , he still won !",
        [("[START]", "append", "However ,"), ("He", "transform", "case:lower"), ("race", "delete", "")],
    ),
    (
        "He sat , then he ran",
        "He sat . Then , he ran",
        [(",", "replace", "."), ("then", "replace", "Then ,")],
    ),
]


@pytest.mark.parametrize(("source", "target", "changes"), WORKED)
def test_the_worked_cases_come_out_as_json(
    source: str, target: str, changes: list[tuple[str, str, str]]
) -> None:
    items = json.loads(run.invoke(app, ["edits", source, target, "--json"]).output)
    assert [item["token"] for item in items] == ["[START]", *source.split(), "[END]"]
    changed = [(item["token"], item["edit"], item["argument"]) for item in items if item["edit"] != "copy"]
    assert changed == changes


def test_the_table_shows_tokens_with_brackets_as_they_are() -> None:
    output = run.invoke(app, ["edits", "[b]see[/b] cat", "[b]see[/b] the cat"]).output
    assert "[b]see[/b]" in output
    assert "append" in output


def test_a_space_limits_what_can_be_said(tmp_path: Path) -> None:
    EditSpace((), (("the",),), ()).save(tmp_path / "space.json")
    command = ["edits", "see cat", "see the dog", "--space", str(tmp_path / "space.json"), "--json"]
    assert {item["edit"] for item in json.loads(run.invoke(app, command).output)} == {"copy"}


def test_vocab_writes_a_space_and_reports_its_coverage(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text("I go home\tI go to home\nsee cat\tsee a cat\nhe run\the runs\n")
    command = ["vocab", str(pairs), "-o", str(tmp_path / "space.json"), "--appends", "1"]
    result = run.invoke(app, command)
    assert result.exit_code == 0
    assert "gold edits reached" in result.output
    assert EditSpace.load(tmp_path / "space.json").appends == (("a",),)
    report = json.loads(run.invoke(app, [*command, "--json"]).output)
    assert report["gold_edits"] == 3
    assert report["reached_share"] == pytest.approx(2 / 3, abs=1e-3)
    assert report["losses"][0]["cause"] == "append: not in the dictionary"


def test_bad_pairs_leave_no_space_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text("fine\tfine\nbroken\n")
    monkeypatch.setattr("sys.argv", ["textmend", "vocab", str(pairs), "-o", str(tmp_path / "space.json")])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    assert "pairs.tsv:2: no tab between source and target" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [pairs]


def test_the_version_is_printed() -> None:
    from textmend import __version__

    assert run.invoke(app, ["--version"]).output == f"textmend {__version__}\n"
