"""What the streams cost in training: one step with them against one step of a plain head, on the same batch.

    python benchmarks/streams.py [--json] [--repeats 7] [--threads 2] [--clock wall|cpu]

A step is forward, backward, clipping and AdamW, with dropout, of a 6 x 768 encoder with random weights.
Variants take turns, so that other work on the machine falls on all of them; figures are medians of the
ratios within a turn, with the lowest and the highest.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional

from naive_streams import naive_states
from textmend.model import Batch, EditModel, Encoded, EncoderConfig, ModelConfig, Streams, build_model

ENCODER = EncoderConfig(
    vocabulary=28996, hidden=768, layers=6, heads=12, intermediate=3072, positions=512, mask=103
)
TRANSFORMS, ARGUMENTS = 100, 1000
SAMPLED = 0.15

Loss = Callable[[EditModel, Batch, Tensor], Tensor]
CLOCKS = {"wall": time.perf_counter, "cpu": time.process_time}


def make_model(head: str) -> EditModel:
    config = ModelConfig(
        encoder=ENCODER,
        transforms=TRANSFORMS,
        appends=ARGUMENTS,
        replaces=ARGUMENTS,
        argument_pieces=3,
        head=head,
    )
    pieces = torch.randint(1000, ENCODER.vocabulary, (2, ARGUMENTS, 2))
    return build_model(config, pieces[0], pieces[1]).train()


def make_batch(sentences: int, words: int, pieces_per_word: float) -> Batch:
    """Sentences of about this many words, as a length bucket holds them."""
    lengths = torch.randint(words - 4, words + 1, (sentences,))
    width = torch.ones(sentences, words + 2, dtype=torch.int64)
    width[:, 1:-1] += (torch.rand(sentences, words) < pieces_per_word - 1).long()
    word_mask = torch.arange(words + 2) < lengths[:, None] + 2  # (B, W)
    width = width * word_mask
    ends = width.cumsum(1)
    first, last = (ends - width) * word_mask, (ends - 1) * word_mask
    piece_mask = torch.arange(int(ends.max())) < ends[:, -1:]  # (B, P)
    pieces = torch.randint(1000, ENCODER.vocabulary, piece_mask.shape) * piece_mask
    return Batch(pieces, piece_mask, first, last, word_mask)


def loss_of(
    model: EditModel, batch: Batch, positions: Tensor, encoded: Encoded, streams: Streams | None
) -> Tensor:
    """The edit loss at the positions and the gates' at all words, every label copy."""
    logits = model.edit_logits(encoded, batch, positions, streams)  # (N, E)
    edits = functional.cross_entropy(logits, torch.zeros(len(logits), dtype=torch.int64))
    gates = model.gate_logits(encoded)[batch.word_mask]  # (N, 3)
    return edits + functional.binary_cross_entropy_with_logits(gates, torch.zeros_like(gates))


def plain(model: EditModel, batch: Batch, positions: Tensor) -> Tensor:
    return loss_of(model, batch, positions, model.encode(batch), None)


def shared(model: EditModel, batch: Batch, positions: Tensor) -> Tensor:
    encoded = model.encode(batch)
    return loss_of(model, batch, positions, encoded, model.streams(encoded, batch, positions))


def naive(model: EditModel, batch: Batch, positions: Tensor) -> Tensor:
    h, replace, append = naive_states(model, batch)
    words = h.gather(1, batch.first.unsqueeze(2).expand(-1, -1, h.shape[2]))  # (B, W, H)
    encoded = Encoded(model.encoder.embeddings.words(batch.pieces), h, (), (), words)
    streams = Streams(replace[positions.unbind(1)], append[positions.unbind(1)])
    return loss_of(model, batch, positions, encoded, streams)


def make_step(model: EditModel, loss: Loss, batch: Batch, positions: Tensor) -> Callable[[], None]:
    optimiser = torch.optim.AdamW(model.parameters(), lr=2e-5, weight_decay=0.01, fused=True)

    def step() -> None:
        loss(model, batch, positions).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad()

    return step


def measure(batch: Batch, repeats: int, clock: Callable[[], float]) -> dict[str, list[float]]:
    """The seconds of each variant's steps, the variants taking turns."""
    words = batch.every_word()
    sample = words[torch.rand(len(words)) < SAMPLED]
    factorised = make_model("factorised")
    steps = {
        "plain": make_step(make_model("plain"), plain, batch, words),
        "sampled": make_step(factorised, shared, batch, sample),
        "all": make_step(factorised, shared, batch, words),
        "naive": make_step(factorised, naive, batch, words),
    }
    for step in steps.values():
        step()
    times: dict[str, list[float]] = {name: [] for name in steps}
    for _ in range(repeats):
        for name, step in steps.items():
            start = clock()
            step()
            times[name].append(clock() - start)
    return times


def report(times: dict[str, list[float]]) -> dict[str, float]:
    """Medians over the turns of each variant's time against the plain head's in the same turn.

    >>> report({"plain": [1.0, 2.0, 1.0], "all": [3.0, 5.0, 3.5]})["all_over_plain"]
    3.0
    """
    figures = {}
    for name in times.keys() - {"plain"}:
        ratios = [time / plain for time, plain in zip(times[name], times["plain"], strict=True)]
        figures[f"{name}_over_plain"] = round(statistics.median(ratios), 3)
        figures[f"{name}_lowest"], figures[f"{name}_highest"] = round(min(ratios), 3), round(max(ratios), 3)
    figures["plain_seconds"] = round(statistics.median(times["plain"]), 3)
    return dict(sorted(figures.items()))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="print JSON only")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    parser.add_argument(
        "--clock", choices=CLOCKS, default="wall", help="cpu: this process alone, on a busy machine"
    )
    parser.add_argument("--sentences", type=int, default=32)
    parser.add_argument("--words", type=int, default=30, help="the longest sentence of the bucket")
    parser.add_argument(
        "--pieces-per-word", type=float, default=1.0, help="1 is the worst case for the streams"
    )
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(1)
    batch = make_batch(arguments.sentences, arguments.words, arguments.pieces_per_word)
    figures = report(measure(batch, arguments.repeats, CLOCKS[arguments.clock]))
    if arguments.json:
        print(json.dumps(figures))
        return
    words, pieces = int(batch.word_mask.sum()), int(batch.piece_mask.sum())
    print(f"{arguments.sentences} sentences, {words} words, {pieces} pieces")
    for name, value in figures.items():
        print(f"{name:20} {value:8.3f}")


if __name__ == "__main__":
    main()
