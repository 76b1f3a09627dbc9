"""The defaults of a system's catalog: they stand in for what its own package does not say (`catalog_of`)."""

from collections.abc import Callable, Iterable
from typing import Any

from fireteam.content.reading import Strict

from ..rules.arena import SHARED_OPTIONS
from .models import Template, Weapon
from .shown import CONDITIONS as CONDITIONS
from .shown import Sign

OPTIONS = SHARED_OPTIONS  # of the rules, each with its readings
MEANINGS = {"distance": "what diagonal steps cost: 1 and 2 in turn, 1 always, or as the crow flies"}  # of the options
FIXED: tuple[str, ...] = ("numbers",)  # kinds whose entries the engine names
MOST: dict[str, int] = {}  # room in the engine's tables, by kind of entries
NEEDED: dict[str, tuple[str, ...]] = {}  # single entries that the engine names, by kind
# What cards, tokens and maps show. `CONDITIONS` are in `shown.py`.
SIGNS: list[Sign] = []
SEEN: tuple[str, ...] = ()  # fields of a unit that others see in fog, of those that only its system shows
LEGEND = [("health", "Green ring: health. It turns amber and red."), ("accent", "A gold ring: who decides.")]
CITED: dict[str, str] = {}  # the rule to name with what is said of "dents", "zones", and of the overlays "reach" and "fire"
TURN: tuple[str, ...] = ()  # what a turn is called, one and several; nothing where a round has but one
PASSES: tuple[str, ...] = ()  # what is done in each pass of a round, the first one first, where they have names
SECRETS = False  # whether sides keep secrets from each other also where there is no fog
ENDS: dict[str, str] = {}  # what a button says that ends something, by the name of the decision, where it ends no phase
SCORE = "order"  # what the number is called by which units take their turns
FACES_SHOWN: tuple[tuple[str, str], ...] = ()  # of a die from 1: as written, as they look; none where they are numbers
DEADLY = 6.0  # expected damage at which the map is as red as can be
COVER: tuple[str, ...] = ()  # numbers of what cover is worth: where all are 0, it is worth nothing
UNARMED = ""  # the weapon that a unit without any fights with, if there is one


class OrderKeys(Strict):
    """What standing orders may say: nothing."""


def check(catalog: Any, places: Any) -> None:
    """Accept everything: the models have found all mistakes."""


def expanded(kind: str, entries: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of a kind in its file: one by one."""
    return entries


def fill_blank(battle: Any) -> None:
    """Leave a battle in which nothing has happened at zero."""


def effect_seen(effect: Any) -> dict[str, Any]:
    """Return what can be seen of a fuse besides its place: nothing."""
    return {}


def zones_seen(field: Any, battle: Any, tiles_of: Any) -> dict[str, Any]:
    """Return the zones of fire by number: none."""
    return {}


def believed(battle: Any, scene: dict[str, Any]) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the fields of other units that teams are wrong about, by team and unit: none.

    A plan that a team does not know appears as 0, "" or []. `scene` is that of the battle, without this part.
    """
    return {}


def planned(verb: str) -> str:
    """Return the kind of a declaration, from the name of its verb, as `plans` in `look.toml` has them."""
    return "handle"


def coming(field: Any, scene: dict[str, Any]) -> list[list[Any]]:
    """Return the order of turns in the round, as [unit, turn from 0 for this one, score then], highest first.

    Here a round has one turn. A unit without a score is left out: it has fallen, or the viewing side does not know its
    score.
    """
    scores = {name: unit["score"] for name, unit in scene["units"].items() if unit["status"] == "up" and "score" in unit}
    return [[name, 0, score] for name, score in sorted(scores.items(), key=lambda entry: (-entry[1], entry[0]))]


def unit_listed(template: Template) -> dict[str, Any]:
    """Return a unit template's row of a list, by column: words, weapons, the system's own keys."""
    return {"words": template.words, "weapons": ", ".join(template.weapons), **added(template, Template)}


def weapon_listed(weapon: Weapon) -> dict[str, Any]:
    """Return a weapon's row of a list, by column: words, kind, the system's own keys."""
    return {"words": weapon.words, "kind": weapon.kind, **added(weapon, Weapon)}


def added(entry: Strict, shared: type[Strict]) -> dict[str, Any]:
    """Return the keys of an entry that its system adds to those of every system."""
    return {key: value for key, value in entry if key not in shared.model_fields}


LISTED: dict[str, Callable[[Any], dict[str, Any]]] = {"units": unit_listed, "weapons": weapon_listed}


def barrel(weapon: Weapon) -> str:
    """Return the drawn length of a weapon that is no melee weapon: short, long or heavy."""
    return "long" if weapon.two_handed else "short"


def price(field: Any, battle: Any, who: int, verb: int, argument: int) -> str:
    """Return the cost of an open action, as a button shows it; "" if the system has none."""
    return ""


def points_words(cost: int, unit: Any) -> str:
    """Return a cost in action points, and what is left after it: "2 AP, 1 left"."""
    return f"{cost} AP, {int(unit['ap']) - cost} left" if cost else "0 AP"


def pool(terms: Iterable[Any], purpose: str, core: str) -> str:
    """Return the terms of a roll for a purpose in words, as a sum.

    Terms of the rule `core`, that of the core roll, are named without it.
    """
    return summed(terms, core)


def came_to(numbers: dict[str, Any]) -> str:
    """Return the result of a roll, from the numbers of its event: its hits; "" for a roll without a result."""
    return f"{numbers['hits']} hit{'' if numbers['hits'] == 1 else 's'}"


def reads(terms: Iterable[Any], purpose: str) -> dict[str, Any]:
    """Return how the dice of a roll are read; an empty dict where they are added up or the system does not tell.

    Returns:
        "least": the lowest face that counts. "ones": whether ones do harm. "hinders": places of the terms that make the roll
        harder; where that is missing, those below zero do.
    """
    return {}


def summed(terms: Iterable[Any], core: str) -> str:
    """Return terms as a sum: "Agility 4 + Pistols 4 - 1 wounded (SS-H5)"; those of the rule `core` stand without it."""
    text = ""
    for term in terms:
        part = f"{term.words} {abs(term.dice)}" if term.rule == core else f"{abs(term.dice)} {term.words} ({term.rule})"
        sign = "-" if term.dice < 0 else "+"
        text += f" {sign} {part}" if text else f"{'- ' if term.dice < 0 else ''}{part}"
    return text
