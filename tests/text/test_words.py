"""Words: Penn style, whole hyphens, exact places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textmend.text.words import INVISIBLE, split_words

CASES = [
    ("I don't know.", "I do n't know ."),
    ("She can’t, won't and cannot!", "She ca n’t , wo n't and can not !"),
    (
        "It's John's; they've, we'll, I'd, I'm, you're.",
        "It 's John 's ; they 've , we 'll , I 'd , I 'm , you 're .",
    ),
    ("a well-known, up-to-date e-mail", "a well-known , up-to-date e-mail"),
    ("Mr. Smith lives in the U.S.A. now.", "Mr. Smith lives in the U.S.A. now ."),
    ("At 10:30 p.m. we had 3.5 or 1,000 of them.", "At 10:30 p.m. we had 3.5 or 1,000 of them ."),
    ("It costs $5, £10.50 or 50%.", "It costs $ 5 , £ 10.50 or 50% ."),
    ("5km at 6pm in the 1990s", "5 km at 6 pm in the 1990s"),
    ("Dear Sir/Madam, on 13/06/00", "Dear Sir / Madam , on 13/06/00"),
    ('He said: "Wait... what?!"', 'He said : " Wait ... what ? ! "'),
    ("apples, pears etc.", "apples , pears etc ."),
    (
        "See https://example.org/a?b=c. Or www.example.org!",
        "See https://example.org/a?b=c . Or www.example.org !",
    ),
    ("Write to ann.lee@example.co.uk, @ann or #fun", "Write to ann.lee@example.co.uk , @ann or #fun"),
    ("the students' books at six o'clock", "the students ' books at six o'clock"),
    ("J. R. Smith and I. Then", "J. R. Smith and I . Then"),
    ("Yes.No,maybe?Right", "Yes . No , maybe ? Right"),
    ("C++ and C# or R&B", "C++ and C# or R&B"),
    ("it's 'fine' because 'twas", "it 's ' fine ' because 'twas"),
    ("Nice 😀👍🏽 👨‍👩‍👧 🇩🇪🇫🇷", "Nice 😀 👍🏽 👨‍👩‍👧 🇩🇪 🇫🇷"),
    ("cafe\u0301s — done", "cafe\u0301s — done"),
    ("(see the file(s) below)", "( see the file(s) below )"),
]


@pytest.mark.parametrize(("text", "words"), CASES)
def test_a_sentence_is_split_as_in_the_learner_corpora(text: str, words: str) -> None:
    assert [word.text for word in split_words(text)] == words.split(" ")


@given(st.text(), st.integers(0, 100))
def test_words_are_slices_and_only_blanks_lie_between(text: str, offset: int) -> None:
    blank = {chr(code) for span in _invisible() for code in span}
    end = offset
    for word in split_words(text, offset):
        assert word.text
        assert text[word.start - offset : word.end - offset] == word.text
        assert all(c.isspace() or c in blank for c in text[end - offset : word.start - offset])
        end = word.end
    assert all(c.isspace() or c in blank for c in text[end - offset :])


def _invisible() -> list[range]:
    plain = INVISIBLE.encode().decode("unicode_escape")
    spans, i = [], 0
    while i < len(plain):
        wide = plain[i + 1 : i + 2] == "-"
        spans.append(range(ord(plain[i]), ord(plain[i + 2 if wide else i]) + 1))
        i += 3 if wide else 1
    return spans


@pytest.mark.parametrize(
    "piece", ["a", "a.", "'", "a'", "n't", "-", "a@", "@a.", "1,", "http://", "😀", "\u200d", "("]
)
def test_a_long_run_without_spaces_is_split(piece: str) -> None:
    text = piece * 20_000
    assert "".join(word.text for word in split_words(text)) == text
