"""Models by name or folder, behind one door."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Final

from textmend.corrector import Corrector
from textmend.decoding import DistributionEngine, Engine, EnsembleEngine, ScriptedEngine, Thresholds
from textmend.decoding.loop import ROUNDS
from textmend.errors import ModelError

SPELLING: Final = "spelling"
"""The dictionary alone: unknown words become the best suggestion; no network is involved."""


def built_in() -> dict[str, Path]:
    """The models that come with textmend, by name."""
    folder = Path(str(resources.files("textmend"))) / "models"
    return {path.parent.name: path.parent for path in sorted(folder.glob("*/engine.json"))}


def load(
    model: str | Path | list[str | Path] | None = None,
    *,
    rounds: int = ROUNDS,
    thresholds: Thresholds | None = None,
    threads: int = 0,
) -> Corrector:
    """Load a corrector: a built-in model by name, a model folder, or several that vote (an ensemble).

    Without a name it is the built-in English model, or the spelling dictionary where none is installed.
    """
    names = model if isinstance(model, list) else [model or _default()]
    if names == [SPELLING]:
        from textmend.decoding.spelling import respell

        return Corrector(
            ScriptedEngine(), thresholds or Thresholds(), rounds=0, prepare=respell, name=SPELLING
        )
    loaded = [_open(name, threads) for name in names]
    engines = [engine for engine, _ in loaded]
    engine: Engine = engines[0] if len(engines) == 1 else EnsembleEngine(engines)
    title = " + ".join(Path(name).name for name in names)
    return Corrector(engine, thresholds or loaded[0][1], rounds=rounds, name=title)


def _default() -> str:
    return "english" if "english" in built_in() else SPELLING


def _open(name: str | Path, threads: int) -> tuple[DistributionEngine, Thresholds]:
    folder = built_in().get(str(name), Path(name))
    if (folder / "engine.json").is_file():
        from textmend.decoding.onnx_engine import OnnxEngine

        engine = OnnxEngine(folder, threads=threads)
        return engine, engine.thresholds
    if (folder / "model.safetensors").is_file():
        from textmend.extras import need

        need("train", "torch", "safetensors")
        from textmend.decoding.torch_engine import TorchEngine

        torch_engine = TorchEngine.load(folder)
        return torch_engine, Thresholds.load(folder / "thresholds.json")
    known = ", ".join([*built_in(), SPELLING])
    raise ModelError(f"no model {str(name)!r}; name a model folder or one of the built-in: {known}")
