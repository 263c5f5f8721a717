"""What a run begins from: a model with its tokenizer and edit space, built, read or resumed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import torch
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from textmend.decoding.pieces import PieceTable, character_tokenizer
from textmend.edits import EditSpace
from textmend.errors import ConfigError
from textmend.model import (
    EditModel,
    EncoderConfig,
    ModelConfig,
    PretrainedEncoder,
    build_model,
    load_encoder,
    load_model,
    read_encoder,
)
from textmend.training.encoding import read_texts, read_unit_pairs
from textmend.training.run import EditSettings, Run


@dataclass(frozen=True, slots=True)
class Start:
    """A model, its tokenizer and its edit space."""

    model: EditModel
    tokenizer: Tokenizer
    space: EditSpace

    @property
    def table(self) -> PieceTable:
        return PieceTable(self.tokenizer)


def start_from_model(folder: str | Path) -> Start:
    """An existing model, to go on with: its own tokenizer and edit space."""
    loaded = load_model(folder)
    return Start(loaded.model, loaded.tokenizer, loaded.space)


def start_new(run: Run) -> Start:
    """A new model as the run file says."""
    space = build_space(run)
    torch.manual_seed(run.seed)
    if run.encoder.from_:
        pretrained = read_encoder(run.encoder.from_)
        tokenizer = Tokenizer.from_str(pretrained.tokenizer_json)
        if run.encoder.layers:
            pretrained = cut_layers(pretrained, run.encoder.layers)
        model = _build(run, pretrained.config, tokenizer, space)
        load_encoder(model, pretrained)
    else:
        tokenizer = make_tokenizer(run)
        model = _build(run, new_encoder(run, tokenizer), tokenizer, space)
    return Start(model, tokenizer, space)


def cut_layers(pretrained: PretrainedEncoder, layers: int) -> PretrainedEncoder:
    """The encoder with its lowest layers alone."""
    if layers > pretrained.config.layers:
        raise ConfigError(f"[encoder] layers = {layers}, but the encoder has {pretrained.config.layers}")
    gone = tuple(f"encoder.layers.{number}." for number in range(layers, pretrained.config.layers))
    weights = {name: weight for name, weight in pretrained.weights.items() if not name.startswith(gone)}
    return replace(pretrained, config=replace(pretrained.config, layers=layers), weights=weights)


def build_space(run: Run) -> EditSpace:
    """The edit space of a run: from its file, or from its pairs; empty where only words are masked."""
    settings: EditSettings = run.edits
    if settings.file:
        return EditSpace.load(settings.file)
    if not settings.pairs:
        if any(stage.kind == "edits" for stage in run.stage):
            raise ConfigError('[edits] needs file = "space.json" or pairs = [...]')
        return EditSpace.build([], appends=0, replaces=0, max_words=1, transforms="none")
    return EditSpace.build(
        read_unit_pairs(settings.pairs, run.unit),
        appends=settings.appends,
        replaces=settings.replaces,
        max_words=settings.max_words,
        transforms=settings.transforms,
    )


def make_tokenizer(run: Run) -> Tokenizer:
    """The tokenizer of a new encoder: one piece a character, read from a file, or learned."""
    if run.unit == "characters":
        return character_tokenizer(token for tokens in _all_tokens(run) for token in tokens)
    if run.encoder.tokenizer:
        return Tokenizer.from_file(run.encoder.tokenizer)
    return learn_tokenizer(_all_tokens(run), run.encoder.vocabulary)


def learn_tokenizer(sentences: Iterable[tuple[str, ...]], vocabulary: int) -> Tokenizer:
    """Learn the pieces of words by byte-pair merges; the same sentences always give the same pieces.

    >>> learn_tokenizer([("the", "cat"), ("the", "dog")], 100).encode("the").tokens
    ['the']
    """
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer = Tokenizer(models.BPE(unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.BpeTrainer(vocab_size=vocabulary, special_tokens=special, show_progress=False)
    tokenizer.train_from_iterator((" ".join(words) for words in sentences), trainer)
    return tokenizer


def new_encoder(run: Run, tokenizer: Tokenizer) -> EncoderConfig:
    """The sizes of a new encoder."""
    table = PieceTable(tokenizer)
    return EncoderConfig(
        vocabulary=tokenizer.get_vocab_size(),
        hidden=run.encoder.hidden,
        layers=run.encoder.layers or 4,
        heads=run.encoder.heads,
        intermediate=run.encoder.intermediate,
        positions=run.encoder.positions,
        mask=table.mask_id,
        pad=table.pad_id,
    )


def _build(run: Run, encoder: EncoderConfig, tokenizer: Tokenizer, space: EditSpace) -> EditModel:
    table = PieceTable(tokenizer)
    appends, replaces = table.arguments(space.appends), table.arguments(space.replaces)
    config = ModelConfig(
        encoder=encoder,
        transforms=len(space.transforms),
        appends=len(space.appends),
        replaces=len(space.replaces),
        argument_pieces=max(1, appends.shape[1], replaces.shape[1]),
        head=run.model.head,
        inserts=run.model.inserts,
        phi=run.model.phi,
        dropout=run.model.dropout,
        attention_dropout=run.model.attention_dropout,
    )
    return build_model(config, torch.from_numpy(appends), torch.from_numpy(replaces))


def _all_tokens(run: Run) -> Iterator[tuple[str, ...]]:
    for stage in run.stage:
        if stage.kind == "masked":
            yield from (pair.source for pair in read_texts(stage.data, run.unit))
        else:
            for pair in read_unit_pairs(stage.data, run.unit):
                yield pair.source
                yield pair.target
