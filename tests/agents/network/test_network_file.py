"""Networks as files: no file but a sound one is let in."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commanded import refused
from networked import CARD, given_file, random_tensors  # noqa: F401
from safetensors.numpy import save

import fireteam
from fireteam.agents.bots import CompiledBot
from fireteam.agents.network import storage
from fireteam.agents.network.box import Network, load_network
from fireteam.agents.network.layers import NUMBERS, flattened
from fireteam.agents.network.storage import inputs_digest, new_card, read_network, write_network
from fireteam.content.errors import ContentError

TENSORS = random_tensors()


def test_a_network_comes_back_as_it_was(file: Path) -> None:
    """Tensors and card survive the file, and the same network makes the same bytes."""
    tensors, card = read_network(file)
    assert card == CARD
    assert tensors.keys() == TENSORS.keys()
    for name, tensor in TENSORS.items():
        np.testing.assert_array_equal(tensors[name], tensor)
    again = file.with_name("again.safetensors")
    write_network(again, tensors, card)
    assert again.read_bytes() == file.read_bytes()
    network = load_network(file)
    assert (network.name, network.card) == (Network(TENSORS, CARD).name, CARD)
    assert network.numbers.shape == (NUMBERS,)
    assert network.numbers.dtype == np.float32


def test_numbers_lie_where_the_layers_say() -> None:
    """The bias of a layer, then its weight, row by row: the first and the last layer."""
    numbers = flattened(TENSORS)
    outputs = len(TENSORS["units.0.bias"])
    np.testing.assert_array_equal(numbers[:outputs], TENSORS["units.0.bias"])
    np.testing.assert_array_equal(numbers[outputs : 2 * outputs], TENSORS["units.0.weight"][0])
    np.testing.assert_array_equal(numbers[-1], TENSORS["value.2.weight"][-1, 0])


def changed(**tensors: Any) -> dict[str, Any]:
    """Return the tensors with others in their place; None takes one away. Names have underscores for dots."""
    made = TENSORS | {name.replace("_", "."): tensor for name, tensor in tensors.items()}
    return {name: tensor for name, tensor in made.items() if tensor is not None}


BIAS = TENSORS["choice.0.bias"]
WRONG_TENSORS: list[tuple[dict[str, Any], str]] = [
    (changed(value_2_bias=None), "value.2.bias is missing"),
    (changed(value_2_bais=BIAS), "'value.2.bais': no such tensor. Did you mean 'value.2.bias'?"),
    (changed(extra=BIAS), "'extra': no such tensor."),
    (changed(choice_0_bias=np.zeros(2, np.float32)), "choice.0.bias has shape (2,): must be (1,)"),
    (changed(choice_0_weight=TENSORS["choice.0.weight"].T.copy()), "choice.0.weight has shape (1, 96): must be (96, 1)"),
    (changed(choice_0_bias=BIAS * np.nan), "choice.0.bias has a number that is not from -10000 to 10000"),
    (changed(choice_0_bias=BIAS * np.inf), "choice.0.bias has a number that is not from -10000 to 10000"),
    (changed(choice_0_bias=BIAS * 0 - 10001), "choice.0.bias has a number that is not from -10000 to 10000"),
]


@pytest.mark.parametrize(("tensors", "sentence"), WRONG_TENSORS, ids=[sentence for _, sentence in WRONG_TENSORS])
def test_wrong_tensors_are_refused(tmp_path: Path, tensors: dict[str, Any], sentence: str) -> None:
    """None is missing, none too many, each has its shape and numbers in range: else nothing is read, and nothing written."""
    path = tmp_path / "bad.safetensors"
    path.write_bytes(save(tensors, {storage.ENTRY: CARD.model_dump_json()}))
    before = path.read_bytes()
    for action in (lambda: load_network(path), lambda: write_network(path, tensors, CARD)):
        with pytest.raises(ContentError) as error:
            action()
        assert str(error.value).startswith(f"{path}: {sentence}")
        assert "\n" not in str(error.value)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(("dtype", "name"), [("float64", "F64"), ("float16", "F16"), ("int32", "I32"), ("bool", "BOOL")])
def test_other_types_are_refused(tmp_path: Path, dtype: str, name: str) -> None:
    """All numbers in a file are of 32 bits, with a point."""
    path = tmp_path / "bad.safetensors"
    path.write_bytes(save(changed(choice_0_bias=BIAS.astype(dtype)), {storage.ENTRY: CARD.model_dump_json()}))
    with pytest.raises(ContentError, match=f"choice.0.bias is of type {name}: must be F32"):
        load_network(path)


WRONG_CARDS: list[tuple[Any, str]] = [
    (None, "has no card: its metadata has no entry 'fireteam', so it is no network of Fireteam"),
    ("{", "its card is not valid JSON"),
    ("[" * 50_000, "its card is not valid JSON"),
    ("[]", "card: []: must be a table"),
    ('{"a": NaN}', "its card is not valid JSON (NaN is no number of JSON)"),
    (" " * 100_001, "its card is longer than 100000 characters"),
    ({"format": 1}, "card of format 1; this is a Fireteam that reads format 2"),
    ({"format": True}, "card of format true"),
    ({"architecture": "orders-9"}, "card: architecture = 'orders-9': must be one of orders-1."),
    (
        {"architecture": "slots-3"},
        "is a policy of single actions (slots-3), which are no longer trained: train a network that chooses orders",
    ),
    ({"nmae": "x"}, "card: unknown key 'nmae'. Did you mean 'name'?"),
    ({"name": ""}, "card: name = ''"),
    ({"name": "\x1b[31m"}, "card: name = '\\x1b[31m'"),
    ({"about": 7}, "card: about = 7"),
    ({"rules": {}}, "card: rules = {}"),
    ({"rules": {"swan_song": "new"}}, "card: rules.swan_song = 'new'"),
    (
        {"inputs": "0123456789abcdef"},
        f"made for other inputs (digest 0123456789abcdef); this is {inputs_digest()}: train it anew",
    ),
]


@pytest.mark.parametrize(("change", "sentence"), WRONG_CARDS, ids=[sentence[:60] for _, sentence in WRONG_CARDS])
def test_wrong_cards_are_refused(tmp_path: Path, change: Any, sentence: str) -> None:
    """A card is text in the metadata: JSON of this format, for what is read here."""
    path = tmp_path / "bad.safetensors"
    text = json.dumps(CARD.model_dump() | change) if isinstance(change, dict) else change
    path.write_bytes(save(TENSORS, {storage.ENTRY: text} if text is not None else {"made": "elsewhere"}))
    with pytest.raises(ContentError) as error:
        load_network(path)
    assert str(error.value).startswith(f"{path}: {sentence}")
    assert "\n" not in str(error.value)


BROKEN: list[tuple[Callable[[bytes], bytes], str]] = [
    (lambda data: b"", "not a safetensors file, or not all of it"),
    (lambda data: data[:-1], "not a safetensors file, or not all of it"),
    (lambda data: data[:100], "not a safetensors file, or not all of it"),
    (lambda data: data + b"more", "not a safetensors file, or not all of it"),
    (lambda data: b"\x80\x04\x95cos\nsystem\n", "not a safetensors file, or not all of it"),
    (lambda data: b'\x16\0\0\0\0\0\0\0{"__metadata__": null}', "has no card"),
    (lambda data: (2).to_bytes(8, "little") + b"{}", "has no card"),
]


@pytest.mark.parametrize(("broken", "sentence"), BROKEN)
def test_broken_files_are_refused(file: Path, broken: Callable[[bytes], bytes], sentence: str) -> None:
    """A file that is cut off or something else is refused by its name; on the command line in one sentence, too."""
    file.write_bytes(broken(file.read_bytes()))
    with pytest.raises(ContentError) as error:
        load_network(file)
    assert str(error.value).startswith(f"{file}: {sentence}")
    assert sentence in refused("fight", "duel", "--red", str(file))


def test_files_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is not there, a folder, a huge one: it is not even opened."""
    with pytest.raises(ContentError, match=r"gone\.safetensors: cannot be read \(no such file or directory\)"):
        load_network(tmp_path / "gone.safetensors")
    huge = tmp_path / "huge.safetensors"
    with huge.open("wb") as file:
        file.truncate(storage.LARGEST + 1)
    monkeypatch.setattr(Path, "open", lambda *_: pytest.fail("was opened"))
    with pytest.raises(ContentError, match=f"larger than {storage.LARGEST} bytes, so not a file of this kind"):
        load_network(huge)


