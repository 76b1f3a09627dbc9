"""Policies as data: one `.safetensors` file with the weights, and a card that says what they are for.

Nothing in such a file is executed: it is names, shapes and numbers (https://github.com/huggingface/safetensors). The card is
JSON in the file's metadata under "fireteam". `Card` and `tensors.py` say what a file must hold.
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
from fireteam.content.reading import PRINTABLE, Strict, read_bytes, shown, validated
from fireteam.env.files import appearing
from fireteam.env.observe.actions import SLOTS, layout
from fireteam.env.observe.observation import describe
from fireteam.env.replay.replay import rules_digest
from fireteam.env.replay.storage import BotName, Words
from fireteam.env.rules.systems import DEFAULT, SYSTEMS, port_of
from fireteam.env.scenario.models import no_system

from ..bots import parameters_of
from .tensors import ARCHITECTURE, MOST_ADVISERS, check_names, check_tensors, grown, numbers_known, shape_of

SUFFIX = ".safetensors"
ENTRY = "fireteam"  # of the file's metadata: the card
FORMAT = 1
FIRST_SYSTEM = "swan_song"  # the rule system of policies whose card names none: when they were made there was no other
LARGEST_POLICY = 64_000_000  # bytes; a policy of the usual widths has 2 million
LARGEST_CARD = 100_000  # characters

Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Notes = Annotated[dict[Words, JsonValue], Field(max_length=200)]


class Card(Strict):
    """The card of a policy: what it is and what it was made for.

    Only `rules` may differ from here: it says which engine trained it.

    Its advisers are doctrines; each tells the policy what it would do. Without advisers the policy decides by its
    observation alone. Its value is what a win or a loss pays, less `shaping` times the potential (`env/observe/reward.py`).
    """

    format: Literal[1]
    system: Annotated[Words, Field(min_length=1)] = FIRST_SYSTEM
    name: Annotated[Words, Field(min_length=1, max_length=80)]
    about: Annotated[str, Field(pattern=PRINTABLE, max_length=2000)] = ""
    architecture: Literal["slots-3"]
    advisers: Annotated[list[BotName], Field(max_length=MOST_ADVISERS)] = []
    observation: Digest
    actions: Digest
    scenario: Words = ""
    shaping: Annotated[float, Field(ge=0, le=100)] = 0.0
    rules: Digest
    training: Notes = {}
    ratings: Notes = {}


@cache
def observation_digest(system: str = DEFAULT) -> str:
    """Return a digest of a system's observation layout: the name of every index, 16 hexadecimal digits."""
    return digest("\n".join(f"{index} {name}" for index, name, _ in describe(SLOTS, SLOTS, system)))


@cache
def action_digest(system: str = DEFAULT, known: int | None = None) -> str:
    """Return a digest of a system's action layout: verb, kind of argument and argument of each number, 16 hex digits.

    Actions are only ever added at the end, so an older policy knows the first `known` numbers.
    """
    row, verbs = layout(system=system)[0], port_of(system).VERBS
    known = int(row["size"]) if known is None else known
    numbers = zip(row["verb"][:known].tolist(), row["argument"][:known].tolist(), strict=True)
    return digest("\n".join(f"{verbs[verb].name} {verbs[verb].domain} {argument}" for verb, argument in numbers))


