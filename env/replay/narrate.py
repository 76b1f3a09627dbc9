"""Sentences for events."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ..catalog import catalog_of
from ..observe.events import Event, Term
from ..rules.events import APART, REVIVES
from ..scenario.setup import Field
from .english import Subject

# What one of something is called; dice that are taken away stay dice.
ONE = {"net hits": "net hit", "hits": "hit", "dice": "die", "rounds": "round", "enemies": "enemy", "friends": "friend"}
MANY = re.compile(rf"(?<![-−\d])1 ({'|'.join(ONE)})\b")

# Numbers of events that name an entry of the catalog, and its kind there; a system may have none of that kind.
WORDED = {
    "material": "materials",
    "terrain": "terrain",
    "item": "items",
    "location": "locations",
    "ailment": "ailments",
}


def sentence(field: Field, event: Event) -> str:
    """Return an event as a sentence, "" for what needs none."""
    wording = WORDINGS.get(event.kind) if field.system.EVENTS.named(event.kind).says is None else None
    return of_one(wording(field, event) if wording is not None else plainly(field, event))


def of_one(text: str) -> str:
    """Return a sentence with the singular after the number one."""
    return MANY.sub(lambda found: f"1 {ONE[found[1]]}", text)


def plainly(field: Field, event: Event) -> str:
    """Return the sentence of an event that has no function of its own."""
    numbers = {name + ("_" if name == "pass" else ""): value for name, value in event.numbers.items()}
    if "weapon" in numbers:
        numbers["weapon"] = weapon_words(field, numbers["weapon"])
    if "team" in numbers:
        numbers["team"] = side(field, numbers["team"])
    for name, kind in WORDED.items():
        if name in numbers:
            numbers[name] = words_of(getattr(field.catalog, kind, {}), numbers[name])
    place = f"({event.at[0]}, {event.at[1]})" if event.at else ""
    wording = {"actor": who(field, event.actor), "target": who(field, event.target), "at": place, **numbers}
    says = field.system.EVENTS.named(event.kind).says
    if callable(says):
        return says(wording | ({} if event.target else {"target": ""}))
    if says is None:
        says = f"{{actor}} {event.kind.replace('_', ' ')}{' {target}' if event.target else ''}."
    return says.format_map(wording)


def sentences(field: Field, events: Iterable[Event]) -> list[str]:
    """Return the sentences of some events, without the empty ones."""
    events = list(events)
    old = outdated(field, events) | split_events(field, events)
    return [text for n, event in enumerate(events) if n not in old and (text := sentence(field, event))]


def outdated(field: Field, events: Sequence[Event]) -> set[int]:
    """Return the places of events to leave out because earlier ones outdate them: wounds of a unit that is out already."""
    out: set[str | None] = set()
    old: set[int] = set()
    for number, event in enumerate(events):
        if event.kind in ("unconscious", "dead"):
            out.add(event.target)
        elif field.system.EVENTS.named(event.kind).traits & REVIVES:
            out.discard(event.target)
        elif event.kind == "wounded" and event.target in out:
            old.add(number)
    return old


def split_events(field: Field, events: Sequence[Event]) -> set[int]:
    """Return the places of events that are, for some teams, another version of the event just before: no team sees both."""
    wording: set[int] = set()
    for number, (first, event) in enumerate(pairwise(events), 1):
        same = (event.kind, event.actor, event.target) == (first.kind, first.actor, first.target)
        if same and field.system.EVENTS.named(event.kind).traits & APART and not set(first.seen_by) & set(event.seen_by):
            wording.add(number)
    return wording


def who(field: Field, agent: str | None) -> str:
    """Return a unit's name for people: "red_1 the soldier", "Vega (red_1)"."""
    if agent is None:
        return "nobody"
    fighter = next((fighter for fighter in field.roster if fighter.name == agent), None)
    if fighter is None:
        return agent
    return f"{fighter.called} ({agent})" if fighter.unit.name else f"{agent} the {fighter.called}"


def side(field: Field, name: object) -> Subject:
    """Return a team's name for people, at the beginning of a sentence: "The red team", or its title."""
    team = next((team for team in field.scenario.teams if team.name == name), None)
    return Subject(team.called if team is not None else name)


def words_of(table: Mapping[str, Any], name: object) -> str:
    """Return the name of a catalog entry; the replay of another engine may name one that no longer exists."""
    entry = table.get(str(name))
    return entry.words if entry is not None else str(name).replace("_", " ")


def weapon_words(field: Field, name: object) -> str:
    """Return what a weapon of the catalog is called."""
    return words_of(field.catalog.weapons, name) if name is not None else "bare hands"


def pool_of(field: Field, terms: Iterable[Term], purpose: str) -> str:
    """Return the words for a roll's dice in its system."""
    words: str = catalog_of(field.scenario.system).pool(terms, purpose, field.system.CORE)
    return words


def faces_of(field: Field) -> list[list[str]]:
    """Return the faces of a die from 1 on in its system: [as they are written, as they look]."""
    shown = catalog_of(field.scenario.system).FACES_SHOWN
    return [list(face) for face in shown] or [[str(face)] * 2 for face in range(1, field.system.FACES + 1)]


def _roll(field: Field, event: Event) -> str:
    came_to = catalog_of(field.scenario.system).came_to(event.numbers)
    if not came_to:
        return ""
    purpose = str(event.numbers["purpose"])
    written = faces_of(field)
    faces = " ".join(written[die - 1][0] for die in event.dice) or "no dice"
    return f"   {event.actor} {purpose}: {pool_of(field, event.terms, purpose)}: {faces} -> {came_to}"


def _attack(field: Field, event: Event) -> str:
    name = event.numbers["weapon"]
    firing = event.numbers["firing"]
    how = f"fires {words_of(getattr(field.catalog, 'firings', {}), firing)} at" if firing else "attacks"
    return f"{who(field, event.actor)} {how} {who(field, event.target)} with the {weapon_words(field, name)}."


def result_words(field: Field, winner: object) -> str:
    """Return the winner in words: "The red team wins", "The dockers win", "A draw" for none."""
    return f"{side(field, winner):wins}" if winner else "A draw"


def _over(field: Field, event: Event) -> str:
    return f"=== {result_words(field, event.numbers['team'])}: {event.numbers['ending']}. ==="


def _unconscious(field: Field, event: Event) -> str:
    number = next((number for number, fighter in enumerate(field.roster) if fighter.name == event.target), None)
    machine = number is not None and catalog_of(field.scenario.system).unit_full(field.arena[0], number).get("machine")
    return f"{who(field, event.target)} {'is wrecked' if machine else 'falls unconscious'}."


WORDINGS: dict[str, Callable[[Field, Event], str]] = {
    "unconscious": _unconscious,
    "roll": _roll,
    "attack": _attack,
    "over": _over,
}
