"""Whole runs of a tiny model: resumed after a kill, on two processes, fine-tuned, stopped by mishaps."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from textmend.errors import ConfigError, InputError, TrainingError
from textmend.model import EditModel, load_model
from textmend.training import state
from textmend.training.loop import Interrupted
from textmend.training.mishaps import stop_signal
from textmend.training.objective import EditObjective
from textmend.training.run import read_run
from textmend.training.stage import Learner
from textmend.training.state import newest
from textmend.training.train import train

WriteRun = Callable[..., Path]

TWO_STAGES = """
[[stage]]
name = "second"
data = ["{data}"]
steps = 30
batch_tokens = 150
accumulate = 2
average = 0.9
lr = 1e-3
keep = "last"
"""


def command(run: Path, *options: str, launcher: tuple[str, ...] = ()) -> list[str]:
    return [sys.executable, *launcher, "-m", "textmend", "train", str(run), *options]


def environment() -> dict[str, str]:
    return {**os.environ, "OMP_NUM_THREADS": "1"}


def weights(folder: Path) -> dict[str, torch.Tensor]:
    return load_file(folder / "model.safetensors")


def losses(output: Path) -> list[float]:
    records = map(json.loads, (output / "metrics.jsonl").read_text(encoding="utf-8").splitlines())
    return [record["loss"] for record in records if record["event"] == "train"]


def same_weights(one: Path, other: Path) -> bool:
    left, right = weights(one), weights(other)
    return left.keys() == right.keys() and all(torch.equal(left[name], right[name]) for name in left)


def test_a_killed_run_resumes_bit_for_bit(tmp_path: Path, language: Path, write_run: WriteRun) -> None:
    second = TWO_STAGES.format(data=(language / "small.tsv").as_posix())
    validation = (
        f'[validation]\ndata = ["{(language / "dev.tsv").as_posix()}"]\nmax_sentences = 10\nsteps = 9\n'
    )
    whole = write_run("whole", rest=second + validation)
    killed = write_run("killed", rest=second + validation + "[checkpoint]\nminutes = 0.0\n")
    process = subprocess.Popen(command(killed), env=environment(), stderr=subprocess.DEVNULL)
    checkpoints = tmp_path / "killed-out" / "checkpoints"
    deadline = time.monotonic() + 120
    while not ((last := newest(checkpoints)) and last.name >= "01-000000012") and time.monotonic() < deadline:
        assert process.poll() is None, "the run ended before it could be killed"
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not (tmp_path / "killed-out" / "model").exists()
    subprocess.run(command(killed, "--resume"), env=environment(), check=True, stderr=subprocess.DEVNULL)
    train(read_run(whole))
    assert same_weights(tmp_path / "whole-out" / "model", tmp_path / "killed-out" / "model")
    assert losses(tmp_path / "whole-out")[-1] == losses(tmp_path / "killed-out")[-1]


def test_two_processes_learn_what_one_learns(tmp_path: Path, write_run: WriteRun) -> None:
    still = "dropout = 0.0\nattention_dropout = 0.0"
    stage = "accumulate = 2\nbatch_tokens = 150\nsteps = 20"
    train(read_run(write_run("one", model=still, stage=stage)))
    launcher = ("-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2")
    two = write_run("two", model=still, stage=stage)
    subprocess.run(command(two, launcher=launcher), env=environment(), check=True, capture_output=True)
    one, other = losses(tmp_path / "one-out"), losses(tmp_path / "two-out")
    assert len(one) == len(other) == 20
    assert one == pytest.approx(other, abs=1e-4)
    assert max(one) - min(one) > 0.1


def test_checkpoints_and_validation_do_not_change_what_is_learned(
    tmp_path: Path, language: Path, write_run: WriteRun
) -> None:
    dev = (language / "dev.tsv").as_posix()
    busy = f'[validation]\ndata = ["{dev}"]\nmax_sentences = 5\nsteps = 3\ntune = false\n'
    train(read_run(write_run("plain")))
    train(read_run(write_run("busy", stage='keep = "last"', rest=busy + "[checkpoint]\nminutes = 0.0")))
    assert same_weights(tmp_path / "plain-out" / "model", tmp_path / "busy-out" / "model")


def test_a_run_is_not_begun_over_another_nor_resumed_from_nothing(write_run: WriteRun) -> None:
    run = read_run(write_run())
    with pytest.raises(ConfigError, match="holds no checkpoint to resume from"):
        train(run, resume=True)
    train(run)
    with pytest.raises(ConfigError, match="holds a run already; go on with --resume"):
        train(run)


def test_a_changed_run_is_not_resumed(write_run: WriteRun) -> None:
    train(read_run(write_run()))
    changed = read_run(write_run(stage="lr = 1e-2"))
    with pytest.raises(ConfigError, match=r"stage.0.lr was 0.001, is 0.01"):
        train(changed, resume=True)


def test_a_stopped_run_is_saved_and_goes_on(
    tmp_path: Path, write_run: WriteRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = Learner.step

    def stop_at_five(self: Learner, number: int, *rest: Any) -> Any:
        if number == 5:
            os.kill(os.getpid(), signal.SIGINT)
        return step(self, number, *rest)

    run = read_run(write_run("stopped"))
    with monkeypatch.context() as patch, pytest.raises(Interrupted):
        patch.setattr(Learner, "step", stop_at_five)
        train(run)
    assert newest(tmp_path / "stopped-out" / "checkpoints").name == "00-000000006"  # type: ignore[union-attr]
    train(run, resume=True)
    train(read_run(write_run("whole")))
    assert same_weights(tmp_path / "stopped-out" / "model", tmp_path / "whole-out" / "model")


def test_the_second_interrupt_stops_at_once() -> None:
    with stop_signal() as stopped:
        os.kill(os.getpid(), signal.SIGINT)
        assert stopped.is_set()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    assert signal.getsignal(signal.SIGINT) is not signal.SIG_DFL


def broken_from(number: int, mishap: Callable[[], Any]) -> Callable[..., Any]:
    """The edit loss, with a mishap from the given call on."""
    losses_of = EditObjective.losses
    calls = 0

    def losses(self: EditObjective, model: EditModel, *rest: Any) -> Any:
        nonlocal calls
        calls += 1
        return mishap() if calls > number else losses_of(self, model, *rest)

    return losses


def no_memory() -> Any:
    raise RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 9 bytes.")


@pytest.mark.parametrize(
    ("mishap", "message"),
    [
        (lambda: torch.full((3,), float("nan"), requires_grad=True), "step 4: the loss is no number .*nan"),
        (no_memory, r"out of memory; lower batch_tokens \(toy: 300\)"),
    ],
)
def test_a_mishap_is_explained_and_the_last_checkpoint_intact(
    tmp_path: Path,
    write_run: WriteRun,
    monkeypatch: pytest.MonkeyPatch,
    mishap: Callable[[], Any],
    message: str,
) -> None:
    run = read_run(write_run(rest="[checkpoint]\nminutes = 0.0"))
    with monkeypatch.context() as patch, pytest.raises(TrainingError, match=message):
        patch.setattr(EditObjective, "losses", broken_from(4, mishap))
        train(run)
    last = newest(tmp_path / "run-out" / "checkpoints")
    assert last is not None
    assert last.name == "00-000000004"
    assert all(
        torch.isfinite(value).all() for value in weights(last / "model").values() if value.is_floating_point()
    )
    train(run, resume=True)


def test_a_full_disk_is_explained_and_the_last_checkpoint_intact(
    tmp_path: Path, write_run: WriteRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_file = state.save_file
    calls = 0

    def full_disk(tensors: Any, path: Path) -> None:
        nonlocal calls
        calls += 1
        if calls == 4:
            path.write_bytes(b"half a ")
            raise OSError(errno.ENOSPC, "No space left on device")
        save_file(tensors, path)

    run = read_run(write_run(rest="[checkpoint]\nminutes = 0.0"))
    with (
        monkeypatch.context() as patch,
        pytest.raises(TrainingError, match="the disk is full; free some space"),
    ):
        patch.setattr(state, "save_file", full_disk)
        train(run)
    assert [path.name for path in (tmp_path / "run-out" / "checkpoints").iterdir()] == ["00-000000002"]
    train(run, resume=True)
    train(read_run(write_run("whole")))
    assert same_weights(tmp_path / "run-out" / "model", tmp_path / "whole-out" / "model")


def test_a_missing_data_file_is_named(write_run: WriteRun) -> None:
    with pytest.raises(InputError, match=r"none.tsv: no such file"):
        train(read_run(write_run(stage='data = ["none.tsv"]')))


def test_an_existing_model_is_fine_tuned(tmp_path: Path, language: Path, write_run: WriteRun) -> None:
    first = train(read_run(write_run("first", stage="steps = 60\nlr = 3e-3")))
    again = write_run("again", stage="steps = 60\nlr = 3e-3")
    train(read_run(again), start=first)
    before, after = losses(tmp_path / "first-out"), losses(tmp_path / "again-out")
    assert after[0] < 0.7 * before[0]
    assert sum(after[-10:]) < sum(before[-10:])
    assert load_model(tmp_path / "again-out" / "model").space == load_model(first).space


def test_frozen_parts_stay_as_they_were(tmp_path: Path, write_run: WriteRun) -> None:
    first = train(read_run(write_run("first", stage="steps = 2")))
    train(read_run(write_run("frozen", stage='steps = 3\nfreeze = ["embeddings", "layers.0"]')), start=first)
    before, after = weights(first), weights(tmp_path / "frozen-out" / "model")
    changed = {name for name in before if not torch.equal(before[name], after[name])}
    assert changed
    assert not any(name.startswith(("encoder.embeddings.", "encoder.layers.0.")) for name in changed)


def test_early_stopping_leaves_with_the_best_weights(
    tmp_path: Path, language: Path, write_run: WriteRun
) -> None:
    dev = (language / "dev.tsv").as_posix()
    rest = (
        f'[validation]\ndata = ["{dev}"]\nmax_sentences = 5\nsteps = 2\nmeasure = "accuracy"\ntune = false\n'
    )
    train(read_run(write_run(stage="steps = 400\npatience = 2\nlr = 1e-9", rest=rest)))
    assert len(losses(tmp_path / "run-out")) == 6
    (best,) = (tmp_path / "run-out" / "best").iterdir()
    assert best.name == "toy-000000002"
    assert same_weights(best, tmp_path / "run-out" / "model")
