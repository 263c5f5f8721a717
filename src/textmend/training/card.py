"""The model card that a finished run writes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from textmend.decoding.thresholds import Thresholds
from textmend.training.run import Run


def write_card(run: Run, figures: Mapping[str, float], thresholds: Thresholds) -> str:
    """Say what a model was trained on, how, and what it scored."""
    lines = ["# A textmend model", "", "Made by `textmend train`.", "", "## Stages", ""]
    for stage in run.stage:
        length = next(
            f"{getattr(stage, key):g} {key}" for key in ("epochs", "steps", "minutes") if getattr(stage, key)
        )
        files = ", ".join(Path(name).name for name in stage.data)
        lines.append(f"- {stage.name} ({stage.kind}): {files}; {length}, learning rate {stage.lr:g}")
    lines += ["", "## Scores", ""]
    if figures:
        names = ", ".join(Path(name).name for name in run.validation.data)
        lines.append(
            f"On validation data ({names}; at most {run.validation.max_sentences} sentences of each):"
        )
        lines += ["", *(f"- {name}: {value:.2f}" for name, value in figures.items())]
        lines += [
            "",
            f"With copy bias {thresholds.copy_bias:g}, edits from {thresholds.min_edit:g}, "
            f"sentences from {thresholds.min_sentence:g}, tuned on the same data.",
        ]
    else:
        lines.append("Not measured.")
    lines += ["", "## Terms", "", "Those of the training data; say them here before you share the model.", ""]
    return "\n".join(lines)
