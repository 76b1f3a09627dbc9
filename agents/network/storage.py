"""Networks as data: one `.safetensors` file with the weights, and a card that says what they are for.

Nothing in such a file is executed: it is names, shapes and numbers (https://github.com/huggingface/safetensors). The card is
JSON in the file's metadata under "fireteam". `Card` and `layers.py` say what a file must hold.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field, JsonValue
from safetensors import SafetensorError, deserialize
from safetensors.numpy import save

from fireteam.content.errors import ContentError
from fireteam.content.reading import PRINTABLE, Strict, closest, read_bytes, shown, validated
from fireteam.env.files import appearing
from fireteam.env.observe.context import SHARED as CONTEXT
from fireteam.env.observe.units import SHARED as SLOT
from fireteam.env.replay.replay import rules_digest
from fireteam.env.replay.storage import Words

from ..orders.columns import COLUMNS
from .layers import ARCHITECTURE, LAYERS

SUFFIX = ".safetensors"
ENTRY = "fireteam"  # of the file's metadata: the card
FORMAT = 2
LARGEST = 8_000_000  # bytes of a file
LARGEST_CARD = 100_000  # characters
LARGEST_NUMBER = 1e4  # of a weight: no result overflows float32 then
MOST_SHAPING = 10.0
FORMER = "slots-3"  # the architecture of networks that chose single actions

Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Notes = Annotated[dict[Words, JsonValue], Field(max_length=200)]


class Card(Strict):
    """The card of a network: what it is and what it was made for.

    Attributes:
        inputs: digest of the names of what it reads: context, units, rows of orders. It must be the same here.
        rules: the rule systems that it was trained for, and the digest of the rules of each then. They may differ from here.
        shaping: weight of the potential in the rewards that it was trained on: what it expects is of them.
    """

    format: Literal[2]
    name: Annotated[Words, Field(min_length=1, max_length=80)]
    about: Annotated[str, Field(pattern=PRINTABLE, max_length=2000)] = ""
    architecture: Literal["orders-1"]
    inputs: Digest
    rules: Annotated[dict[Words, Digest], Field(min_length=1, max_length=20)]
    shaping: Annotated[float, Field(ge=0, le=MOST_SHAPING)] = 0.0
    training: Notes = {}
    ratings: Notes = {}


@cache
def inputs_digest() -> str:
    """Return a digest of the names of all that a network reads, 16 hexadecimal digits."""
    return digest("\n".join(feature.name for table in (CONTEXT, SLOT, COLUMNS) for feature in table).encode())


def digest(data: bytes) -> str:
    """Return 16 hexadecimal digits of the SHA-256 of some bytes."""
    return hashlib.sha256(data).hexdigest()[:16]


def new_card(
    name: str,
    systems: Sequence[str],
    about: str = "",
    training: Mapping[str, Any] | None = None,
    ratings: Mapping[str, Any] | None = None,
    shaping: float = 0.0,
) -> Card:
    """Return the card of a network made here and now.

    Args:
        name: the name of the bot.
        systems: the rule systems that it was trained for.
        about: a sentence about it, for people.
        training, ratings: notes on both, as JSON.
        shaping: see `Card`.

    Raises:
        ContentError: a text is too long or has control characters, or a note is not JSON.
    """
    values = {"format": FORMAT, "name": name, "about": about, "architecture": ARCHITECTURE, "inputs": inputs_digest()}
    values |= {"rules": {system: rules_digest(system) for system in systems}, "shaping": shaping}
    return validated(Card, values | {"training": dict(training or {}), "ratings": dict(ratings or {})}, "card")


def write_network(path: str | Path, tensors: Mapping[str, np.ndarray], card: Card) -> None:
    """Write a network, whole or not at all; anything that `read_network` would refuse is not written.

    Raises:
        ContentError: tensors or card are invalid, or the place cannot be written to.
    """
    check_tensors(tensors, path)
    try:
        text = json.dumps(checked_card(card.model_dump(), path).model_dump(), allow_nan=False)
    except ValueError:
        raise ContentError(f"{path}: the card holds a number that is not finite") from None
    if len(text) > LARGEST_CARD:
        raise ContentError(f"{path}: the card is longer than {LARGEST_CARD} characters")
    data = save({name: np.ascontiguousarray(tensor, "<f4") for name, tensor in tensors.items()}, {ENTRY: text})
    with appearing(Path(path)) as name:
        Path(name).write_bytes(data)


def read_network(path: str | Path) -> tuple[dict[str, np.ndarray], Card]:
    """Return the tensors and the card of a file; nothing in it is executed.

    Raises:
        ContentError: the file is no network, broken, or made for other inputs; it says what and where.
    """
    data = read_bytes(Path(path), LARGEST)
    try:
        found = dict(deserialize(data))
        header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
    except (SafetensorError, ValueError, RecursionError) as error:
        raise ContentError(f"{path}: not a safetensors file, or not all of it ({str(error).splitlines()[0]})") from None
    card = card_in((header.get("__metadata__") or {}).get(ENTRY), path)
    for name, entry in found.items():
        if entry["dtype"] != "F32":
            raise ContentError(f"{path}: {name} is of type {entry['dtype']}: must be F32")
    tensors = {name: np.frombuffer(x["data"], "<f4").reshape(x["shape"]) for name, x in found.items()}
    check_tensors(tensors, path)
    return tensors, card


def card_in(text: str | None, path: str | Path) -> Card:
    """Return the card that stands in a file's metadata; raise a ContentError if there is none or it does not fit."""
    if text is None:
        raise ContentError(f"{path}: has no card: its metadata has no entry {ENTRY!r}, so it is no network of Fireteam")
    if len(text) > LARGEST_CARD:
        raise ContentError(f"{path}: its card is longer than {LARGEST_CARD} characters")
    try:
        return checked_card(json.loads(text, parse_constant=not_json), path)
    except (ValueError, RecursionError) as error:
        if isinstance(error, ContentError):
            raise
        raise ContentError(f"{path}: its card is not valid JSON ({str(error).splitlines()[0]})") from None


