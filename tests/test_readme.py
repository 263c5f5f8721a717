"""The README cannot drift: its commands exist, its examples run, its tree is the tree."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import textmend
from textmend.cli.app import app

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
run = CliRunner()


def test_ci_runs_the_test_command_of_the_readme() -> None:
    commands = [
        line for line in README.splitlines() if line.startswith("python3 -m venv") and "pytest" in line
    ]
    assert len(commands) == 1
    assert r"s/^\(python3 -m venv .*pytest.*\)$/\1/p" in (ROOT / ".ci/run").read_text()


def test_the_first_command_corrects_its_text() -> None:
    (text,) = re.findall(r'echo "(.+?)" \| \.venv/bin/textmend correct', README)
    result = run.invoke(app, ["correct"], input=text)
    assert result.output == "I like it because it works."


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`textmend (\w+)", README))))
def test_every_command_that_is_named_has_help(command: str) -> None:
    assert run.invoke(app, [command, "--help"]).exit_code == 0


def test_the_table_is_what_the_command_prints() -> None:
    (shown,) = re.findall(r'\$ textmend edits "(.+?)" "(.+?)"\n(.+?)```', README, re.DOTALL)
    printed = run.invoke(app, ["edits", shown[0], shown[1]]).output
    assert printed.split() == shown[2].split()


def test_the_python_example_runs() -> None:
    (code,) = re.findall(r"```python\n(.+?)```", README, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "I like it because it works.\n10 17 'becuase' -> 'because': spelling\n"


def test_the_tree_names_every_room() -> None:
    rooms = {path.name for path in (ROOT / "src/textmend").iterdir() if (path / "__init__.py").exists()}
    drawn = set(re.findall(r"^  (\w+)/ ", README, re.MULTILINE))
    assert rooms == drawn


@pytest.mark.parametrize("page", sorted(set(re.findall(r"\]\((docs/[^)]+)\)", README))))
def test_pages_that_are_linked_exist(page: str) -> None:
    assert (ROOT / page).is_file()


def test_exported_names_are_there() -> None:
    for name in textmend.__all__:
        assert getattr(textmend, name) is not None
