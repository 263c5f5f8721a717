"""The onnx engine against torch: the same distributions in fp32, the same edits in any batch in int8."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
from tests.decoding.models import SPACE, TOKENIZER, sentences, small_model

from textmend.decoding import EnsembleEngine, Thresholds, decode
from textmend.decoding.onnx_engine import OnnxEngine
from textmend.decoding.parity import PROBES, compare, same_in_any_batch
from textmend.decoding.torch_engine import TorchEngine
from textmend.errors import ModelError
from textmend.model.checkpoint import LoadedModel
from textmend.model.export import export_model
from textmend.model.graph import Graph, quantise_columns

Settings = dict[str, str | int]
Export = Callable[[Settings, bool], Path]


@pytest.fixture(scope="module")
def export(tmp_path_factory: pytest.TempPathFactory) -> Export:
    """A folder of a small model, exported once for each way to build it."""
    known: dict[tuple[object, ...], Path] = {}

    def exported(settings: Settings, int8: bool) -> Path:
        key = (*sorted(settings.items()), int8)
        if key not in known:
            known[key] = tmp_path_factory.mktemp("models") / "model"
            loaded = LoadedModel(small_model(**settings), TOKENIZER, SPACE, Thresholds())  # type: ignore[arg-type]
            export_model(loaded, known[key], int8=int8, card="A small model.\n")
        return known[key]

    return exported


@pytest.mark.parametrize("gate", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("settings", [{}, {"phi": "mean"}, {"head": "plain"}, {"embedding": 16}])
def test_fp32_gives_the_distributions_of_torch(export: Export, settings: Settings, gate: float) -> None:
    gates = Thresholds(replace_gate=gate, append_gate=gate)
    tested = OnnxEngine(export(settings, False), gates=gates, threads=1)
    oracle = TorchEngine(
        small_model(**settings),  # type: ignore[arg-type]
        TOKENIZER,
        SPACE,
        replace_gate=gate,
        append_gate=gate,
    )
    source = sentences(20)
    for found, wanted in zip(tested.distributions(source), oracle.distributions(source), strict=True):
        np.testing.assert_allclose(found.edits, wanted.edits, atol=1e-5)
        np.testing.assert_allclose(found.gate, wanted.gate, atol=1e-5)
    parity = compare(oracle, tested, source, gates, rounds=2)
    assert parity.differences == ()
    assert parity.largest < 1e-5


@pytest.mark.parametrize("int8", [False, True])
def test_predictions_are_the_best_of_the_distributions(export: Export, int8: bool) -> None:
    tested = OnnxEngine(export({}, int8), gates=Thresholds(replace_gate=0.5, append_gate=0.4), threads=1)
    source = sentences(12)
    for distribution, prediction in zip(tested.distributions(source), tested.predict(source), strict=True):
        best = distribution.best(SPACE)
        np.testing.assert_allclose(prediction.probabilities, best.probabilities, atol=1e-6)
        np.testing.assert_allclose(prediction.copy, best.copy, atol=1e-6)
        ranked = np.take_along_axis(distribution.edits, prediction.ids, 1)
        there = prediction.probabilities > 0
        np.testing.assert_allclose(ranked[there], prediction.probabilities[there], atol=1e-6)


@pytest.mark.parametrize("int8", [False, True])
def test_edits_at_batch_1_and_64_are_equal(export: Export, int8: bool) -> None:
    tested = OnnxEngine(export({}, int8), threads=1)
    source = sentences(64)
    alone = [tested.predict([words])[0] for words in source]
    together = tested.predict(source)
    for one, other in zip(alone, together, strict=True):
        np.testing.assert_allclose(one.probabilities, other.probabilities, atol=1e-5)
        np.testing.assert_array_equal(one.ids[:, 0], other.ids[:, 0])
    assert same_in_any_batch(tested, source, rounds=2)


def test_int8_is_near_fp32(export: Export) -> None:
    """A coarse bound: the small model's weights are random, and larger than those of a trained one."""
    exact, rounded = (OnnxEngine(export({"phi": "mean"}, int8), threads=1) for int8 in (False, True))
    source = sentences(64)
    gaps = [
        np.abs(one.edits - other.edits).max(axis=1)
        for one, other in zip(exact.distributions(source), rounded.distributions(source), strict=True)
    ]
    assert np.concatenate(gaps).mean() < 0.02


def test_int8_rows_are_quantised_each_by_itself_and_never_saturate() -> None:
    chance = np.random.default_rng(0)
    matrix = chance.choice([-1.0, 1.0], size=(256, 64)).astype(np.float32)
    g = Graph(int8=True)
    g.output(g.product("m", g.input("rows", ["M", 256]), matrix), "product", ["M", 64])
    session = onnxruntime.InferenceSession(g.to_bytes(), providers=["CPUExecutionProvider"])
    rows = (np.abs(chance.normal(size=(8, 256))) * 10.0 ** np.arange(-4, 4)[:, None]).astype(np.float32)
    rows[3] = 0
    (found,) = session.run(None, {"rows": rows})
    wanted = rows @ matrix
    scale = np.abs(rows).max(1, keepdims=True)
    assert (np.abs(found - wanted) <= 256 * scale / 127).all()
    np.testing.assert_allclose(found / (scale + 1e-9), wanted / (scale + 1e-9), atol=0.5)
    assert (found[3] == 0).all()


