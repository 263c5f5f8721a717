"""An engine that follows a script: for tests, examples and trying out a front end without a model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from textmend.decoding.engine import Distribution, Prediction
from textmend.edits import END, START, Append, Edit, EditSpace, Replace, Transform

Odds = Mapping[Edit, float]


class ScriptedEngine:
    """Prewritten edits, by word or by place in a sentence; everything else is copied.

    `words` says what to do with a word wherever it stands, `sentences` what to do at positions ([START] is 0)
    of one sentence, written with spaces. An edit stands for itself with probability 0.9, odds give several.

    >>> engine = ScriptedEngine({"teh": Replace(("the",))}, {"I go home": {2: Append(("to",))}})
    >>> prediction, = engine.predict([["I", "go", "home"]])
    >>> engine.space.edit_of(prediction.ids[2][0]), round(float(prediction.copy[2]), 2)
    (Append(words=('to',)), 0.1)
    """

    def __init__(
        self,
        words: Mapping[str, Edit | Odds] | None = None,
        sentences: Mapping[str, Mapping[int, Edit | Odds]] | None = None,
        *,
        limit: int = 254,
    ) -> None:
        self.words = {word: _odds(line) for word, line in (words or {}).items()}
        self.sentences = {
            sentence: {position: _odds(line) for position, line in lines.items()}
            for sentence, lines in (sentences or {}).items()
        }
        self.limit = limit
        self.batches: list[list[str]] = []
        """The sentences of each batch that was asked for, for tests that count."""
        self.space = _space(self._odds())

    def _odds(self) -> Iterator[Odds]:
        yield from self.words.values()
        for lines in self.sentences.values():
            yield from lines.values()

    def sizes(self, words: Sequence[str]) -> list[int]:
        return [1] * len(words)

    def predict(self, sentences: Sequence[Sequence[str]]) -> list[Prediction]:
        return [distribution.best(self.space) for distribution in self.distributions(sentences)]

    def distributions(self, sentences: Sequence[Sequence[str]]) -> list[Distribution]:
        self.batches.append([" ".join(words) for words in sentences])
        return [self._distribution(words) for words in sentences]

    def _distribution(self, words: Sequence[str]) -> Distribution:
        edits = np.zeros((len(words) + 2, len(self.space)), dtype=np.float32)  # (n, E)
        lines = self.sentences.get(" ".join(words), {})
        for position, word in enumerate((START, *words, END)):
            for edit, probability in {**self.words.get(word, {}), **lines.get(position, {})}.items():
                edits[position, self.space.id_of(edit)] = probability
        edits[:, 0] = 1 - edits[:, 1:].sum(1)
        return Distribution(edits, 1 - edits[:, 0])


def _odds(line: Edit | Odds) -> Odds:
    return line if isinstance(line, Mapping) else {line: 0.9}


def _space(lines: Iterator[Odds]) -> EditSpace:
    """The smallest space with all edits of a script."""
    edits = list(dict.fromkeys(edit for line in lines for edit in line))
    return EditSpace(
        transforms=tuple(edit.name for edit in edits if isinstance(edit, Transform)),
        appends=tuple(edit.words for edit in edits if isinstance(edit, Append)),
        replaces=tuple(edit.words for edit in edits if isinstance(edit, Replace)),
    )
