"""Kinds of errors: what is missing, unneeded or replaced, and of which class of words."""

from __future__ import annotations

from functools import cache
from typing import Final

from rapidfuzz.distance import OSA

from textmend.data.corruption import wordclass
from textmend.data.corruption.change import Change, only_letters
from textmend.data.corruption.wordclass import closed_class
from textmend.text import lexicon
from textmend.text.morphology import FORMS

CLASSES: Final = (
    "article",
    "preposition",
    "to",
    "pronoun",
    "auxiliary",
    "conjunction",
    "punctuation",
    "word",
)
KINDS: Final = (
    *(f"missing_{name}" for name in CLASSES),
    *(f"unneeded_{name}" for name in CLASSES),
    *(f"replaced_{name}" for name in CLASSES if name != "to"),
    "verb_form",
    "agreement",
    "noun_number",
    "word_form",
    "spelling",
    "case",
    "apostrophe",
    "hyphen",
    "merged_words",
    "split_words",
    "word_order",
    "confusion",
)
FAMILIES: Final[dict[str, set[str | None]]] = {
    "article": {"article"},
    "preposition": {"preposition", "to"},
    "pronoun": {"pronoun", "article"},
    "conjunction": {"conjunction", "preposition"},
}
CONFUSED: Final = frozenset(
    frozenset(pair.split("/"))
    for pair in (
        "their/there than/then to/too two/too two/to who/how hear/here of/off an/and your/you're know/now "
        "were/where live/leave live/life quite/quiet affect/effect lose/loose whether/weather advice/advise "
        "accept/except passed/past piece/peace week/weak buy/by which/witch see/sea its/it's whole/hole"
    ).split()
)
PRESENT_OF_BE: Final = frozenset(("am", "are", "is", "'m", "'re", "'s"))
PAST_OF_BE: Final = frozenset(("was", "were"))


def kind_of(change: Change, before: str = "") -> str:
    """The kind of a change; `before` is the right word before it.

    >>> [kind_of(Change((), ("the",), 0)), kind_of(Change(("alot",), ("a", "lot"), 0))]
    ['missing_article', 'merged_words']
    >>> for before, wrong, right in (("he", "go", "goes"), ("he", "go", "went"), ("sat", "at", "on")):
    ...     print(kind_of(Change((wrong,), (right,), 1), before))
    agreement
    verb_form
    replaced_preposition
    >>> [kind_of(Change((wrong,), ("cat",), 1), "the") for wrong in ("cats", "Cat", "caat")]
    ['noun_number', 'case', 'spelling']
    """
    if not change.wrong:
        return f"missing_{_class_of(change.right)}"
    if not change.right:
        return f"unneeded_{_class_of(change.wrong)}"
    if only_letters(change.wrong) == only_letters(change.right):
        return _kind_of_writing(change.wrong, change.right)
    if len(change.right) > 1 or len(change.wrong) > 1:
        same = sorted(map(str.lower, change.wrong)) == sorted(map(str.lower, change.right))
        return "word_order" if same else "replaced_word"
    return _kind_of_word(
        change.wrong[0],
        change.right[0],
        wordclass.english().hint_after(before) if before else wordclass.FIRST,
    )


def _class_of(words: tuple[str, ...]) -> str:
    classes = {closed_class(word.lower()) for word in words}
    name = classes.pop() if len(classes) == 1 else None
    return name if name in CLASSES else "word"


def _kind_of_writing(wrong: tuple[str, ...], right: tuple[str, ...]) -> str:
    """The kind of a change in spaces, marks inside words, or case."""
    left, ought = " ".join(wrong).lower(), " ".join(right).lower()
    if left == ought:
        return "case"
    if left.count("-") != ought.count("-"):
        return "hyphen"
    if left.replace("’", "'").count("'") != ought.replace("’", "'").count("'"):
        return "apostrophe"
    if not only_letters(wrong):
        return "replaced_punctuation"
    return (
        "split_words"
        if len(wrong) > len(right)
        else "merged_words"
        if len(wrong) < len(right)
        else "apostrophe"
    )


