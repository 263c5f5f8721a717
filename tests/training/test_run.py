"""Run files are read strictly."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

import textmend.training
from textmend.errors import ConfigError, InputError
from textmend.training import run as run_module
from textmend.training.run import read_run

STAGE = '[[stage]]\nname = "real"\ndata = ["p.tsv"]\nsteps = 5\n'


def write(folder: Path, text: str) -> Path:
    path = folder / "run.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_paths_are_relative_to_the_run_file(tmp_path: Path) -> None:
    run = read_run(write(tmp_path, f'output = "out"\n{STAGE}[edits]\npairs = ["p.tsv"]'))
    assert (run.output, run.stage[0].data) == (str(tmp_path / "out"), (str(tmp_path / "p.tsv"),))
    assert run.edits.pairs == (str(tmp_path / "p.tsv"),)


def test_encoder_may_be_a_folder_beside_the_run_file_or_a_hub_name(tmp_path: Path) -> None:
    (tmp_path / "enc").mkdir()
    beside = read_run(write(tmp_path, f'output = "o"\n[encoder]\nfrom = "enc"\n{STAGE}'))
    assert beside.encoder.from_ == str(tmp_path / "enc")
    hub = read_run(write(tmp_path, f'output = "o"\n[encoder]\nfrom = "owner/name"\n{STAGE}'))
    assert hub.encoder.from_ == "owner/name"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            f'output = "o"\nlerning = 1\n{STAGE}',
            r"\[run\] has no setting 'lerning'; it knows: output, stage, seed",
        ),
        (f'output = "o"\n{STAGE}\nlrr = 1.0', r"\[stage\] has no setting 'lrr'; it knows: name, data, kind"),
        (f'output = "o"\n{STAGE}\nlr = "big"', r"lr = 'big': a number \(float\) is wanted"),
        (f'output = "o"\n{STAGE}\nbatch_tokens = true', "batch_tokens = True: a number"),
        (f'output = "o"\n{STAGE}\nepochs = 2', r"\[stage.real\] sets epochs and steps; set exactly one"),
        (f'output = "o"\n{STAGE}\nkind = "edit"', "kind = 'edit'; it knows: edits, masked"),
        (
            f'output = "o"\n{STAGE}\nfreeze = ["heads"]',
            "freeze = 'heads'; it knows: embeddings, encoder, layers.0",
        ),
        (f'output = "o"\n{STAGE}\npatience = 2', "patience, but .* neither minutes nor steps"),
        (f'output = "o"\n{STAGE}\nsample = 0.0', "sample = 0.0; it lies between 0.001 and 1"),
        (f'output = "o"\n{STAGE}{STAGE}', "stages share a name: real, real"),
        (f'output = "o"\nunit = "pieces"\n{STAGE}', "unit = 'pieces'; it knows: words, text, characters"),
        (f"{STAGE}", r"\[run\] lacks the setting 'output'"),
        ('output = "o"\nstage = []', r"there is no \[\[stage\]\]"),
        ('output = "o"\nstage = 3', "stage = 3: a list is wanted"),
        ("output = ", "not a TOML file"),
    ],
)
def test_what_cannot_be_meant_is_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        read_run(write(tmp_path, text))


def test_a_missing_run_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.toml: no such file"):
        read_run(tmp_path / "none.toml")


def test_every_setting_is_read_somewhere() -> None:
    sources = "".join(
        path.read_text(encoding="utf-8")
        for path in Path(textmend.training.__path__[0]).glob("*.py")
        if path.name != "run.py"
    )
    classes = [kind for kind in vars(run_module).values() if dataclasses.is_dataclass(kind)]
    names = {field.name for kind in classes for field in dataclasses.fields(kind)}
    unread = [name for name in names if not re.search(rf"\.{name}\b", sources)]
    assert unread == []
