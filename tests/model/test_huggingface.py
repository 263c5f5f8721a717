"""Encoders of four families: h and masked-word logits equal those of transformers; bad folders are named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from textmend.decoding.pieces import character_tokenizer
from textmend.errors import ModelError
from textmend.model import Batch, EditModel, ModelConfig, build_model, load_encoder, read_encoder
from textmend.model.huggingface import save_encoder

transformers = pytest.importorskip("transformers")

VOCABULARY = 31
FAMILIES = {
    "bert": ("BertConfig", "BertForMaskedLM"),
    "roberta": ("RobertaConfig", "RobertaForMaskedLM"),
    "distilbert": ("DistilBertConfig", "DistilBertForMaskedLM"),
    "electra": ("ElectraConfig", "ElectraForMaskedLM"),
}
BODY = {"bert": "bert", "roberta": "roberta", "distilbert": "distilbert", "electra": "electra"}


def tiny_config(family: str) -> Any:
    sizes = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 24}
    if family == "distilbert":
        sizes = {"dim": 16, "n_layers": 2, "n_heads": 2, "hidden_dim": 24}
    if family == "electra":
        sizes["embedding_size"] = 8
    if family == "roberta":
        sizes["layer_norm_eps"] = 1e-5
    return getattr(transformers, FAMILIES[family][0])(
        vocab_size=VOCABULARY, max_position_embeddings=20, initializer_range=0.3, **sizes
    )


def save(folder: Path, model: Any) -> Path:
    """A folder as transformers writes it, with a tokenizer."""
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if name.endswith("bias"):
                parameter.normal_(std=0.3)
    model.save_pretrained(folder)
    letters = "abcdefghijklmnopqrstuvwxyz"
    character_tokenizer(letters[: VOCABULARY - 5]).save(str(folder / "tokenizer.json"))
    return folder


def model_of(folder: Path) -> EditModel:
    pretrained = read_encoder(folder)
    model = build_model(ModelConfig(encoder=pretrained.config, transforms=1, appends=0, replaces=0))
    load_encoder(model, pretrained)
    return model.eval()


def padded_batch(lengths: list[int], vocabulary: int, pad: int) -> Batch:
    generator = torch.Generator().manual_seed(3)
    words = torch.arange(max(lengths)).expand(len(lengths), -1)
    mask = words < torch.tensor(lengths)[:, None]
    pieces = torch.randint(5, vocabulary, mask.shape, generator=generator).where(mask, torch.tensor(pad))
    return Batch(pieces, mask, words * mask, words * mask, mask)


@torch.no_grad()
def assert_same(ours: EditModel, theirs: Any, body: str, batch: Batch, *, masked_words: bool) -> None:
    encoded = ours.encode(batch)
    expected = getattr(theirs, body)(batch.pieces, attention_mask=batch.piece_mask.long()).last_hidden_state
    torch.testing.assert_close(encoded.h[batch.piece_mask], expected[batch.piece_mask], atol=1e-5, rtol=0)
    if masked_words:
        positions = batch.piece_mask.nonzero()
        logits = theirs(batch.pieces, attention_mask=batch.piece_mask.long()).logits[positions.unbind(1)]
        torch.testing.assert_close(ours.masked_word_logits(encoded, positions), logits, atol=5e-5, rtol=1e-5)


@pytest.mark.parametrize("family", FAMILIES)
def test_h_and_masked_words_equal_transformers(family: str, tmp_path: Path) -> None:
    torch.manual_seed(0)
    theirs = getattr(transformers, FAMILIES[family][1])(tiny_config(family)).eval()
    ours = model_of(save(tmp_path, theirs))
    assert read_encoder(tmp_path).has_masked_words
    batch = padded_batch([9, 4, 1], VOCABULARY, theirs.config.pad_token_id)
    assert_same(ours, theirs, BODY[family], batch, masked_words=True)


@pytest.mark.parametrize("family", ["bert", "roberta", "distilbert", "electra"])
def test_a_bare_encoder_has_no_masked_words(family: str, tmp_path: Path) -> None:
    torch.manual_seed(0)
    name = FAMILIES[family][1].replace("ForMaskedLM", "Model")
    theirs = getattr(transformers, name)(tiny_config(family)).eval()
    ours = model_of(save(tmp_path, theirs))
    assert not read_encoder(tmp_path).has_masked_words
    batch = padded_batch([5, 7], VOCABULARY, theirs.config.pad_token_id)
    expected = theirs(batch.pieces, attention_mask=batch.piece_mask.long()).last_hidden_state
    h = ours.encode(batch).h
    torch.testing.assert_close(h[batch.piece_mask], expected[batch.piece_mask], atol=1e-5, rtol=0)


def test_an_electra_discriminator_gets_a_new_transform(tmp_path: Path) -> None:
    torch.manual_seed(0)
    theirs = transformers.ElectraForPreTraining(tiny_config("electra")).eval()
    ours = model_of(save(tmp_path, theirs))
    assert not read_encoder(tmp_path).has_masked_words
    assert_same(ours, theirs, "electra", padded_batch([6, 3], VOCABULARY, 0), masked_words=False)


def test_the_reference_encoder_equals_transformers(shared: Path) -> None:
    folder = shared / "encoder"
    theirs = transformers.DistilBertForMaskedLM.from_pretrained(folder, dtype=torch.float32).eval()
    ours = model_of(folder)
    assert_same(ours, theirs, "distilbert", padded_batch([40, 17], 28996, 0), masked_words=True)


def test_the_reference_encoder_knows_the_masked_word(shared: Path) -> None:
    from tokenizers import Tokenizer

    from textmend.decoding.pieces import PieceTable

    pretrained = read_encoder(shared / "encoder")
    table = PieceTable(Tokenizer.from_str(pretrained.tokenizer_json))
    sentence = table.encode("The sun rises in the east .".split())
    sentence.pieces[4] = table.mask_id
    batch = Batch.from_numpy(table.pad([sentence]))
    model = model_of(shared / "encoder")
    with torch.no_grad():
        logits = model.masked_word_logits(model.encode(batch), torch.tensor([[0, 4]]))
    assert table.word("in")[0] in logits[0].topk(5).indices.tolist()


@pytest.mark.parametrize("embedding", [16, 8])
def test_a_saved_encoder_reads_back_here_and_in_transformers(
    make_model: Any, tmp_path: Path, embedding: int
) -> None:
    model = make_model(embedding=embedding)
    tokenizer = character_tokenizer("abcdefghij").to_str()
    save_encoder(tmp_path / "e", model, tokenizer, "card")
    again = read_encoder(tmp_path / "e")
    assert again.config == model.config.encoder
    for name, value in again.weights.items():
        assert torch.equal(value, model.state_dict()[name]), name
    kind = transformers.BertForMaskedLM if embedding == 16 else transformers.ElectraForMaskedLM
    theirs = kind.from_pretrained(tmp_path / "e").eval()
    body = "bert" if embedding == 16 else "electra"
    assert_same(model, theirs, body, padded_batch([6, 3], 15, 0), masked_words=True)


def bert_folder(folder: Path) -> Path:
    torch.manual_seed(0)
    return save(folder, transformers.BertForMaskedLM(tiny_config("bert")))


def rewrite(folder: Path, change: Any) -> None:
    path = folder / "model.safetensors"
    weights = load_file(path)
    change(weights)
    save_file(weights, path, metadata={"format": "pt"})


def test_shards_read_like_one_file(tmp_path: Path) -> None:
    whole = read_encoder(bert_folder(tmp_path)).weights
    weights = load_file(tmp_path / "model.safetensors")
    (tmp_path / "model.safetensors").unlink()
    names = sorted(weights)
    shards = {"model-00001-of-00002.safetensors": names[::2], "model-00002-of-00002.safetensors": names[1::2]}
    for shard, part in shards.items():
        save_file({name: weights[name] for name in part}, tmp_path / shard)
    index = {"weight_map": {name: shard for shard, part in shards.items() for name in part}}
    (tmp_path / "model.safetensors.index.json").write_text(json.dumps(index))
    sharded = read_encoder(tmp_path).weights
    assert sharded.keys() == whole.keys()
    assert all(torch.equal(sharded[name], whole[name]) for name in whole)


def test_early_names_of_layer_norms_are_read(tmp_path: Path) -> None:
    whole = read_encoder(bert_folder(tmp_path)).weights

    def age(weights: dict[str, torch.Tensor]) -> None:
        for name in [name for name in weights if "LayerNorm" in name]:
            old = name.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
                "LayerNorm.bias", "LayerNorm.beta"
            )
            weights[old] = weights.pop(name)

    rewrite(tmp_path, age)
    aged = read_encoder(tmp_path).weights
    assert all(torch.equal(aged[name], whole[name]) for name in whole)


def test_a_missing_weight_is_named(tmp_path: Path) -> None:
    rewrite(bert_folder(tmp_path), lambda weights: weights.pop("bert.encoder.layer.1.output.dense.bias"))
    with pytest.raises(ModelError, match=r"lack 'bert\.encoder\.layer\.1\.output\.dense\.bias'"):
        read_encoder(tmp_path)


def test_an_unknown_weight_is_named(tmp_path: Path) -> None:
    rewrite(bert_folder(tmp_path), lambda weights: weights.update({"classifier.weight": torch.zeros(2)}))
    with pytest.raises(ModelError, match=r"unknown weights 'classifier\.weight'"):
        read_encoder(tmp_path)


def test_an_output_layer_that_is_not_tied_is_refused(tmp_path: Path) -> None:
    untied = {"cls.predictions.decoder.weight": torch.zeros(VOCABULARY, 16)}
    rewrite(bert_folder(tmp_path), lambda weights: weights.update(untied))
    with pytest.raises(ModelError, match="not tied"):
        read_encoder(tmp_path)


def test_pickled_weights_are_refused(tmp_path: Path) -> None:
    (bert_folder(tmp_path) / "model.safetensors").rename(tmp_path / "pytorch_model.bin")
    with pytest.raises(ModelError, match="pickled"):
        read_encoder(tmp_path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"model_type": "gpt2"}, "model_type is 'gpt2'"),
        ({"hidden_act": "relu"}, "activation 'relu'"),
        ({"is_decoder": True}, "decoder"),
        ({"hidden_size": None}, "lacks 'hidden_size'"),
    ],
)
def test_a_config_that_cannot_be_used_is_explained(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    path = bert_folder(tmp_path) / "config.json"
    settings = json.loads(path.read_text()) | change
    path.write_text(json.dumps({name: value for name, value in settings.items() if value is not None}))
    with pytest.raises(ModelError, match=message):
        read_encoder(tmp_path)


def test_a_name_that_is_nothing_is_explained(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no folder"):
        read_encoder(tmp_path / "nowhere")
    with pytest.raises(ModelError, match=r"config\.json: no such file"):
        read_encoder(tmp_path)


def test_an_encoder_of_other_sizes_does_not_load(make_model: Any, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="the model is built for"):
        load_encoder(make_model(), read_encoder(bert_folder(tmp_path)))
