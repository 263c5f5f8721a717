"""Model folders: what is written comes back; what is damaged is named; a crash leaves the old folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from textmend.decoding.pieces import PieceTable
from textmend.decoding.thresholds import Thresholds
from textmend.edits import EditSpace
from textmend.errors import ConfigError, ModelError
from textmend.model import Batch, EditModel, ModelConfig, load_model, read_encoder, save_model
from textmend.model.folder import recover, write_folder
from textmend.model.hub import push_model

MakeModel = Callable[..., EditModel]
SPACE = EditSpace(
    transforms=("case:capitalise", "case:lower", "case:upper"),
    appends=(("a",), ("b", "c"), ("dd",), ("e",)),
    replaces=(("f",), ("g", "h"), ("iij",)),
)


def save(folder: Path, model: EditModel, table: PieceTable, *, half: bool = False) -> Path:
    thresholds = Thresholds(copy_bias=0.25).to_json()
    save_model(folder, model, table.tokenizer.to_str(), SPACE.to_json(), thresholds, "# A card\n", half=half)
    return folder


@pytest.fixture
def folder(tmp_path: Path, make_model: MakeModel, table: PieceTable) -> Path:
    return save(tmp_path / "model", make_model(), table)


def edit_json(path: Path, change: Callable[[dict[str, object]], None]) -> None:
    settings = json.loads(path.read_text("utf-8"))
    change(settings)
    path.write_text(json.dumps(settings), "utf-8")


def edit_weights(folder: Path, change: Callable[[dict[str, torch.Tensor]], object]) -> None:
    """Other weights, with a sum that fits them: what is left to notice is the names."""
    import hashlib

    path = folder / "model.safetensors"
    weights = load_file(path)
    change(weights)
    save_file(weights, path)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    edit_json(folder / "config.json", lambda settings: settings["sha256"].update({path.name: digest}))  # type: ignore[attr-defined]


@torch.no_grad()
@pytest.mark.parametrize("settings", [{}, {"head": "plain"}, {"inserts": "gap"}, {"phi": "mean"}])
def test_a_saved_model_comes_back_the_same(
    tmp_path: Path, make_model: MakeModel, table: PieceTable, batch: Batch, settings: dict[str, str]
) -> None:
    model = make_model(**settings)
    loaded = load_model(save(tmp_path / "m", model, table))
    assert loaded.model.config == model.config
    assert loaded.space == SPACE
    assert loaded.thresholds == Thresholds(copy_bias=0.25)
    assert loaded.tokenizer.to_str() == table.tokenizer.to_str()
    assert not loaded.model.training
    state = model.state_dict()
    assert loaded.model.state_dict().keys() == state.keys()
    assert all(torch.equal(value, state[name]) for name, value in loaded.model.state_dict().items())
    words = batch.every_word()
    ours, theirs = (
        each.edit_logits(encoded := each.encode(batch), batch, words, each.streams(encoded, batch, words))
        for each in (model, loaded.model)
    )
    assert torch.equal(ours, theirs)


def test_half_storage_is_half_the_bytes_and_loads_as_float32(
    tmp_path: Path, make_model: MakeModel, table: PieceTable
) -> None:
    model = make_model()
    save(tmp_path / "whole", model, table)
    save(tmp_path / "half", model, table, half=True)
    stored = load_file(tmp_path / "half" / "model.safetensors")
    assert stored["encoder.embeddings.words.weight"].dtype == torch.float16
    assert stored["append_pieces"].dtype == torch.int64
    for name, value in load_model(tmp_path / "half").model.state_dict().items():
        assert value.dtype == model.state_dict()[name].dtype
        torch.testing.assert_close(value, model.state_dict()[name], atol=2e-3, rtol=2e-3)


def test_the_folder_holds_the_six_files(folder: Path) -> None:
    names = {
        "config.json",
        "model.safetensors",
        "tokenizer.json",
        "edits.json",
        "thresholds.json",
        "README.md",
    }
    assert {path.name for path in folder.iterdir()} == names
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json", "edits.json"])
def test_a_damaged_file_is_named(folder: Path, name: str) -> None:
    path = folder / name
    content = bytearray(path.read_bytes())
    content[-20] ^= 1
    path.write_bytes(content)
    with pytest.raises(ModelError, match=rf"{name}: damaged"):
        load_model(folder)


@pytest.mark.parametrize(
    "name", ["config.json", "model.safetensors", "tokenizer.json", "edits.json", "thresholds.json"]
)
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(ModelError, match=name):
        load_model(folder)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda weights: weights.pop("gate.bias"), r"lacks weights gate\.bias"),
        (lambda weights: weights.update({"gate.extra": torch.zeros(1)}), r"unknown weights gate\.extra"),
        (lambda weights: weights.update({"gate.bias": torch.zeros(4)}), r"misshapen weights gate\.bias"),
    ],
)
def test_weights_that_do_not_fit_are_named(
    folder: Path, change: Callable[[dict[str, torch.Tensor]], object], message: str
) -> None:
    edit_weights(folder, change)
    with pytest.raises(ModelError, match=message):
        load_model(folder)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda settings: settings.update(version=9), "version 9"),
        (lambda settings: settings.update(format="other"), "not a model of textmend"),
        (lambda settings: settings.update(colour="red"), "unknown key 'colour'"),
        (lambda settings: settings.pop("sha256"), "missing key 'sha256'"),
        (lambda settings: settings["sha256"].pop("edits.json"), r"no SHA-256 of edits\.json"),
        (lambda settings: settings["model"].update(hidden=3), "unknown setting 'hidden'"),
        (lambda settings: settings["model"].pop("replaces"), "missing setting 'replaces'"),
        (lambda settings: settings["model"].update(head="big"), "head = 'big'"),
        (lambda settings: settings["model"]["encoder"].pop("mask"), "missing setting 'mask'"),
        (lambda settings: settings["model"].update(transforms="3"), r"transforms: expected int, got '3'"),
    ],
)
def test_a_config_that_does_not_fit_is_explained(
    folder: Path, change: Callable[[dict[str, object]], None], message: str
) -> None:
    edit_json(folder / "config.json", change)
    with pytest.raises(ModelError, match=message):
        load_model(folder)


def test_a_config_goes_through_json(make_model: MakeModel) -> None:
    config = make_model(head="plain", dropout=0.0).config
    assert ModelConfig.from_json(config.to_json()) == config


def test_impossible_sizes_are_refused(make_model: MakeModel) -> None:
    with pytest.raises(ConfigError, match=r"dropout = 1\.5"):
        make_model(dropout=1.5)
    with pytest.raises(ConfigError, match="layers = 0"):
        make_model(layers=0)


def test_the_encoder_of_a_model_of_ours_can_be_read(folder: Path, make_model: MakeModel) -> None:
    pretrained = read_encoder(folder)
    assert pretrained.has_masked_words
    assert pretrained.config == make_model().config.encoder


def test_an_encoder_of_hugging_face_is_not_a_model_of_ours(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"model_type": "bert"}')
    with pytest.raises(ModelError, match="textmend train"):
        load_model(tmp_path)


def test_a_save_that_fails_leaves_the_old_model(
    folder: Path, monkeypatch: pytest.MonkeyPatch, make_model: MakeModel, table: PieceTable
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    monkeypatch.setattr("textmend.model.checkpoint.write_weights", full)
    with pytest.raises(OSError, match="No space left"):
        save(folder, make_model(seed=5), table)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


def test_a_model_is_written_over_an_old_one(folder: Path, make_model: MakeModel, table: PieceTable) -> None:
    newer = make_model(seed=5)
    save(folder, newer, table)
    assert torch.equal(load_model(folder).model.gate.weight, newer.gate.weight)
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


def test_a_crash_between_the_renames_is_mended_on_loading(folder: Path) -> None:
    folder.rename(folder.with_name(f".{folder.name}.old"))
    assert load_model(folder).space == SPACE


def test_recovery_drops_the_old_folder_when_the_new_one_is_there(folder: Path) -> None:
    aside = folder.with_name(f".{folder.name}.old")
    aside.mkdir()
    recover(folder)
    assert not aside.exists()
    assert folder.is_dir()


def test_an_error_while_filling_a_folder_leaves_nothing(tmp_path: Path) -> None:
    def fill() -> None:
        with write_folder(tmp_path / "new") as part:
            (part / "file").write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fill()
    assert list(tmp_path.iterdir()) == []


def test_a_broken_folder_is_not_pushed(folder: Path) -> None:
    (folder / "edits.json").unlink()
    with pytest.raises(ModelError, match=r"no edits\.json"):
        push_model(folder, "someone/model")


def test_pushing_and_loading_by_name_use_the_hub(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import huggingface_hub

    asked: list[tuple[str, str]] = []

    class Api:
        def create_repo(self, name: str, **_: object) -> huggingface_hub.RepoUrl:
            asked.append(("create", name))
            return huggingface_hub.RepoUrl(f"https://huggingface.co/{name}")

        def upload_folder(self, *, repo_id: str, folder_path: str, **_: object) -> None:
            asked.append((repo_id, folder_path))

    def download(name: str, **_: object) -> str:
        asked.append(("download", name))
        return str(folder)

    monkeypatch.setattr(huggingface_hub, "HfApi", Api)
    monkeypatch.setattr(huggingface_hub, "snapshot_download", download)
    assert push_model(folder, "someone/model") == "https://huggingface.co/someone/model"
    assert load_model("someone/model").space == SPACE
    assert asked == [
        ("create", "someone/model"),
        ("someone/model", str(folder)),
        ("download", "someone/model"),
    ]


def test_a_hub_out_of_reach_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    import huggingface_hub
    from huggingface_hub.errors import LocalEntryNotFoundError

    def download(*_: object, **__: object) -> str:
        raise LocalEntryNotFoundError("offline")

    monkeypatch.setattr(huggingface_hub, "snapshot_download", download)
    with pytest.raises(ModelError, match="out of reach"):
        load_model("someone/model")
