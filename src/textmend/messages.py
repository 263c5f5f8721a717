"""A plain-English reason for an edit, from its kind and its transform."""

from __future__ import annotations

from typing import Final

REASONS: Final = {
    "case:capitalise": "capital letter",
    "case:lower": "small letter",
    "case:upper": "capital letters",
    "verb:base": "base form of the verb",
    "verb:third": "third person singular",
    "verb:gerund": "-ing form",
    "verb:past": "past tense",
    "verb:participle": "past participle",
    "noun:singular": "singular",
    "noun:plural": "plural",
    "adjective:positive": "plain form of the adjective",
    "adjective:comparative": "comparative",
    "adjective:superlative": "superlative",
    "spell": "spelling",
    "join": "one word",
    "join:hyphen": "hyphen",
    "hyphen:drop": "no hyphen",
    "hyphen:split": "two words without a hyphen",
    "split": "two words",
    "swap": "word order",
}

CLASSES: Final = {
    "article": frozenset({"a", "an", "the"}),
    "preposition": frozenset(
        """about above across after against along among around at before behind below beside between by
        during for from in into near of off on onto out over since through to toward towards under until up
        upon with within without""".split()
    ),
    "pronoun": frozenset(
        """i me my mine you your yours he him his she her hers it its we us our ours they them their theirs
        who whom whose which that this these those""".split()
    ),
    "auxiliary verb": frozenset(
        """am is are was were be been being do does did have has had will would shall should can could may
        might must""".split()
    ),
    "conjunction": frozenset("and but or so because although though while if unless".split()),
}


def explain(kind: str, argument: str, before: str, after: str) -> str:
    """Say what an edit does and why.

    >>> explain("transform", "verb:past", "go", "went")
    "'go' -> 'went': past tense"
    >>> explain("append", "the", "", "the "), explain("delete", "", "of ", "")
    ("missing article 'the'", "unneeded preposition 'of'")
    """
    old, new = before.strip(), after.strip()
    if not old:
        return f"missing {word_class(new)} '{new}'"
    if not new:
        return f"unneeded {word_class(old)} '{old}'"
    return f"'{old}' -> '{new}': {_reason(kind, argument, old, new)}"


def _reason(kind: str, argument: str, old: str, new: str) -> str:
    if kind == "transform":
        return REASONS.get(argument, "word form")
    classes = {word_class(old), word_class(new)}
    return classes.pop() if len(classes) == 1 and "word" not in classes else "word choice"


def word_class(text: str) -> str:
    """The kind of word, as far as a list tells.

    >>> word_class("The"), word_class(","), word_class("zebra"), word_class("in the")
    ('article', 'punctuation', 'word', 'words')
    """
    if not any(character.isalnum() for character in text):
        return "punctuation"
    words = text.lower().split()
    if len(words) > 1:
        return "words"
    return next((name for name, members in CLASSES.items() if words[0] in members), "word")
