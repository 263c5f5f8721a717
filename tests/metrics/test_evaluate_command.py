"""`textmend evaluate` as a person or a program meets it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from textmend.cli import main
from textmend.data.m2 import read_m2
from textmend.data.pairs import read_pairs

GOLD = """\
S She see him in garden .
A 1 2|||R:VERB|||sees|||REQUIRED|||-NONE-|||0
A 4 4|||M:DET|||the|||REQUIRED|||-NONE-|||0

S All is well .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

"""
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run `textmend evaluate ...` in a folder with small files; its exit code, output and errors."""
    monkeypatch.chdir(tmp_path)
    files = {
        "gold.m2": GOLD,
        "half.txt": "She sees him in garden .\nAll is well .\n",
        "full.txt": "She sees him in the garden .\nAll is well .\n",
        "source.txt": "She see him in garden .\nAll is well .\n",
        "other.txt": "She saw him in a garden .\nAll is well .\n",
        "short.txt": "She sees him in garden .\n",
        "empty.txt": "",
        "words.tsv": "teh\tthe\ncat\tcat\n",
        "train.tsv": "teh\tthe\n",
        "words.txt": "teh\ncat\n",
    }
    for name, text in files.items():
        Path(name).write_text(text, encoding="utf-8")

    def go(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["textmend", "evaluate", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
        captured = capsys.readouterr()
        return int(left.value.code or 0), captured.out, captured.err

    return go


def test_m2_scores_come_as_json_with_intervals(run: Run) -> None:
    code, out, err = run("m2", "--gold", "gold.m2", "--system", "half.txt", "--json")
    report = json.loads(out)
    assert (code, err) == (0, "")
    assert (report["precision"], report["recall"], report["f"]) == (1.0, 0.5, 0.833333)
    assert (report["correct"], report["proposed"], report["gold"], report["sentences"]) == (1, 1, 2, 2)
    assert set(report["ci"]) == {"precision", "recall", "f"}
    assert all(low <= high for low, high in report["ci"].values())


def test_m2_scores_come_as_a_table_for_people(run: Run) -> None:
    code, out, _ = run("m2", "--gold", "gold.m2", "--system", "half.txt", "--against", "full.txt")
    assert code == 0
    assert "0.8333" in out
    assert "f is 0.1667 lower than that of full.txt" in out


def test_another_output_is_compared(run: Run) -> None:
    _, out, _ = run("m2", "--gold", "gold.m2", "--system", "full.txt", "--against", "source.txt", "--json")
    against = json.loads(out)["against"]
    assert (against["measure"], against["output"], against["difference"]) == ("f", "source.txt", 1.0)
    assert 0 < against["p"] <= 1


def test_gleu_takes_references_in_a_row_or_one_by_one(run: Run) -> None:
    system = ("--system", "full.txt", "--json")
    _, row, _ = run("gleu", "--source", "source.txt", "--references", "full.txt", "other.txt", *system)
    _, single, _ = run(
        "gleu", "--source", "source.txt", "--references", "full.txt", "--references", "other.txt", *system
    )
    assert json.loads(row) == json.loads(single)
    report = json.loads(row)
    assert report["references"] == 2
    assert 0 < report["gleu"] < 1
    assert report["ci"]["gleu"][0] <= report["gleu"] <= report["ci"]["gleu"][1]


def test_gleu_of_each_sentence_goes_to_a_file(run: Run, tmp_path: Path) -> None:
    files = ("--source", "source.txt", "--references", "full.txt", "--system", "full.txt")
    code, _, _ = run("gleu", *files, "--sentence-scores", "scores.txt")
    assert code == 0
    assert (tmp_path / "scores.txt").read_text() == "1.000000\n1.000000\n"


def test_accuracy_stands_beside_its_baselines(run: Run) -> None:
    files = ("--pairs", "words.tsv", "--system", "words.txt", "--train", "train.tsv")
    _, out, _ = run("accuracy", *files, "--json")
    report = json.loads(out)
    assert report["accuracy"] == 0.5
    assert report["baselines"]["copy"]["accuracy"] == 0.5
    assert report["baselines"]["look-up table"] == {
        "accuracy": 1.0,
        "character_error_rate": 0.0,
        "correction_rate": 1.0,
    }
    assert set(report["ci"]) == {"accuracy"}
    code, out, _ = run("accuracy", *files, "--against", "words.txt")
    assert code == 0
    assert "look-up table" in out


def test_edit_scores_by_kind(run: Run) -> None:
    _, out, _ = run("edits", "--pairs", "gold.m2", "--system", "half.txt", "--json")
    report = json.loads(out)
    assert (report["precision"], report["recall"]) == (1.0, 0.5)
    assert report["kinds"]["append"]["recall"] == 0.0
    assert report["kinds"]["transform:verb:third"]["correct"] == 1


def test_pairs_are_written_as_m2_that_says_the_same(run: Run, tmp_path: Path) -> None:
    code, _, _ = run("write-m2", "source.txt", "full.txt", "-o", "made.m2")
    assert code == 0
    assert list(read_pairs(tmp_path / "made.m2")) == list(read_pairs([Path("source.txt"), Path("full.txt")]))
    assert [edit.kind for sentence in read_m2("made.m2") for edit in sentence.edits] == [
        "R:verb:third",
        "M:APPEND",
    ]
    _, out, _ = run("m2", "--gold", "made.m2", "--system", "full.txt", "--json")
    assert json.loads(out)["f"] == 1.0


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (
            ("m2", "--gold", "gold.m2", "--system", "short.txt"),
            "short.txt:1: 1 lines, but gold.m2 has 2 sentences",
        ),
        (("m2", "--gold", "empty.txt", "--system", "half.txt"), "empty.txt: no sentence in it"),
        (
            ("m2", "--gold", "gold.m2", "--system", "empty.txt"),
            "empty.txt: 0 lines, but gold.m2 has 2 sentences",
        ),
        (("m2", "--gold", "gold.m2", "--system", "none.txt"), "none.txt: no such file"),
        (
            ("gleu", "--source", "source.txt", "--references", "short.txt", "--system", "full.txt"),
            "short.txt:1: 1 lines, but source.txt has 2",
        ),
        (
            ("gleu", "--source", "empty.txt", "--references", "full.txt", "--system", "full.txt"),
            "empty.txt: no sentence in it",
        ),
        (
            ("accuracy", "--pairs", "words.tsv", "--system", "short.txt"),
            "short.txt:1: 1 lines, but words.tsv has 2",
        ),
    ],
)
def test_bad_input_ends_with_file_line_and_remedy(
    run: Run, arguments: tuple[str, ...], expected: str
) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"textmend: {expected}")
    assert "; " in err


def test_overlapping_gold_is_pointed_out_and_refused_when_strict(run: Run, tmp_path: Path) -> None:
    overlapping = "S a b c\nA 0 2|||X|||x|||REQUIRED|||-NONE-|||0\nA 1 3|||X|||y|||REQUIRED|||-NONE-|||0\n"
    (tmp_path / "over.m2").write_text(overlapping)
    files = ("m2", "--gold", "over.m2", "--system", "short.txt")
    code, _, err = run(*files)
    assert code == 0
    assert err.startswith("textmend: over.m2:1: gold edits of annotator 0 overlap: words 0 to 2 and 1 to 3")
    code, _, err = run(*files, "--strict")
    assert code == 2
    assert "keep one of them" in err
