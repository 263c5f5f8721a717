"""The installed package without extras: CI runs these against the built wheel too."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest


def textmend(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "textmend", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")


def test_importing_textmend_brings_neither_torch_nor_a_runtime() -> None:
    heavy = "{'torch', 'onnxruntime', 'tokenizers', 'typer'}"
    code = f"import sys, textmend; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_help_is_given_without_loading_torch() -> None:
    code = (
        "import sys\nfrom textmend.cli import main\nsys.argv = ['textmend', '--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print('torch' in sys.modules, 'onnxruntime' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("False False")


def test_the_edits_command_works_on_the_core_install() -> None:
    done = textmend("edits", "He still won race !", "However , he still won !", "--json")
    items = json.loads(done.stdout)
    kinds = " ".join(item["edit"] for item in items)
    assert kinds == "append transform copy copy delete copy copy"
    assert items[0] == {"token": "[START]", "edit": "append", "argument": "However ,"}


@pytest.mark.skipif(importlib.util.find_spec("torch") is not None, reason="torch is installed")
def test_a_missing_extra_prints_the_pip_command(tmp_path: Path) -> None:
    run = tmp_path / "run.toml"
    run.write_text("")
    done = textmend("train", str(run))
    assert done.returncode == 2
    assert "pip install 'textmend[train]'" in done.stderr
    assert "Traceback" not in done.stderr
