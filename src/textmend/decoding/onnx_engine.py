"""Predictions by onnxruntime, from the graphs that `textmend export` wrote, without torch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from textmend.decoding import onnx_folder as files
from textmend.decoding.engine import CANDIDATES, LONGEST, Distribution, Ids, Prediction
from textmend.decoding.packing import END, WORD, Packed, Places
from textmend.decoding.pieces import PieceTable
from textmend.decoding.thresholds import Thresholds
from textmend.edits import EditSpace
from textmend.errors import ModelError

Array = NDArray[Any]
Values = dict[str, Any]

_RANKED = ["ids", "probabilities", "copy"]


class OnnxEngine:
    """An exported model. Streams are computed where its gates reach the thresholds; 0: everywhere."""

    def __init__(self, folder: str | Path, *, gates: Thresholds | None = None, threads: int = 0) -> None:
        """`gates` replaces the thresholds of the folder; `threads` 0 is one for each core."""
        folder = Path(folder)
        self.manifest = files.Manifest.read(folder)
        self.space = EditSpace.load(folder / files.SPACE)
        self.thresholds = Thresholds.load(folder / files.THRESHOLDS)
        self.gates = gates or self.thresholds
        self.pieces = PieceTable(Tokenizer.from_file(str(folder / files.TOKENIZER)))
        self._encoder = _session(folder / files.ENCODER, threads)
        self._gates = _session(folder / files.GATES, threads)
        self._edits = _session(folder / files.EDITS, threads) if self.manifest.has_streams else None

    @property
    def limit(self) -> int:
        return min(LONGEST, self.manifest.positions - 2)

    def sizes(self, words: Sequence[str]) -> list[int]:
        pieced = self.pieces.encode(words)
        sizes: list[int] = (pieced.last - pieced.first + 1)[1:-1].tolist()
        return sizes

    def predict(self, sentences: Sequence[Sequence[str]]) -> list[Prediction]:
        """The likeliest edits of each token."""
        packed = Packed.of([self.pieces.encode(words) for words in sentences])
        state = self._read(packed, _RANKED)
        width = min(CANDIDATES, len(self.space))
        ids, probabilities = (_widened(state.words[name], width) for name in ("ids", "probabilities"))
        copy = state.words["copy"]
        chosen = self._chosen(packed, state)
        if chosen.any:
            found = self._fill(packed, state, chosen, _RANKED)
            for whole, name in ((ids, "ids"), (probabilities, "probabilities"), (copy, "copy")):
                whole[chosen.open] = found[name]
        parts = (ids, probabilities, copy[:, 0], state.words["gates"][:, 0])
        return [Prediction(i, p, c, g) for i, p, c, g in _cut(sentences, *parts)]

    def distributions(self, sentences: Sequence[Sequence[str]]) -> list[Distribution]:
        """The whole distribution of each token."""
        packed = Packed.of([self.pieces.encode(words) for words in sentences])
        state = self._read(packed, ["every"])
        every = _widened(state.words["every"], len(self.space))  # (N, E)
        chosen = self._chosen(packed, state)
        if chosen.any:
            every[chosen.open] = self._fill(packed, state, chosen, ["every"])["every"]
        gate = state.words["gates"][:, 0]
        return [Distribution(*of_sentence) for of_sentence in _cut(sentences, every, gate)]

    def _read(self, packed: Packed, wanted: list[str]) -> _State:
        """First run of the encoder, and what h alone says of each word."""
        manifest = self.manifest
        nothing = np.zeros((len(packed.lengths), manifest.heads, 0, manifest.head_size), dtype=np.float32)
        past = {f"past {what}": _value(nothing) for what in self._memory()}
        states = self._encode(
            packed.pieces, packed.positions(), packed.places(), past, ["h", "rows", "met", *self._memory()]
        )
        inputs = {
            "h": states["h"],
            "rows": states["rows"],
            "met": states["met"],
            "first": packed.first,
            "word_of_piece": packed.word_of_piece,
            "counts": (packed.last - packed.first + 1).astype(np.float32),
            "role": packed.role,
        }
        outputs = ["gates", "h_word", *wanted]
        if self._edits is not None:
            outputs += ["stay", "kept"]
        return _State(states, _arrays(_run(self._gates, inputs, outputs)))

    def _chosen(self, packed: Packed, state: _State) -> _Chosen:
        """The words whose streams the gates ask for, where there can be such edits at all."""
        if self._edits is None:
            return _Chosen.of(np.array([], dtype=np.int64), np.array([], dtype=np.int64))
        gates = state.words["gates"]  # (N, 3)
        replaced = np.flatnonzero((packed.role == WORD) & (gates[:, 1] >= self.gates.replace_gate))
        appended = np.flatnonzero((packed.role != END) & (gates[:, 2] >= self.gates.append_gate))
        return _Chosen.of(replaced, appended)

    def _fill(self, packed: Packed, state: _State, chosen: _Chosen, wanted: list[str]) -> dict[str, Array]:
        """Second run of the encoder, for the blanks of the chosen words, and all edits there."""
        assert self._edits is not None
        blanks = packed.blanks(chosen.replaced, chosen.appended)
        masks = np.full(len(blanks.sentence), self.pieces.mask_id)
        past = {f"past {what}": state.states[what] for what in self._memory()}
        met = self._encode(masks, blanks.positions, packed.places_of(blanks), past, ["met"])["met"].numpy()
        counts = packed.last[chosen.replaced] - packed.first[chosen.replaced] + 1  # (R,)
        worn_row = np.repeat(np.arange(len(counts)), counts)  # (Q,)
        offset = np.arange(len(worn_row)) - np.repeat(np.cumsum(counts) - counts, counts)  # (Q,)
        inputs = {
            "h_word": state.words["h_word"],
            "stay": state.words["stay"],
            "kept": state.words["kept"],
            "rows": state.states["rows"],
            "open": chosen.open,
            "append_word": chosen.appended,
            "append_at": np.searchsorted(chosen.open, chosen.appended)[:, None],
            "append_met": met[len(counts) :],
            "replace_word": chosen.replaced,
            "replace_at": np.searchsorted(chosen.open, chosen.replaced)[:, None],
            "replace_met": met[: len(counts)],
            "replace_counts": counts.astype(np.float32),
            "worn_piece": packed.first[chosen.replaced][worn_row] + offset,
            "worn_row": worn_row,
        }
        return _arrays(_run(self._edits, inputs, wanted))

    def _encode(self, pieces: Ids, positions: Ids, places: Places, past: Values, wanted: list[str]) -> Values:
        inputs = {
            "pieces": pieces,
            "places": positions,
            "slots": places.slots,
            "back": places.back,
            "bias": places.bias,
            **past,
        }
        return _run(self._encoder, inputs, wanted)

    def _memory(self) -> list[str]:
        return [f"{what} {number}" for number in range(self.manifest.layers) for what in ("keys", "values")]


@dataclass(frozen=True, slots=True)
class _State:
    """What the first run leaves: the encoder's values, and arrays over the N words."""

    states: Values
    words: dict[str, Array]


