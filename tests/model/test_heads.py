"""Heads against a plain loop over the formulas, and what [START] and [END] may become."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from textmend.decoding.pieces import PieceTable
from textmend.errors import ModelError
from textmend.model import Batch, EditModel, Streams

MakeModel = Callable[..., EditModel]


def phi(model: EditModel, pieces: list[int]) -> torch.Tensor:
    rows = model.encoder.embeddings.words.weight[pieces]
    return rows.sum(0) if model.phi.scale is None else rows.mean(0) * model.phi.scale


def spelled(matrix: torch.Tensor, row: int, pad: int) -> list[int]:
    return [piece for piece in matrix[row].tolist() if piece != pad]


def edits_by_hand(model: EditModel, batch: Batch, sentence: int, word: int, streams: Streams) -> list[float]:
    """The five formulas, one edit after another, for one word with one replace and one append state."""
    pad = model.config.encoder.pad
    h = model.encode(batch).h[sentence, batch.first[sentence, word]]
    first, last = int(batch.first[sentence, word]), int(batch.last[sentence, word])
    x = phi(model, batch.pieces[sentence, first : last + 1].tolist())
    meet = model.masked_words.transform
    h_met, r_met, a_met = meet(h), meet(streams.replace[0]), meet(streams.append[0])
    kept, append, replace = model.head.kept, model.head.append, model.head.replace
    logits = [kept.weight[0] @ h + kept.bias[0] + x @ h_met, kept.weight[1] @ h + kept.bias[1]]
    transforms = range(2, 2 + model.config.transforms)
    logits += [kept.weight[k] @ h + kept.bias[k] + x @ h_met for k in transforms]
    for w in range(model.config.appends):
        put = phi(model, spelled(model.append_pieces, w, pad))
        logits.append(append.weight[w] @ h + append.bias[w] + x @ h_met + put @ a_met)
    for w in range(model.config.replaces):
        put = phi(model, spelled(model.replace_pieces, w, pad))
        logits.append(replace.weight[w] @ h + replace.bias[w] + (put - x) @ r_met)
    return [float(logit) for logit in logits]


@torch.no_grad()
@pytest.mark.parametrize("phi_kind", ["sum", "mean"])
@pytest.mark.parametrize("embedding", [16, 8])
def test_the_factorised_head_equals_a_loop_over_the_formulas(
    make_model: MakeModel, batch: Batch, phi_kind: str, embedding: int
) -> None:
    model = make_model(phi=phi_kind, embedding=embedding)
    encoded = model.encode(batch)
    inner = torch.tensor([[0, 3], [2, 6], [1, 1], [0, 1]])
    logits = model.edit_logits(encoded, batch, inner, model.streams(encoded, batch, inner))
    for row, position in enumerate(inner):
        one = model.streams(encoded, batch, position[None])
        expected = torch.tensor(edits_by_hand(model, batch, *position.tolist(), one))
        torch.testing.assert_close(logits[row], expected, atol=1e-5, rtol=1e-5)


@torch.no_grad()
@pytest.mark.parametrize("head", ["factorised", "plain"])
def test_start_is_copied_or_appended_to_and_end_is_copied(
    make_model: MakeModel, batch: Batch, head: str
) -> None:
    model = make_model(head=head)
    encoded = model.encode(batch)
    words = batch.every_word()
    finite = model.edit_logits(encoded, batch, words, model.streams(encoded, batch, words)).isfinite()
    ends = batch.ends().tolist()
    for (sentence, word), allowed in zip(words.tolist(), finite, strict=True):
        expected = set(range(model.config.edits))
        if word == 0:
            expected = {0, 5, 6, 7, 8}
        elif word == ends[sentence]:
            expected = {0}
        assert set(allowed.nonzero().flatten().tolist()) == expected


@torch.no_grad()
def test_without_streams_only_edits_of_h_compete(make_model: MakeModel, batch: Batch) -> None:
    model = make_model()
    encoded = model.encode(batch)
    positions = torch.tensor([[0, 1], [0, 2], [2, 3]])
    bare = model.edit_logits(encoded, batch, positions)
    full = model.edit_logits(encoded, batch, positions, model.streams(encoded, batch, positions))
    assert torch.equal(bare[:, :5], full[:, :5])
    assert bare[:, 5:].isneginf().all()
    some = model.streams(encoded, batch, positions, torch.tensor([1]), torch.tensor([2, 0]))
    partial = model.edit_logits(encoded, batch, positions, some)
    torch.testing.assert_close(partial[[0, 2], 5:9], full[[0, 2], 5:9])
    torch.testing.assert_close(partial[1, 9:], full[1, 9:])
    assert partial[1, 5:9].isneginf().all()
    assert partial[[0, 2], 9:].isneginf().all()


@torch.no_grad()
def test_the_plain_head_reads_h_alone(make_model: MakeModel, batch: Batch) -> None:
    model = make_model(head="plain")
    encoded = model.encode(batch)
    position = torch.tensor([[0, 3]])
    expected = model.head.weight @ encoded.h_word[0, 3] + model.head.bias
    torch.testing.assert_close(model.edit_logits(encoded, batch, position)[0], expected)


@torch.no_grad()
def test_gap_inserts_are_scored_in_a_softmax_of_their_own(make_model: MakeModel, batch: Batch) -> None:
    model = make_model(inserts="gap")
    encoded = model.encode(batch)
    positions = torch.tensor([[0, 3], [0, 0], [0, 5]])
    streams = model.streams(encoded, batch, positions)
    assert model.edit_logits(encoded, batch, positions, streams)[:, 5:9].isneginf().all()
    gaps = model.gap_logits(encoded, batch, positions, streams)
    a = streams.append[0]
    met = model.masked_words.transform(a)
    assert gaps[0, 0] == pytest.approx(float(model.gap.null.weight[0] @ a + model.gap.null.bias[0]), abs=1e-5)
    for w in range(model.config.appends):
        put = phi(model, spelled(model.append_pieces, w, model.config.encoder.pad))
        theta = model.gap.append
        expected = theta.weight[w] @ a + theta.bias[w] + put @ met
        assert gaps[0, 1 + w] == pytest.approx(float(expected), abs=1e-5)
    assert gaps[1].isfinite().all()
    assert gaps[2].isfinite().tolist() == [True, False, False, False, False]


@torch.no_grad()
def test_gap_logits_of_a_model_without_gaps_are_refused(make_model: MakeModel, batch: Batch) -> None:
    model = make_model()
    encoded = model.encode(batch)
    words = batch.every_word()
    with pytest.raises(ModelError, match="inserts = 'gap'"):
        model.gap_logits(encoded, batch, words, model.streams(encoded, batch, words))


@pytest.mark.parametrize("settings", [{}, {"head": "plain"}, {"inserts": "gap"}, {"phi": "mean"}])
def test_every_weight_learns_in_every_setting(
    make_model: MakeModel, batch: Batch, settings: dict[str, str]
) -> None:
    model = make_model(**settings).train()
    words = batch.every_word()
    encoded = model.encode(batch)
    streams = model.streams(encoded, batch, words)
    copies = torch.zeros(len(words), dtype=torch.int64)
    cross_entropy = torch.nn.functional.cross_entropy
    loss = cross_entropy(model.edit_logits(encoded, batch, words, streams), copies)
    loss = loss + model.gate_logits(encoded).square().mean()
    loss = loss + cross_entropy(model.masked_word_logits(encoded, words), copies)
    if model.gap is not None:
        loss = loss + cross_entropy(model.gap_logits(encoded, batch, words, streams), copies)
    loss.backward()
    for name, parameter in model.named_parameters():
        assert parameter.grad is not None, name
        assert parameter.grad.isfinite().all(), name


@torch.no_grad()
def test_a_new_model_copies(make_model: MakeModel, batch: Batch, table: PieceTable) -> None:
    from textmend.model import build_model

    config = make_model().config
    torch.manual_seed(0)
    model = build_model(config).eval()
    encoded = model.encode(batch)
    words = batch.every_word()
    logits = model.edit_logits(encoded, batch, words, model.streams(encoded, batch, words))
    assert (logits.argmax(1) == 0).all()
    assert (model.gate_logits(encoded).sigmoid() < 0.5).all()


@torch.no_grad()
def test_kept_arguments_follow_the_weights(make_model: MakeModel) -> None:
    model = make_model()
    before = model.arguments()
    assert model.arguments()[0] is before[0]
    model.encoder.embeddings.words.weight.mul_(2)
    torch.testing.assert_close(model.arguments()[0], before[0] * 2)
    model.encoder.embeddings.words.weight.data.mul_(2)
    torch.testing.assert_close(model.eval().arguments()[0], before[0] * 4)


@torch.no_grad()
def test_kept_arguments_follow_the_scale_of_frozen_words(make_model: MakeModel) -> None:
    model = make_model(phi="mean").train()
    model.encoder.embeddings.words.weight.requires_grad_(False)
    before = model.arguments()[0].clone()
    model.phi.scale.mul_(3)
    torch.testing.assert_close(model.arguments()[0], before * 3)


@pytest.mark.parametrize("settings", [{}, {"inserts": "gap", "phi": "mean"}])
def test_mixed_precision_runs_forward_and_backward(
    make_model: MakeModel, batch: Batch, settings: dict[str, str]
) -> None:
    model = make_model(**settings).train()
    words = batch.every_word()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        encoded = model.encode(batch)
        streams = model.streams(encoded, batch, words, replace_at=torch.arange(0, len(words), 2))
        logits = model.edit_logits(encoded, batch, words, streams).float()
        loss = torch.nn.functional.cross_entropy(logits, torch.zeros(len(words), dtype=torch.int64))
        if model.gap is not None:
            loss = loss + model.gap_logits(encoded, batch, words, streams)[:, 0].float().mean()
    loss.backward()
    assert all(p.grad is None or p.grad.isfinite().all() for p in model.parameters())
    assert model.encoder.embeddings.words.weight.grad is not None
