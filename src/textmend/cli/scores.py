"""Scores for a person or for a program: one report, as tables or as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from rich.table import Table

    from textmend.metrics.bootstrap import Floats, Measure
    from textmend.metrics.counts import Counts

Report = dict[str, object]


def assess(counts: Floats, measures: Mapping[str, Measure]) -> Report:
    """Each measure of a corpus, and under `ci` its 95% interval."""
    from textmend.metrics.bootstrap import confidence

    totals = counts.sum(axis=0, keepdims=True)
    report: Report = {name: float(measure(totals)[0]) for name, measure in measures.items()}
    intervals = {name: confidence(counts, measure) for name, measure in measures.items()}
    report["ci"] = {name: [interval.low, interval.high] for name, interval in intervals.items()}
    return report


def contrast(counts: Floats, other: Floats, name: str, measure: Measure, path: Path) -> Report:
    """How the first output differs from another one, and whether chance explains it."""
    from textmend.metrics.bootstrap import compare

    result = compare(counts, other, measure)
    return {
        "output": str(path),
        "measure": name,
        "difference": result.difference,
        "ci": [result.interval.low, result.interval.high],
        "p": result.p,
    }


def by_kind(counts: Mapping[str, Counts], beta: float) -> dict[str, Report]:
    """Counts by kind of edit, with precision, recall and F."""
    return {
        kind: {
            "precision": one.precision,
            "recall": one.recall,
            "f": one.f(beta),
            "correct": one.correct,
            "proposed": one.proposed,
            "gold": one.gold,
        }
        for kind, one in counts.items()
    }


def show(report: Report, as_json: bool) -> None:
    """Print a report: what has an interval first, then single numbers, then a table for each group."""
    if as_json:
        print(json.dumps(_rounded(report), ensure_ascii=False, indent=1))
        return
    from rich.console import Console
    from rich.table import Table

    console = Console()
    intervals = cast(dict[str, list[float]], report.get("ci", {}))
    table = Table("measure", "score", "95% interval")
    for name, value in report.items():
        if isinstance(value, int | float):
            low, high = intervals.get(name, (None, None))
            table.add_row(
                name.replace("_", " "), _text(value), f"{low:.4f} to {high:.4f}" if high is not None else ""
            )
    console.print(table)
    for name, group in report.items():
        if name == "against":
            console.print(_verdict(cast(Report, group)), soft_wrap=True, markup=False)
        elif isinstance(group, dict) and name != "ci":
            console.print(_group_table(name, group))


def _verdict(contrast: Report) -> str:
    """The outcome of a comparison in words.

    >>> _verdict({"output": "b.txt", "measure": "f", "difference": 0.02, "ci": [0.01, 0.03], "p": 0.004})
    'f is 0.0200 higher than that of b.txt (95% interval 0.0100 to 0.0300, p = 0.0040)'
    """
    difference = cast(float, contrast["difference"])
    low, high = cast(list[float], contrast["ci"])
    direction = "higher" if difference >= 0 else "lower"
    return (
        f"{contrast['measure']} is {abs(difference):.4f} {direction} than that of {contrast['output']} "
        f"(95% interval {low:.4f} to {high:.4f}, p = {contrast['p']:.4f})"
    )


def _group_table(title: str, group: dict[str, Report]) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table

    columns = list(next(iter(group.values())))
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    table.add_column(title, overflow="fold")
    for column in columns:
        table.add_column(column.replace("_", " "), no_wrap=True)
    for name, row in group.items():
        table.add_row(escape(name), *(_text(row[column]) for column in columns))
    return table


def _text(value: object) -> str:
    return (
        f"{value:.4f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)
    )


def _rounded(value: object) -> object:
    """Floats to six digits, all the way down.

    >>> _rounded({"f": 0.12345678, "ci": [0.1, 1 / 3], "gold": 3})
    {'f': 0.123457, 'ci': [0.1, 0.333333], 'gold': 3}
    """
    match value:
        case float():
            return round(value, 6)
        case dict():
            return {key: _rounded(part) for key, part in value.items()}
        case list():
            return [_rounded(part) for part in value]
        case _:
            return value
