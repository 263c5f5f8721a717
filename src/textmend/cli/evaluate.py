"""`textmend evaluate`: honest scores from files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textmend.cli.answers import answer
from textmend.errors import InputError

if TYPE_CHECKING:
    from textmend.cli.scores import Report
    from textmend.data.m2 import M2Sentence
    from textmend.metrics.counts import Counts

app = typer.Typer(
    help="Score outputs: MaxMatch, GLEU, accuracy, kinds of edits; write M2 files.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

System = Annotated[Path | None, typer.Option(help="The output to score: a line for each sentence.")]
Model = Annotated[
    str | None, typer.Option(help="Instead: correct with this model first; without either, the built-in one.")
]
Against = Annotated[Path | None, typer.Option(help="Another output: test whether the two differ.")]
Beta = Annotated[float, typer.Option(help="Weight of recall in F; below 1 precision counts more.", min=0.0)]
Pairs = Annotated[list[Path], typer.Option(help="Pairs: .tsv, .jsonl, .parquet, .m2, or two text files.")]
Annotator = Annotated[int, typer.Option(help="Whose corrections in M2 files.", min=0)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command()
def m2(
    gold: Annotated[Path, typer.Option(help="Gold edits: an M2 file.")],
    system: System = None,
    model: Model = None,
    against: Against = None,
    beta: Beta = 0.5,
    max_unchanged: Annotated[int, typer.Option(help="Most words that one edit may keep.", min=0)] = 2,
    strict: Annotated[bool, typer.Option("--strict", help="Stop at gold edits that overlap.")] = False,
    as_json: Json = False,
) -> None:
    """Precision, recall and F by MaxMatch, as the official M2 scorer computes them."""
    from textmend.cli.progress import counted
    from textmend.cli.scores import show
    from textmend.data.m2 import read_m2
    from textmend.metrics.maxmatch import maxmatch

    sentences = list(read_m2(gold))
    sources = [" ".join(sentence.source) for sentence in sentences]
    _point_out_overlaps(sentences, gold, strict)

    def counts_of(lines: Sequence[str]) -> Sequence[Counts]:
        outputs = [line.split() for line in lines]
        return maxmatch(counted(sentences, "scoring"), outputs, beta, max_unchanged).sentences

    given = answer(system, model, sources, gold)
    other = counts_of(answer(against, None, sources, gold).texts) if against else None
    show(_edit_report(counts_of(given.texts), beta, other, against) | given.facts, as_json)


def _edit_report(
    sentences: Sequence[Counts], beta: float, other: Sequence[Counts] | None, against: Path | None
) -> Report:
    from textmend.cli.scores import assess, contrast
    from textmend.metrics.counts import Counts, count_matrix, f_of, precision_of, recall_of

    counts, f = count_matrix(sentences), partial(f_of, beta=beta)
    total = sum(sentences, Counts())
    report = assess(counts, {"precision": precision_of, "recall": recall_of, "f": f})
    report |= {"beta": beta, "correct": total.correct, "proposed": total.proposed, "gold": total.gold}
    report["sentences"] = len(sentences)
    if other is not None and against is not None:
        report["against"] = contrast(counts, count_matrix(other), "f", f, against)
    return report


def _point_out_overlaps(sentences: Sequence[M2Sentence], path: Path, strict: bool) -> None:
    from textmend.data.m2 import overlaps

    found = [(sentence, clashes[0]) for sentence in sentences if (clashes := overlaps(sentence))]
    if not found:
        return
    sentence, (one, other) = found[0]
    problem = (
        f"gold edits of annotator {one.annotator} overlap: words {one.start} to {one.end} "
        f"and {other.start} to {other.end}"
    )
    if strict:
        remedy = "keep one of them, or leave --strict out to count both, as the official scorer does"
        raise InputError(problem, path=path, line=sentence.line, remedy=remedy)
    remedy = (
        f"both are counted, and at most one can be met ({len(found)} such sentences; --strict stops here)"
    )
    print(f"textmend: {InputError(problem, path=path, line=sentence.line, remedy=remedy)}", file=sys.stderr)


@app.command()
def gleu(
    source: Annotated[Path, typer.Option(help="The sentences as they were written.")],
    references: Annotated[list[Path], typer.Option(help="Corrected sentences: a file for each reference.")],
    system: System = None,
    model: Model = None,
    more: Annotated[
        list[Path] | None, typer.Argument(metavar="[REFERENCES]...", help="Further references.")
    ] = None,
    against: Against = None,
    sentence_scores: Annotated[
        Path | None, typer.Option(help="Where the GLEU of each sentence goes: a line each.")
    ] = None,
    as_json: Json = False,
) -> None:
    """GLEU+ (2016) with any number of references: the mean over 500 draws."""
    from textmend.cli.scores import assess, contrast, show
    from textmend.data.files import read_lines, write_atomically
    from textmend.metrics.gleu import GleuScore, corpus_gleu, gleu_of
    from textmend.metrics.gleu import gleu as score
    from textmend.metrics.outputs import read_outputs

    lines = list(read_lines(source))
    if not lines:
        raise InputError("no sentence in it", path=source, remedy="check that it is the right file")
    sources = [line.split() for line in lines]
    columns = [read_outputs(path, len(lines), source) for path in (*references, *(more or ()))]
    targets = [[line.split() for line in row] for row in zip(*columns, strict=True)]

    def score_of(outputs: Sequence[str]) -> GleuScore:
        return score(sources, targets, [line.split() for line in outputs])

    given = answer(system, model, lines, source)
    scored = score_of(given.texts)
    report = assess(scored.mean_counts, {"gleu": gleu_of})
    report |= {
        "gleu": corpus_gleu(scored.counts),
        "sentence_gleu": float(scored.sentences.mean()),
        "references": len(columns),
        "sentences": len(sources),
        **given.facts,
    }
    if against:
        other = score_of(answer(against, None, lines, source).texts).mean_counts
        report["against"] = contrast(scored.mean_counts, other, "gleu", gleu_of, against)
    if sentence_scores:
        with write_atomically(sentence_scores) as file:
            file.writelines(f"{value:.6f}\n" for value in scored.sentences)
    show(report, as_json)


@app.command()
def accuracy(
    pairs: Pairs,
    system: System = None,
    model: Model = None,
    train: Annotated[
        list[Path] | None, typer.Option(help="Training pairs, for the look-up table beside the score.")
    ] = None,
    against: Against = None,
    as_json: Json = False,
) -> None:
    """Whole items right, character errors and errors mended, beside copying and a look-up table."""
    from textmend.cli.scores import assess, contrast, show
    from textmend.metrics.accuracy import AccuracyScore, accuracy_of, learn_table, look_up, score_accuracy

    sources, targets = zip(*_texts(pairs), strict=True)

    def score_of(outputs: Sequence[str]) -> AccuracyScore:
        return score_accuracy(sources, targets, [" ".join(output.split()) for output in outputs])

    def rates(score: AccuracyScore) -> Report:
        return {
            "accuracy": score.accuracy,
            "character_error_rate": score.character_error_rate,
            "correction_rate": score.correction_rate,
        }

    given = answer(system, model, sources, pairs[0])
    scored = score_of(given.texts)
    report = assess(scored.counts, {"accuracy": accuracy_of}) | rates(scored) | given.facts
    report["items"] = len(sources)
    baselines = {"copy": rates(score_of(sources))}
    if train:
        baselines["look-up table"] = rates(score_of(look_up(sources, learn_table(_texts(train)))))
    report["baselines"] = baselines
    if against:
        other = score_of(answer(against, None, sources, pairs[0]).texts).counts
        report["against"] = contrast(scored.counts, other, "accuracy", accuracy_of, against)
    show(report, as_json)


@app.command()
def edits(
    pairs: Pairs,
    system: System = None,
    model: Model = None,
    errant: Annotated[
        bool, typer.Option("--errant", help="Also score by ERRANT's error types (needs textmend[eval]).")
    ] = False,
    against: Against = None,
    beta: Beta = 0.5,
    annotator: Annotator = 0,
    as_json: Json = False,
) -> None:
    """Precision, recall and F for each kind of edit, against the gold alignment."""
    from textmend.cli.progress import counted
    from textmend.cli.scores import by_kind, show
    from textmend.data.pairs import read_pairs
    from textmend.metrics.kinds import score_kinds
    from textmend.metrics.typed import load_errant, score_types

    annotate = load_errant() if errant else None
    sources, targets = zip(*read_pairs(pairs, annotator=annotator), strict=True)

    texts = [" ".join(words) for words in sources]
    given = answer(system, model, texts, pairs[0])
    outputs = [line.split() for line in given.texts]
    score = score_kinds(counted(sources, "aligning"), targets, outputs)
    other = None
    if against:
        lines = answer(against, None, texts, pairs[0]).texts
        other = score_kinds(sources, targets, [line.split() for line in lines]).sentences
    report = _edit_report(score.sentences, beta, other, against) | given.facts
    report["kinds"] = by_kind(score.kinds, beta)
    if annotate:
        types = score_types(counted(sources, "annotating"), targets, outputs, annotate)
        report["types"] = by_kind(types, beta)
    show(report, as_json)


@app.command("write-m2")
def write(
    pairs: Annotated[
        list[Path],
        typer.Argument(help="Pairs: .tsv, .jsonl, .parquet, .m2, or two text files: source and output."),
    ],
    output: Annotated[Path, typer.Option("-o", "--output", help="The M2 file to write.")],
    annotator: Annotator = 0,
) -> None:
    """Write pairs, or a source and a system's output, as an M2 file of textmend's own edits."""
    from textmend.cli.progress import counted
    from textmend.data.annotate import annotate
    from textmend.data.m2 import write_m2
    from textmend.data.pairs import read_pairs

    sentences = counted(read_pairs(pairs, annotator=annotator), "writing")
    write_m2(output, (annotate(pair.source, pair.target) for pair in sentences))


def _texts(pairs: Sequence[Path]) -> list[tuple[str, str]]:
    from textmend.data.pairs import read_pairs

    return [(" ".join(pair.source), " ".join(pair.target)) for pair in read_pairs(pairs)]