@cache
def _kind_of_word(wrong: str, right: str, hint: str) -> str:
    wrong, right = wrong.lower(), right.lower()
    classes = {closed_class(wrong), closed_class(right)}
    if classes == {"auxiliary"}:
        return _kind_of_auxiliary(wrong, right)
    if {wrong, right} in CONFUSED:
        return "confusion"
    for name, family in FAMILIES.items():
        if classes <= family:
            return f"replaced_{name}"
    form = form_change(wrong, right, hint)
    if form:
        return kind_of_forms(*form)
    if is_misspelling(wrong, right) and not _is_adverb_of(wrong, right):
        return "confusion" if wrong in lexicon.english() else "spelling"
    return _kind_of_other_word(wrong, right, classes)


def _kind_of_other_word(wrong: str, right: str, classes: set[str | None]) -> str:
    name = classes.pop() if len(classes) == 1 else None
    if name in CLASSES:
        return f"replaced_{name}"
    return "word_form" if _same_stem(wrong, right) else "replaced_word"


def _is_adverb_of(wrong: str, right: str) -> bool:
    return wrong.endswith("ly") != right.endswith("ly") and wrong in lexicon.english()


def _kind_of_auxiliary(wrong: str, right: str) -> str:
    pair = {wrong, right}
    if pair <= PRESENT_OF_BE or pair <= PAST_OF_BE or pair in ({"have", "has"}, {"do", "does"}):
        return "agreement"
    same_verb = form_change(wrong, right, wordclass.PLAIN) or pair <= (PRESENT_OF_BE | PAST_OF_BE)
    return "verb_form" if same_verb else "replaced_auxiliary"


def form_change(wrong: str, right: str, hint: str) -> tuple[str, str] | None:
    """The form a word should have and the one it has; None when they are not forms of one word.

    >>> form_change("go", "went", "v"), form_change("cat", "dog", "d")
    (('verb:past', 'verb:base'), None)
    >>> form_change("informations", "information", "d")
    ('noun:singular', 'regular:plural')
    """
    classes = wordclass.english()
    ought = [form for form in classes.of(right, hint) if form in FORMS] or sorted(classes.forms.forms(right))
    for form in ought:
        part = form.partition(":")[0]
        for other in FORMS:
            if other.startswith(part) and other != form and classes.forms.inflect(right, other) == wrong:
                return form, other
        if part == "noun" and wrong == regular_plural(right):
            return form, "regular:plural"
        if part == "verb" and wrong == regular_past(classes.forms.inflect(right, "verb:base") or right):
            return form, "regular:past"
    return None


def kind_of_forms(ought: str, form: str) -> str:
    """The kind of error that one form instead of another makes.

    >>> kind_of_forms("verb:base", "verb:third"), kind_of_forms("noun:plural", "noun:singular")
    ('agreement', 'noun_number')
    """
    if ought.startswith("noun"):
        return "noun_number"
    if ought.startswith("adjective"):
        return "word_form"
    return "agreement" if {ought, form} == {"verb:base", "verb:third"} else "verb_form"


def regular_plural(word: str) -> str:
    """The plural that the rule would make of any word.

    >>> regular_plural("man"), regular_plural("city"), regular_plural("bus")
    ('mans', 'cities', 'buses')
    """
    if word.endswith("y") and word[-2:-1] not in ("a", "e", "o", "u"):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "z", "ch", "sh")) else "s")


def regular_past(word: str) -> str:
    """The past tense that the rule would make of any verb.

    >>> regular_past("buy"), regular_past("take"), regular_past("fly")
    ('buyed', 'taked', 'flied')
    """
    if word.endswith("y") and word[-2:-1] not in ("a", "e", "o", "u"):
        return word[:-1] + "ied"
    return word + ("d" if word.endswith("e") else "ed")


def is_misspelling(wrong: str, right: str) -> bool:
    """Whether one word looks like another written wrongly.

    >>> is_misspelling("becuase", "because"), is_misspelling("in", "on"), is_misspelling("happy", "sad")
    (True, False, False)
    """
    longest = max(len(wrong), len(right))
    if longest < 4 or not (wrong + right).replace("'", "").isalpha():
        return False
    allowed = 1 if wrong in lexicon.english() else max(1, longest // 3)
    return OSA.distance(wrong, right, score_cutoff=allowed) <= allowed


def _same_stem(wrong: str, right: str) -> bool:
    length = min(len(wrong), len(right))
    stem = max(3, length - 3)
    return length > 3 and wrong[:stem] == right[:stem]
