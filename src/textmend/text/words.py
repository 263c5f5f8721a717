"""Words with their places in the text.

The split is Penn style, as in the BEA-2019 data, but keeps hyphenated words whole. It loses
nothing: `text[word.start : word.end] == word.text`, and only white space and invisible
characters lie between two words.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Word(NamedTuple):
    """A word and its place: characters `start` up to `end` of the text.

    >>> Word("n't", 2, 5).text
    "n't"
    """

    text: str
    start: int
    end: int


APOSTROPHE = "'’"
INVISIBLE = r"\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff"
PUNCTUATION = (
    r"!\"#$%&'()*+,\-./:;<=>?@\[\\\]^`{|}~"
    r"¡¢£¤¥¦§¨©«¬®¯°±´¶·¸»¿×÷‐-‧‰-⁞₠-⃀™←-⏿─-◿⸀-⹿、-〿！-／：-＠［-｀｛-･"
)
EMOJI = r"☀-➿\u2b00-\u2bff\U0001f000-\U0001faff"
ABBREVIATIONS = (
    "Adm Apr Aug Bros Capt Co Col Corp Dec Dr Feb Gen Gov Inc Jan Jr Jul Jun Ltd Maj Messrs Mr Mrs Ms "
    "Mt Nov Oct Ph.D Prof Rev Sen Sep Sept Sgt Sr St cf ca vs"
)
BEFORE_NUMBER = "No Nos Vol Fig Figs Eq Sec Ch Art pp p no vol fig eq sec ch art approx"
ELISIONS = r"cause|em|til|till|tis|twas|bout|round|n|[0-9]0s"
UNITS = "am|pm|km|kg|cm|mm|m|g|h|mg|ml|ms|mb|gb|tb|kb|hz|khz|mhz|ghz|kwh|kw"

_LETTER = rf"[^\s{INVISIBLE}{PUNCTUATION}{EMOJI}]"
_ENDING = rf"[{APOSTROPHE}](?i:s|m|d|re|ve|ll)(?!{_LETTER})"
_NOT = rf"(?i:n[{APOSTROPHE}]t)(?!{_LETTER})"
_EMOJI = rf"[{EMOJI}][\ufe0e\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]*"
_JOINED = (
    rf"(?:[-‐‑&`´]|(?!{_ENDING})[{APOSTROPHE}]|(?<=\d)[.,:/](?=\d)"
    rf"|\.(?=[a-z0-9])|(?<![a-z])\.(?=[A-Z]))(?={_LETTER})"
)
_HOST = r"[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}"

PATTERN = re.compile(
    "|".join(
        (
            r"(?!(?i:cannot|gonna) )[A-Za-z]++(?= )",
            rf"(?i:can(?=not(?!{_LETTER}))|gon(?=na(?!{_LETTER})))",
            rf"(?:[A-Za-z]\.){{2,}}(?!{_LETTER})|(?:{'|'.join(ABBREVIATIONS.split())})\.(?!\.)",
            rf"(?:{'|'.join(BEFORE_NUMBER.split())})\.(?=\s?\d)|[A-HJ-Z]\.(?=\s+[A-Z])",
            r"(?i:https?|ftp|file)://[^\s<>\"]*[^\s<>\"'.,;:!?()\[\]{}’”»]|(?i:www\.)[^\s<>\"]*[\w/]",
            rf"[\w.+-]{{1,64}}@{_HOST}|@\w[\w.-]*\w|#[^\W\d]\w*",
            rf"{_NOT}|{_ENDING}|[{APOSTROPHE}](?i:{ELISIONS})(?!{_LETTER})",
            rf"\d+(?=(?i:{UNITS})(?!{_LETTER}))",
            rf"{_LETTER}+(?={_NOT})",
            rf"{_LETTER}+(?:{_JOINED}{_LETTER}+)*(?:(?<=\d)%|(?<=\b[Cc])(?:\+\+|#)|\(s\))?",
            rf"[.]{{2,}}|…+|''(?!{_LETTER})|`{{2,}}|-{{2,}}|={{2,}}|\*{{2,}}|~{{2,}}|_{{2,}}",
            r"(?<!\S)[:;]['’]?-?[)(DPp/|](?!\w)|(?<!\S)<3(?!\w)",
            rf"[\U0001f1e6-\U0001f1ff]{{2}}|{_EMOJI}(?:\u200d{_EMOJI})*",
            rf"[^\s{INVISIBLE}]",
        )
    )
)


def split_words(text: str, offset: int = 0) -> list[Word]:
    """The words of a text with their places, `offset` added to each place.

    >>> [word.text for word in split_words("I don't know, it's well-known.")]
    ['I', 'do', "n't", 'know', ',', 'it', "'s", 'well-known', '.']
    >>> split_words("No way", offset=10)
    [Word(text='No', start=10, end=12), Word(text='way', start=13, end=16)]
    """
    return [
        Word(match.group(), match.start() + offset, match.end() + offset) for match in PATTERN.finditer(text)
    ]