def test_cards_that_cannot_be_made(tmp_path: Path) -> None:
    """Notes are JSON with finite numbers, texts are on one line; a place that is none is said, and nothing is left there."""
    with pytest.raises(ContentError, match=r"card: training\.net"):
        new_card("x", ["ladder"], training={"net": object()})
    with pytest.raises(ContentError, match="card: about"):
        new_card("x", ["ladder"], about="two\nlines")
    with pytest.raises(ContentError, match="not finite"):
        write_network(tmp_path / "x.safetensors", TENSORS, new_card("x", ["ladder"], ratings={"elo": float("inf")}))
    with pytest.raises(ContentError):
        write_network(tmp_path / "nowhere" / "x.safetensors", TENSORS, CARD)
    assert not list(tmp_path.iterdir())


def test_the_front_door_reads_it(file: Path) -> None:
    """`fireteam.load_policy` reads the file, and what it returns can be an opponent, as its file and its bot can."""
    network = fireteam.load_policy(file)
    assert isinstance(network, Network)
    assert network.card.name == "novice"
    for opponent in (network, str(file), CompiledBot(network.name)):
        batch = fireteam.make_vec(2, scenario="duel", opponent=opponent, decisions="orders")
        batch.reset(seed=1)
        batch.step(np.zeros(2, np.int64))
        batch.close()