def digest(text: str) -> str:
    """Return 16 hexadecimal digits of a text's SHA-256."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def new_card(
    name: str,
    about: str = "",
    scenario: str = "",
    training: Mapping[str, Any] | None = None,
    ratings: Mapping[str, Any] | None = None,
    advisers: Sequence[str] = (),
    shaping: float = 0.0,
    system: str = DEFAULT,
) -> Card:
    """Return the card of a policy made here and now.

    Args:
        name: the name of the bot.
        about: a sentence about it, for people.
        scenario: the scenarios it was trained in, by name.
        training, ratings: notes on both, as JSON.
        advisers: its advisers, doctrines by name.
        shaping: the weight of the potential in its training reward.
        system: the rule system that it plays.

    Raises:
        ContentError: a text is too long or has control characters, or a note is not JSON.
    """
    values = {"format": FORMAT, "system": system, "name": name, "about": about, "architecture": ARCHITECTURE}
    values |= {"scenario": scenario, "advisers": list(advisers), "shaping": shaping}
    values |= {"observation": observation_digest(system), "actions": action_digest(system)}
    values |= {"rules": rules_digest(system)}
    values |= {"training": dict(training or {}), "ratings": dict(ratings or {})}
    return validated(Card, values, "card")


def save_policy(path: str | Path, tensors: Mapping[str, np.ndarray], card: Card | Mapping[str, Any]) -> None:
    """Write a policy, whole or not at all; anything that `read_policy` would refuse is not written.

    Args:
        tensors: `slots.0.weight`, `slots.0.bias` and so on, float32; see `tensors.py`.
        card: see `new_card`.

    Raises:
        ContentError: tensors or card are invalid, or the place cannot be written to.
    """
    made = checked_card(card.model_dump() if isinstance(card, Card) else dict(card), path)
    check_tensors(tensors, len(made.advisers), shape_of(made.system), path)
    try:
        text = json.dumps(made.model_dump(), allow_nan=False)
    except ValueError:
        raise ContentError(f"{path}: the card holds a number that is not finite") from None
    if len(text) > LARGEST_CARD:
        raise ContentError(f"{path}: the card is longer than {LARGEST_CARD} characters")
    data = save({name: np.ascontiguousarray(tensor, "<f4") for name, tensor in tensors.items()}, {ENTRY: text})
    if len(data) > LARGEST_POLICY:
        raise ContentError(f"{path}: the policy has {len(data)} bytes: at most {LARGEST_POLICY} are read again")
    with appearing(path) as name:
        Path(name).write_bytes(data)


def read_policy(path: str | Path) -> tuple[dict[str, np.ndarray], Card]:
    """Return the tensors and the card of a policy file; nothing in it is executed.

    Raises:
        ContentError: the file is no policy, broken, or made for other observations or actions; it says what and where.
    """
    path = Path(path)
    return policy_in(read_bytes(path, LARGEST_POLICY), path)


def policy_in(data: bytes, path: Path) -> tuple[dict[str, np.ndarray], Card]:
    """Return the tensors and the card that the bytes of a file hold; errors as of `read_policy`."""
    try:
        found = dict(deserialize(data))
        header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
    except (SafetensorError, ValueError, RecursionError) as error:
        raise ContentError(f"{path}: not a safetensors file, or not all of it ({str(error).splitlines()[0]})") from None
    outputs = next(iter(found.get("policy.4.bias", {}).get("shape", ())), 0)
    card = read_card((header.get("__metadata__") or {}).get(ENTRY), path, outputs)
    check_names(found, len(card.advisers), path)
    for name, entry in found.items():
        if entry["dtype"] != "F32":
            raise ContentError(f"{path}: {name} is of type {entry['dtype']}: must be F32")
    tensors = {name: np.frombuffer(x["data"], "<f4").reshape(x["shape"]) for name, x in found.items()}
    known, shape = outputs - len(card.advisers), shape_of(card.system)
    if card.actions != (current := action_digest(card.system)):
        tensors = grown(tensors, known, len(card.advisers), shape)
        card = card.model_copy(update={"actions": current})
    check_tensors(tensors, len(card.advisers), shape, path)
    return tensors, card


def read_card(text: str | None, path: str | Path, outputs: int) -> Card:
    """Return the card that stands in a file's metadata; raise a ContentError if there is none or it does not fit.

    `outputs` is how many the policy has for actions and advisers.
    """
    if text is None:
        raise ContentError(f"{path}: has no card: its metadata has no entry {ENTRY!r}, so it is no policy of Fireteam")
    if len(text) > LARGEST_CARD:
        raise ContentError(f"{path}: its card is longer than {LARGEST_CARD} characters")
    try:
        values = json.loads(text, parse_constant=not_json)
    except (ValueError, RecursionError) as error:
        raise ContentError(f"{path}: its card is not valid JSON ({str(error).splitlines()[0]})") from None
    return checked_card(values, path, outputs)


def not_json(word: str) -> None:
    """Refuse the constants that Python's parser reads but JSON does not have."""
    raise ValueError(f"{word} is no number of JSON")


def checked_card(values: Any, path: str | Path, outputs: int = 0) -> Card:
    """Return a card; raise a ContentError if it is of another format or made for another layout.

    A policy with fewer `outputs` than there are now may be older than the newest actions.
    """
    where = f"{path}: card"
    if not isinstance(values, dict):
        raise ContentError(f"{where}: {shown(values)}: must be a table")
    if "format" in values and (type(values["format"]) is not int or values["format"] != FORMAT):
        raise ContentError(f"{where} of format {shown(values['format'])}; this is a Fireteam that reads format {FORMAT}")
    card = validated(Card, values, where)
    if card.system not in SYSTEMS:
        raise ContentError(f"{where}: system: {no_system(card.system, shown(card.system))}")
    for adviser in card.advisers:
        try:
            parameters_of(adviser)
        except ContentError as error:
            raise ContentError(f"{path}: its adviser: {error}") from None
    shape = shape_of(card.system)
    known = numbers_known(shape, outputs - len(card.advisers))
    is_older = 0 < known < shape.actions and card.actions == action_digest(card.system, known)
    seen, done = observation_digest(card.system), action_digest(card.system)
    for kind, made_for, current in (("observation", card.observation, seen), ("action", card.actions, done)):
        if made_for != current and not (kind == "action" and is_older):
            raise ContentError(
                f"{path}: made for another {kind} layout (digest {made_for}); this is {current}: train or export it anew"
            )
    return card