@pytest.mark.parametrize("rows", [50, 51])
def test_neighbouring_weights_of_one_sign_add_up_to_at_most_128(rows: int) -> None:
    matrix = np.random.default_rng(0).normal(size=(rows, 9))
    numbers, scales = quantise_columns(matrix)
    np.testing.assert_allclose(numbers * scales, matrix, atol=0.51 * scales.max())
    pairs = np.pad(numbers.astype(int), ((0, rows % 2), (0, 0))).reshape(-1, 2, 9)
    assert np.maximum(pairs, 0).sum(1).max() <= 128
    assert np.maximum(-pairs, 0).sum(1).max() <= 128
    assert np.abs(numbers).max() > 64


def test_large_channels_lose_less_when_their_peaks_are_known() -> None:
    chance = np.random.default_rng(0)
    matrix = chance.normal(size=(64, 32)).astype(np.float32)
    rows = chance.normal(size=(40, 64)).astype(np.float32)
    rows[:, 5] *= 60
    errors = []
    for peaks in ({}, {"m": np.abs(rows).max(0)}):
        g = Graph(int8=True, peaks=peaks)
        g.output(g.product("m", g.input("rows", ["M", 64]), matrix), "product", ["M", 32])
        session = onnxruntime.InferenceSession(g.to_bytes(), providers=["CPUExecutionProvider"])
        (found,) = session.run(None, {"rows": rows})
        errors.append(float(np.abs(found - rows @ matrix).mean()))
    assert errors[1] < errors[0] / 2


def test_long_sentences_are_read_in_windows(export: Export) -> None:
    tested = OnnxEngine(export({}, True), gates=Thresholds(replace_gate=0.6, append_gate=0.6), threads=1)
    words = [word for sentence in sentences(30) for word in sentence]
    (decoded,) = decode(tested, [words], rounds=1)
    assert decoded.rounds[0].words == tuple(words)


def test_exported_models_form_ensembles(export: Export) -> None:
    exact, rounded = (OnnxEngine(export({}, int8), threads=1) for int8 in (False, True))
    (mean,) = EnsembleEngine([exact, rounded]).distributions([["a", "bc"]])
    members = [engine.distributions([["a", "bc"]])[0].edits for engine in (exact, rounded)]
    np.testing.assert_allclose(mean.edits, (members[0] + members[1]) / 2, atol=1e-6)


def test_each_weight_is_in_one_graph_and_int8_is_smaller(export: Export) -> None:
    import onnx

    for int8 in (False, True):
        folder = export({}, int8)
        shapes = [
            {
                tuple(weight.dims)
                for weight in onnx.load(folder / name).graph.initializer
                if len(weight.dims) == 2
            }
            for name in ("encoder.onnx", "gates.onnx", "edits.onnx")
        ]
        assert (32, 96) in shapes[0]
        assert all((32, 96) not in others for others in shapes[1:])
    sizes = [(export({}, int8) / "encoder.onnx").stat().st_size for int8 in (False, True)]
    assert sizes[1] < 0.6 * sizes[0]


def test_gap_inserts_stay_with_torch(tmp_path: Path) -> None:
    loaded = LoadedModel(small_model(inserts="gap"), TOKENIZER, SPACE, Thresholds())
    with pytest.raises(ModelError, match="gap inserts run with torch only"):
        export_model(loaded, tmp_path / "model", int8=False, card="")
    assert list(tmp_path.iterdir()) == []


def test_damage_is_named(export: Export, tmp_path: Path) -> None:
    def damaged(name: str, content: bytes | None) -> Path:
        folder = tmp_path / name.replace(".", "-")
        folder.mkdir()
        for path in export({}, True).iterdir():
            (folder / path.name).write_bytes(path.read_bytes())
        if content is None:
            (folder / name).unlink()
        else:
            (folder / name).write_bytes(content)
        return folder

    with pytest.raises(ModelError, match=r"gates\.onnx: damaged"):
        OnnxEngine(damaged("gates.onnx", b"nothing"))
    with pytest.raises(ModelError, match=r"no encoder\.onnx; fetch"):
        OnnxEngine(damaged("encoder.onnx", None))
    with pytest.raises(ModelError, match=r"no engine\.json; make one with `textmend export`"):
        OnnxEngine(tmp_path)
    manifest = json.loads((export({}, True) / "engine.json").read_text())
    with pytest.raises(ModelError, match="version 9, this textmend reads 1"):
        OnnxEngine(damaged("engine.json", json.dumps({**manifest, "version": 9}).encode()))


def test_parity_names_the_sentences_that_part_and_their_margin() -> None:
    from textmend.decoding import ScriptedEngine
    from textmend.edits import DELETE

    left, right = (ScriptedEngine({"a": {DELETE: p}, "b": DELETE}) for p in (0.505, 0.495))
    parity = compare(left, right, [["a", "x"], ["b", "x"]])
    (difference,) = parity.differences
    assert (difference.left, difference.right) == (("x",), ("a", "x"))
    assert difference.margin == pytest.approx(0.01, abs=1e-5)
    assert (parity.same_share, parity.largest) == (0.5, pytest.approx(0.01, abs=1e-5))


def test_the_probes_are_sentences_of_many_lengths() -> None:
    lengths = {len(words) for words in PROBES}
    assert min(lengths) <= 2
    assert max(lengths) >= 30