@dataclass(frozen=True, slots=True)
class _Chosen:
    """Words with a replace stream, with an append stream, and with either."""

    replaced: Ids
    appended: Ids
    open: Ids

    @classmethod
    def of(cls, replaced: Ids, appended: Ids) -> _Chosen:
        return cls(replaced, appended, np.union1d(replaced, appended))

    @property
    def any(self) -> bool:
        return len(self.open) > 0


def _session(path: Path, threads: int) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    try:
        return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's errors have no common class
        raise ModelError(f"{path}: onnxruntime cannot read it ({error}); update onnxruntime") from error


def _run(session: Any, inputs: Mapping[str, Any], wanted: list[str]) -> Values:
    """Run a session on values and arrays; results stay values, so that nothing is copied."""
    known = {node.name for node in session.get_inputs()}
    values = {name: _value(value) for name, value in inputs.items() if name in known}
    return dict(zip(wanted, session.run_with_ort_values(wanted, values), strict=True))


def _value(array: Any) -> Any:
    if isinstance(array, onnxruntime.OrtValue):
        return array
    return onnxruntime.OrtValue.ortvalue_from_numpy(np.ascontiguousarray(array))


def _arrays(values: Values) -> dict[str, Array]:
    return {name: value.numpy() for name, value in values.items()}


def _widened(rows: Array, width: int) -> Array:
    """Rows with zeros on the right.

    >>> _widened(np.array([[1, 2]]), 3)
    array([[1, 2, 0]])
    """
    return np.pad(rows, ((0, 0), (0, width - rows.shape[1])))


def _cut(sentences: Sequence[Sequence[str]], *parts: Array) -> list[tuple[Array, ...]]:
    """The rows of each sentence, of several arrays over all words."""
    ends = np.cumsum([len(words) + 2 for words in sentences])[:-1]
    return list(zip(*(np.split(part, ends) for part in parts), strict=True))