def not_json(word: str) -> None:
    """Refuse the constants that Python's parser reads but JSON does not have."""
    raise ValueError(f"{word} is no number of JSON")


def checked_card(values: Any, path: str | Path) -> Card:
    """Return a card; raise a ContentError if it is of another format or made for other inputs."""
    where = f"{path}: card"
    if not isinstance(values, dict):
        raise ContentError(f"{where}: {shown(values)}: must be a table")
    if values.get("architecture") == FORMER:
        raise ContentError(
            f"{path}: is a policy of single actions ({FORMER}), which are no longer trained: train a network that chooses "
            "orders, with `fireteam train`"
        )
    if "format" in values and (type(values["format"]) is not int or values["format"] != FORMAT):
        raise ContentError(f"{where} of format {shown(values['format'])}; this is a Fireteam that reads format {FORMAT}")
    card = validated(Card, values, where)
    if card.inputs != (current := inputs_digest()):
        raise ContentError(f"{path}: made for other inputs (digest {card.inputs}); this is {current}: train it anew")
    return card


def check_tensors(tensors: Mapping[str, np.ndarray], path: str | Path) -> None:
    """Raise a ContentError unless tensors are those of the network: names, shapes, numbers in range."""
    known: dict[str, tuple[int, ...]] = {f"{name}.weight": sizes for name, sizes in LAYERS.items()}
    known |= {f"{name}.bias": sizes[1:] for name, sizes in LAYERS.items()}
    for name in sorted(tensors.keys() ^ known.keys()):
        if name in known:
            raise ContentError(f"{path}: {name} is missing")
        raise ContentError(f"{path}: {shown(name)}: no such tensor.{closest(name, known)}")
    for name, tensor in tensors.items():
        if tensor.shape != known[name]:
            raise ContentError(f"{path}: {name} has shape {tensor.shape}: must be {known[name]}")
        if not (np.abs(tensor) <= LARGEST_NUMBER).all():  # nor may one be not a number
            raise ContentError(f"{path}: {name} has a number that is not from -{LARGEST_NUMBER:g} to {LARGEST_NUMBER:g}")
