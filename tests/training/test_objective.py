"""The losses: sampled positions keep the expected gradient, parts add up to the whole."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor

from textmend.model import EditModel, EncoderConfig, ModelConfig, build_model
from textmend.training.collate import Padded
from textmend.training.masking import mask_pieces
from textmend.training.objective import EditObjective, MaskedObjective, Objective, Share

CPU = torch.device("cpu")


def tiny_model(**settings: str) -> EditModel:
    torch.manual_seed(0)
    encoder = EncoderConfig(vocabulary=30, hidden=8, layers=1, heads=2, intermediate=16, positions=20, mask=4)
    config = ModelConfig(
        encoder=encoder, transforms=2, appends=3, replaces=4, dropout=0.0, attention_dropout=0.0, **settings
    )
    model = build_model(config, [[7], [8], [9, 10]], [[11], [12], [13], [14]])
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.2 * torch.randn_like(parameter))
    return model


def some_sentences(rows: int = 3, words: int = 6) -> Padded:
    random = np.random.default_rng(1)
    lengths = random.integers(3, words + 1, rows)
    mask = np.arange(words) < lengths[:, None]
    inside = mask & (np.arange(words) > 0) & (np.arange(words) < lengths[:, None] - 1)
    labels = np.where(inside & (random.random((rows, words)) < 0.3), random.integers(1, 11, (rows, words)), 0)
    gaps = np.where(inside & (random.random((rows, words)) < 0.2), random.integers(1, 4, (rows, words)), 0)
    places = np.where(mask, np.arange(words), 0)
    pieces = np.where(mask, random.integers(5, 30, (rows, words)), 0)
    return Padded(pieces, mask, places, places, mask, labels, gaps)


def objective(model: EditModel, **settings: float) -> EditObjective:
    gap = model.config.inserts == "gap"
    return EditObjective(
        transforms=2,
        appends=3,
        replaces=4,
        copy_weight=settings.get("copy_weight", 0.4),
        gate_weight=settings.get("gate_weight", 1.0),
        label_smoothing=settings.get("label_smoothing", 0.0),
        sample=settings.get("sample", 0.05),
        streams=model.config.head == "factorised" or gap,
        gaps=gap,
    )


def no_append_labels(padded: Padded) -> Padded:
    """Labels of the gap setting: no appends among the edits."""
    labels = np.where((padded.labels >= 4) & (padded.labels < 7), 1, padded.labels)
    return Padded(
        padded.pieces, padded.piece_mask, padded.first, padded.last, padded.word_mask, labels, padded.gaps
    )


def gradient(model: EditModel, aim: Objective, padded: Padded, key: tuple[int, ...]) -> Tensor:
    model.zero_grad()
    aim.losses(model, padded, Share(0, 1, CPU), aim.weigh(padded, key), key).sum().backward()
    return torch.cat([p.grad.reshape(-1) for p in model.parameters() if p.grad is not None])


@pytest.mark.parametrize("inserts", ["append", "gap"])
def test_sampled_positions_have_the_expected_gradient_of_all(inserts: str) -> None:
    model = tiny_model(inserts=inserts)
    padded = no_append_labels(some_sentences())
    whole = gradient(model, objective(model, sample=1.0), padded, (0,))
    sampled = objective(model, sample=0.3)
    draws = torch.stack(
        [gradient(model, sampled, padded, (1, draw)) for draw in range(300)]
    )  # (300, parameters)
    error = (draws.mean(0) - whole).norm() / whole.norm()
    one_draw = (draws - whole).norm(dim=1).mean() / whole.norm()
    assert one_draw > 0.03, "nothing was left out"
    assert error < 4 * one_draw / len(draws) ** 0.5


@pytest.mark.parametrize(
    ("head", "inserts"),
    [("factorised", "append"), ("plain", "append"), ("factorised", "gap"), ("plain", "gap")],
)
def test_shares_of_two_processes_add_up_to_the_whole(head: str, inserts: str) -> None:
    model = tiny_model(head=head, inserts=inserts)
    padded = no_append_labels(some_sentences(rows=5))
    aim = objective(model)
    weights = aim.weigh(padded, (2,))
    whole = aim.losses(model, padded, Share(0, 1, CPU), weights, (2,))
    parts = [aim.losses(model, padded, Share(rank, 2, CPU), weights, (2,)) for rank in range(2)]
    torch.testing.assert_close(parts[0] + parts[1], whole)


def test_copies_weigh_less_and_the_whole_is_divided_by_its_weight() -> None:
    model = tiny_model()
    padded = some_sentences()
    copies = int(((padded.labels == 0) & padded.word_mask).sum())
    edits = int((padded.labels != 0).sum())
    assert objective(model).weigh(padded, ())[0] == pytest.approx(0.4 * copies + edits)
    aim = objective(model, sample=1.0)
    batch = padded.batch(CPU)
    encoded = model.encode(batch)
    positions = batch.every_word()
    logs = model.edit_logits(encoded, batch, positions, model.streams(encoded, batch, positions)).log_softmax(
        1
    )
    labels = torch.from_numpy(padded.labels)[positions.unbind(1)]
    weights = torch.where(labels == 0, 0.4, 1.0)
    wanted = -(weights * logs[torch.arange(len(labels)), labels]).sum() / weights.sum()
    found = aim.losses(model, padded, Share(0, 1, CPU), aim.weigh(padded, ()), ())[0]
    torch.testing.assert_close(found, wanted)


def test_label_smoothing_leaves_impossible_edits_out() -> None:
    model = tiny_model()
    aim = objective(model, label_smoothing=0.1, sample=1.0)
    padded = some_sentences()
    assert torch.isfinite(aim.losses(model, padded, Share(0, 1, CPU), aim.weigh(padded, ()), ())).all()


def test_masked_words_add_up_over_processes() -> None:
    model = tiny_model()
    padded = some_sentences(rows=5)
    aim = MaskedObjective(share=0.5, mask_id=4, special=(0,), vocabulary=30)
    weights = aim.weigh(padded, (3,))
    whole = aim.losses(model, padded, Share(0, 1, CPU), weights, (3,))
    parts = [aim.losses(model, padded, Share(rank, 2, CPU), weights, (3,)) for rank in range(2)]
    torch.testing.assert_close(parts[0] + parts[1], whole)


def test_four_fifths_of_the_hidden_pieces_are_masked_and_a_tenth_stays() -> None:
    pieces = np.full((100, 100), 9)
    hidden = mask_pieces(
        pieces,
        np.ones_like(pieces, dtype=bool),
        share=0.15,
        mask=4,
        vocabulary=1000,
        random=np.random.default_rng(0),
    )
    assert len(hidden.answers) == pytest.approx(1500, rel=0.1)
    there = hidden.pieces[hidden.positions[:, 0], hidden.positions[:, 1]]
    assert (there == 4).mean() == pytest.approx(0.8, abs=0.04)
    assert (there == 9).mean() == pytest.approx(0.1, abs=0.03)
    untouched = hidden.pieces.copy()
    untouched[hidden.positions[:, 0], hidden.positions[:, 1]] = 9
    assert (untouched == 9).all()
