"""Edit spaces: built by frequency, saved readably, loaded strictly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from textmend.edits import Append, Copy, Delete, EditSpace, Replace, Transform
from textmend.edits.transforms import SETS
from textmend.errors import SpaceError

PAIRS = [
    ("I go home".split(), "I go to the home".split()),
    ("I go out".split(), "I go to out".split()),
    ("we can go".split(), "we could go".split()),
    ("we go".split(), "we went".split()),
]


def test_the_most_frequent_grams_are_kept_in_order_of_count() -> None:
    space = EditSpace.build([*PAIRS, *PAIRS[1:2]], appends=1)
    assert space.appends == (("to",),)
    assert space.replaces == (("could",),)


def test_transforms_take_their_share_before_the_dictionary() -> None:
    assert EditSpace.build(PAIRS, transforms="all").replaces == (("could",),)
    assert set(EditSpace.build(PAIRS, transforms="none").replaces) == {("could",), ("went",)}


def test_longer_inserts_count_by_their_beginning() -> None:
    pairs = [("a b".split(), "a one two three b".split())]
    assert EditSpace.build(pairs, max_words=2).appends == (("one", "two"),)


def test_a_shared_list_serves_appends_and_replaces() -> None:
    space = EditSpace.build(PAIRS, shared=True)
    assert set(space.appends) == set(space.replaces) == {("to",), ("to", "the"), ("could",)}


def test_ids_are_laid_out_copy_delete_transforms_appends_replaces() -> None:
    space = EditSpace(("case:lower", "swap"), (("a",),), (("a",), ("b", "c")))
    kinds = [space.edit_of(number) for number in range(len(space))]
    assert kinds == [
        Copy(),
        Delete(),
        Transform("case:lower"),
        Transform("swap"),
        Append(("a",)),
        Replace(("a",)),
        Replace(("b", "c")),
    ]
    assert [space.id_of(edit) for edit in kinds] == list(range(7))


def test_a_space_survives_saving_and_reads_like_a_list(tmp_path: Path) -> None:
    space = EditSpace.build(PAIRS)
    space.save(tmp_path / "space.json")
    assert EditSpace.load(tmp_path / "space.json") == space
    assert '  ["could"]\n' in (tmp_path / "space.json").read_text()


def test_the_spelling_dictionary_is_saved_with_the_space_and_a_change_is_told(tmp_path: Path) -> None:
    space = EditSpace.build(PAIRS)
    assert space.speller is not None
    fields = json.loads(space.to_json())
    fields["speller"]["sha256"] = "0" * 64
    with pytest.warns(UserWarning, match="spell edits may differ"):
        EditSpace.from_json(json.dumps(fields))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 99}, "version 99, this textmend reads 1; upgrade textmend"),
        ({"colour": "red"}, "unknown field 'colour'"),
        ({"format": "recipe"}, "not an edit space"),
        ({"appends": ["the"]}, "appends must be lists of words, got 'the'"),
        ({"replaces": [[]]}, "replaces must be lists of words"),
        ({"transforms": ["no:such"]}, "unknown transform 'no:such'"),
        ({"appends": [["a"], ["a"]]}, "an edit is listed twice"),
        ({"speller": "en"}, "speller must have name and sha256"),
    ],
)
def test_what_a_space_should_not_hold_is_named(change: dict[str, object], message: str) -> None:
    fields = json.loads(EditSpace((), (), ()).to_json()) | change
    with pytest.raises(SpaceError, match=message):
        EditSpace.from_json(json.dumps(fields), "space.json")


def test_a_missing_field_and_broken_json_are_named() -> None:
    fields = json.loads(EditSpace((), (), ()).to_json())
    del fields["replaces"]
    with pytest.raises(SpaceError, match="field 'replaces' is missing"):
        EditSpace.from_json(json.dumps(fields))
    with pytest.raises(SpaceError, match=r"space.json: not JSON .* make it anew with textmend vocab"):
        EditSpace.from_json("{", "space.json")


def test_an_unknown_transform_set_is_refused() -> None:
    with pytest.raises(SpaceError, match="unknown transform set 'some'; one of none, paper, all"):
        EditSpace.build(PAIRS, transforms="some")


def test_sets_of_transforms_are_a_setting() -> None:
    assert EditSpace.build(PAIRS, transforms="none").transforms == ()
    assert EditSpace.build(PAIRS, transforms="paper").transforms == SETS["paper"]
    assert EditSpace.build(PAIRS, transforms="paper").speller is None
