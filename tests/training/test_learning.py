"""Models learn: the toy language in full, and every setting a little."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from textmend.data.pairs import read_pairs
from textmend.decoding.loop import decode
from textmend.decoding.thresholds import Thresholds
from textmend.decoding.torch_engine import TorchEngine
from textmend.model import load_model, read_encoder
from textmend.training.pretrain import pretrain
from textmend.training.run import EncoderSettings, ModelSettings, Run, StageSettings, read_run
from textmend.training.start import start_from_model
from textmend.training.train import train
from textmend.training.validation import Validator

WriteRun = Callable[..., Path]


def records(output: Path, event: str) -> list[dict[str, float]]:
    lines = (output / "metrics.jsonl").read_text(encoding="utf-8").splitlines()
    return [record for record in map(json.loads, lines) if record["event"] == event]


def share_right(model: Path, pairs: Path) -> float:
    loaded = load_model(model)
    engine = TorchEngine(loaded.model, loaded.tokenizer, loaded.space)
    sources, targets = zip(*read_pairs(pairs), strict=True)
    decoded = decode(engine, sources, loaded.thresholds)
    return sum(one.words == target for one, target in zip(decoded, targets, strict=True)) / len(targets)


def test_four_layers_of_200_units_correct_over_95_percent_of_unseen_sentences(
    language: Path, write_run: WriteRun
) -> None:
    train_file = (language / "train.tsv").as_posix()
    run = write_run(
        encoder="layers = 4\nhidden = 200\nintermediate = 400\nheads = 4",
        model="dropout = 0.05\nattention_dropout = 0.0",
        edits=f'pairs = ["{train_file}"]',
        stage=f'data = ["{train_file}"]\nepochs = 4\nbatch_tokens = 512\ncopy_weight = 1.0\naverage = 0.98',
    )
    assert share_right(train(read_run(run)), language / "dev.tsv") > 0.95


@pytest.mark.parametrize(
    "sections",
    [
        {"model": 'head = "plain"'},
        {"model": 'inserts = "gap"'},
        {"model": 'head = "plain"\ninserts = "gap"'},
        {"model": 'phi = "mean"'},
        {"edits": 'transforms = "none"'},
        {"stage": "sample = 1.0\nlabel_smoothing = 0.05"},
        {"stage": 'decay = "cosine"\nhead_lr = 6e-3\nkeep_unchanged = 0.5\naccumulate = 2'},
    ],
    ids=lambda sections: next(iter(sections.values())).replace("\n", ", "),
)
def test_every_setting_learns(tmp_path: Path, write_run: WriteRun, sections: dict[str, str]) -> None:
    given = {"model": "", "stage": "", **sections}
    given["model"] = f"dropout = 0.0\nattention_dropout = 0.0\n{given['model']}"
    given["stage"] = f"steps = 60\nlr = 3e-3\ncopy_weight = 1.0\n{given['stage']}"
    train(read_run(write_run(**given)))
    losses = [record["loss"] for record in records(tmp_path / "run-out", "train")]
    assert sum(losses[-10:]) < 0.75 * sum(losses[:10])


def test_thresholds_are_tuned_and_saved_with_the_model(
    tmp_path: Path, language: Path, write_run: WriteRun
) -> None:
    dev, whole = (language / "dev.tsv").as_posix(), (language / "train.tsv").as_posix()
    run = read_run(
        write_run(
            encoder="hidden = 32\nintermediate = 64",
            stage=f'data = ["{whole}"]\nsteps = 110\nlr = 3e-3\nbatch_tokens = 600',
            rest=f'[validation]\ndata = ["{dev}"]\nmax_sentences = 120\n',
        )
    )
    model = train(run)
    start = start_from_model(model)
    validator = Validator(run, start.tokenizer, start.space)
    tuned = load_model(model).thresholds
    scores = {
        name: validator.measure(start.model, thresholds)["score"]
        for name, thresholds in (("tuned", tuned), ("untuned", Thresholds()))
    }
    assert tuned != Thresholds()
    assert scores["tuned"] > scores["untuned"]
    assert records(tmp_path / "run-out", "finished")[0]["score"] == pytest.approx(scores["tuned"])
    assert f"score: {scores['tuned']:.2f}" in (model / "README.md").read_text(encoding="utf-8")


def test_characters_are_learned_from_pairs_of_words(tmp_path: Path, write_run: WriteRun) -> None:
    words = ["stone", "tree", "water", "north", "letter", "garden", "window", "paper"]
    pairs = [(word[:at] + word[at + 1 :], word) for word in words for at in range(len(word))]
    text = "".join(f"{wrong}\t{right}\n" for wrong, right in pairs + [(word, word) for word in words])
    (tmp_path / "words.tsv").write_text(text, encoding="utf-8")
    run = write_run(
        top='unit = "characters"',
        encoder="hidden = 64\nintermediate = 128\nlayers = 2",
        model="dropout = 0.0\nattention_dropout = 0.0",
        edits='pairs = ["words.tsv"]\ntransforms = "none"\nmax_words = 1',
        stage='data = ["words.tsv"]\nsteps = 150\ncopy_weight = 1.0\nlr = 3e-3\nbatch_tokens = 600',
        rest='[validation]\ndata = ["words.tsv"]\nmeasure = "accuracy"\nrounds = 1\n',
    )
    model = train(read_run(run))
    assert records(tmp_path / "run-out", "finished")[0]["words.tsv accuracy"] > 80
    assert load_model(model).space.appends[0] in {(letter,) for word in words for letter in word}


def test_masked_words_are_learned_and_the_encoder_is_of_use(
    tmp_path: Path, language: Path, write_run: WriteRun
) -> None:
    text = tmp_path / "clean.txt"
    targets = [" ".join(pair.target) for pair in read_pairs(language / "train.tsv")]
    text.write_text("\n".join(targets[:800]) + "\n", encoding="utf-8")
    stage = StageSettings(
        name="masked", kind="masked", data=(str(text),), steps=100, lr=3e-3, batch_tokens=800
    )
    size = EncoderSettings(layers=2, hidden=32, intermediate=64, heads=2, positions=32, vocabulary=100)
    run = Run(
        output=str(tmp_path / "masked"),
        stage=(stage,),
        threads=1,
        encoder=size,
        model=ModelSettings(head="plain"),
    )
    encoder = pretrain(run)
    losses = [record["loss"] for record in records(tmp_path / "masked", "train")]
    assert sum(losses[-10:]) < 0.7 * sum(losses[:10])
    learned = read_encoder(encoder)
    assert learned.has_masked_words
    cut = write_run(encoder=f'from = "{encoder.as_posix()}"\nlayers = 1', stage="steps = 2\nlr = 1e-6")
    began = load_model(train(read_run(cut))).model
    name = "encoder.layers.0.rise.weight"
    torch.testing.assert_close(began.state_dict()[name], learned.weights[name], atol=1e-4, rtol=0)
    assert began.config.encoder.layers == 1
