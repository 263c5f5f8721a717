"""Streams: what they equal, what they see and what they must not see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from textmend.decoding.pieces import PieceTable
from textmend.model import Batch, EditModel, Encoded

MakeModel = Callable[..., EditModel]


def word_span(batch: Batch, sentence: int, word: int) -> slice:
    return slice(int(batch.first[sentence, word]), int(batch.last[sentence, word]) + 1)


def with_noise_at(encoded: Encoded, sentence: int, pieces: slice) -> Encoded:
    """The same states, the stored keys and values of some pieces replaced by noise."""
    generator = torch.Generator().manual_seed(1)

    def noisy(stored: torch.Tensor) -> torch.Tensor:
        changed = stored.clone()
        part = changed[sentence, :, pieces]
        changed[sentence, :, pieces] = torch.randn(part.shape, generator=generator) * 3
        return changed

    return replace(encoded, keys=tuple(map(noisy, encoded.keys)), values=tuple(map(noisy, encoded.values)))


@torch.no_grad()
@pytest.mark.parametrize("embedding", [16, 8])
def test_streams_equal_one_masked_attention_over_everything(
    make_model: MakeModel, batch: Batch, naive: ModuleType, embedding: int
) -> None:
    model = make_model(embedding=embedding)
    positions = batch.every_word()
    encoded = model.encode(batch)
    streams = model.streams(encoded, batch, positions)
    h, r, a = naive.naive_states(model, batch)
    torch.testing.assert_close(encoded.h[batch.piece_mask], h[batch.piece_mask], atol=1e-5, rtol=0)
    torch.testing.assert_close(streams.replace, r[positions.unbind(1)], atol=1e-5, rtol=0)
    torch.testing.assert_close(streams.append, a[positions.unbind(1)], atol=1e-5, rtol=0)


def test_gradients_equal_those_of_the_naive_attention(
    make_model: MakeModel, batch: Batch, naive: ModuleType
) -> None:
    model = make_model()
    positions = batch.every_word()
    streams = model.streams(model.encode(batch), batch, positions)
    (streams.replace.sin().sum() + streams.append.cos().sum()).backward()
    ours = {name: p.grad.clone() for name, p in model.encoder.named_parameters() if p.grad is not None}
    model.zero_grad()
    _, r, a = naive.naive_states(model, batch)
    (r[positions.unbind(1)].sin().sum() + a[positions.unbind(1)].cos().sum()).backward()
    theirs = {name: p.grad for name, p in model.encoder.named_parameters() if p.grad is not None}
    assert ours.keys() == theirs.keys()
    for name, gradient in ours.items():
        torch.testing.assert_close(gradient, theirs[name], atol=2e-4, rtol=1e-4, msg=name)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_subset_in_any_order_equals_all_positions_restricted(
    make_model: MakeModel, batch: Batch, data: st.DataObject
) -> None:
    model = make_model()
    words = batch.every_word()
    rows = data.draw(st.lists(st.integers(0, len(words) - 1), unique=True))
    with torch.no_grad():
        encoded = model.encode(batch)
        everywhere = model.streams(encoded, batch, words)
        subset = model.streams(encoded, batch, words[rows])
    torch.testing.assert_close(subset.replace, everywhere.replace[rows], atol=1e-5, rtol=0)
    torch.testing.assert_close(subset.append, everywhere.append[rows], atol=1e-5, rtol=0)


@torch.no_grad()
def test_each_kind_can_have_its_own_subset(make_model: MakeModel, batch: Batch) -> None:
    model = make_model()
    encoded = model.encode(batch)
    words = batch.every_word()
    everywhere = model.streams(encoded, batch, words)
    some = model.streams(encoded, batch, words, torch.tensor([5, 1]), torch.tensor([2]))
    torch.testing.assert_close(some.replace, everywhere.replace[[5, 1]], atol=1e-5, rtol=0)
    torch.testing.assert_close(some.append, everywhere.append[[2]], atol=1e-5, rtol=0)


@torch.no_grad()
def test_noise_in_a_words_keys_and_values_changes_its_append_state_only(
    make_model: MakeModel, batch: Batch
) -> None:
    model = make_model()
    encoded = model.encode(batch)
    for position in batch.every_word():
        sentence, word = position.tolist()
        noisy = with_noise_at(encoded, sentence, word_span(batch, sentence, word))
        before = model.streams(encoded, batch, position[None])
        after = model.streams(noisy, batch, position[None])
        assert torch.equal(before.replace, after.replace), (sentence, word)
        assert not torch.allclose(before.append, after.append, atol=1e-3), (sentence, word)


@torch.no_grad()
def test_noise_in_another_word_changes_the_replace_state(make_model: MakeModel, batch: Batch) -> None:
    model = make_model()
    encoded = model.encode(batch)
    noisy = with_noise_at(encoded, 0, word_span(batch, 0, 1))
    position = torch.tensor([[0, 3]])
    before, after = (model.streams(states, batch, position).replace for states in (encoded, noisy))
    assert not torch.allclose(before, after, atol=1e-3)


@torch.no_grad()
def test_with_one_layer_the_replace_state_does_not_depend_on_its_word(
    make_model: MakeModel, batch: Batch
) -> None:
    model = make_model(layers=1)
    position = torch.tensor([[0, 3]])
    pieces = batch.pieces.clone()
    span = word_span(batch, 0, 3)
    pieces[0, span] = pieces[0, span].flip(0) - 1
    changed = replace(batch, pieces=pieces)
    before = model.streams(model.encode(batch), batch, position)
    after = model.streams(model.encode(changed), changed, position)
    assert torch.equal(before.replace, after.replace)
    assert not torch.allclose(before.append, after.append, atol=1e-3)


def test_no_stream_depends_on_another_and_h_depends_on_none(make_model: MakeModel, batch: Batch) -> None:
    model = make_model()
    blanks = model.encoder.embeddings.blanks
    inputs: list[torch.Tensor] = []

    def recording(positions: torch.Tensor) -> torch.Tensor:
        inputs.append(blanks(positions).detach().requires_grad_())
        return inputs[0]

    model.encoder.embeddings.blanks = recording  # type: ignore[method-assign]
    encoded = model.encode(batch)
    streams = model.streams(encoded, batch, batch.every_word())
    states = torch.cat([streams.replace, streams.append])
    for row in range(len(states)):
        (gradient,) = torch.autograd.grad(states[row].sin().sum(), inputs[0], retain_graph=True)
        assert gradient.abs().sum(1).nonzero().flatten().tolist() == [row]
    (unused,) = torch.autograd.grad(encoded.h.sum(), inputs[0], allow_unused=True)
    assert unused is None


@torch.no_grad()
def test_padding_changes_nothing(make_model: MakeModel, batch: Batch, table: PieceTable) -> None:
    model = make_model()
    together = model.encode(batch)
    for sentence in range(len(batch.pieces)):
        pieces, words = int(batch.piece_mask[sentence].sum()), int(batch.word_mask[sentence].sum())
        rows = slice(sentence, sentence + 1)
        alone = Batch(
            batch.pieces[rows, :pieces],
            batch.piece_mask[rows, :pieces],
            batch.first[rows, :words],
            batch.last[rows, :words],
            batch.word_mask[rows, :words],
        )
        encoded = model.encode(alone)
        torch.testing.assert_close(encoded.h[0], together.h[sentence, :pieces], atol=1e-5, rtol=0)
        here = alone.every_word()
        there = here + torch.tensor([sentence, 0])
        ours = model.edit_logits(encoded, alone, here, model.streams(encoded, alone, here))
        theirs = model.edit_logits(together, batch, there, model.streams(together, batch, there))
        torch.testing.assert_close(ours, theirs, atol=1e-4, rtol=0)


@torch.no_grad()
def test_no_positions_give_no_states(make_model: MakeModel, batch: Batch) -> None:
    model = make_model()
    encoded = model.encode(batch)
    nowhere = torch.empty(0, 2, dtype=torch.int64)
    streams = model.streams(encoded, batch, nowhere)
    assert streams.replace.shape == streams.append.shape == (0, 16)
    assert model.edit_logits(encoded, batch, nowhere, streams).shape == (0, model.config.edits)
