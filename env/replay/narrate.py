"""From event to sentence."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ..catalog import catalog_of
from ..observe.events import Event, Term
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

# Sentences by kind of event; {actor}, {target}, {at} and the event's numbers by name; {team:wins} is "The dockers win".
# "" is passed over. A system's own
# (`SENTENCES` of its catalog) come first, and a kind that is nowhere is told by its name: "taunts" is "red_1 taunts blue_1."
SENTENCES = {
    "round": "--- Round {round} ---",
    "pass": "- Pass {pass_} -",
    "initiative": "{actor} has initiative {score}.",
    "phase": "It is the turn of {actor} (initiative {score}).",
    "phase_ends": "",
    "walk": "{actor} walks, {metres} m at most.",
    "run": "{actor} runs, {metres} m more.",
    "sprint": "{actor} sprints, {metres} m more.",
    "step": "{actor} moves to {at}.",
    "move_stopped": "{actor} is stopped in its tracks.",
    "prone": "{actor} drops to the ground.",
    "stand": "{actor} stands up.",
    "take_cover": "{actor} takes cover.",
    "switch": "{actor} takes the {weapon}.",
    "reload": "{actor} reloads the {weapon}: {ammo} rounds.",
    "ready": "{actor} readies the {weapon}.",
    "pick_up": "{actor} picks up the {weapon}.",
    "mode": "{actor} sets the weapon to {mode}.",
    "choke": "{actor} sets the choke to {choke}.",
    "door": "{actor} moves the door at {at}: {terrain}.",
    "aim": "{actor} aims at {target}, {dice} dice.",
    "evade": "{actor} looks for a way past: {enemies} enemies can be passed.",
    "charge": "{actor} charges {target}!",
    "interception": "{actor} strikes at {target} as it moves.",
    "reply": "{actor} answers with a {verb}.",
    "full_defense": "{actor} goes on full defense.",
    "miss": "{actor} misses {target}.",
    "graze": "{actor} grazes {target}: no damage.",
    "hit": "{actor} hits {target} with {net_hits} net hits: damage {damage}.",
    "through_cover": "The attack goes through the {material} to {target}: damage {damage}.",
    "stopped_by_cover": "The {material} stops it.",
    "barrier_hit": "The {material} takes {damage}.",
    "no_effect": "The armor of {target} ({armor}) shrugs off damage {damage}.",
    "soaked": "",
    "damage": "{target} loses {damage} {pool}.",
    "knockdown": "{target} is knocked down.",
    "dead": "{target} is dead.",
    "weapon_jams": "The {weapon} of {actor} must be readied.",
    "weapon_drops": "{actor} drops the {weapon}.",
    "falls": "{actor} slips and falls.",
    "phase_lost": "{actor} loses the rest of the phase.",
    "suppression_ends": "The suppressive fire of {actor} ends.",
    "not_pinned": "{actor} keeps its head.",
    "barred": "{actor} does not dare to go on into the fire of {target}.",
    "stray_shot": "A stray shot of {actor} comes for {target}.",
    "thinned": "The fire of {actor} thins out to density {density}.",
    "spotted": "{actor} notices {target}.",
    "escaped": "{actor} gets away.",
    "delayed": "{actor} waits for its moment.",
    "steps_in": "{actor} steps in.",
    "delay_lost": "{actor} has waited too long.",
    "arrives": "{actor} enters the battle with initiative {score}.",
    "score_changes": "The initiative of {target} changes by {points} to {score}.",
    "surprised": "{target} is surprised.",
    "startled": "{target} is startled out of its wits.",
    "calls_out": "{actor} calls out to {friends} friends.",
    "multiple": "{actor} splits its attack in {attacks}.",
    "off_hand": "{actor} takes the {weapon} in the other hand.",
    "drops": "{actor} drops the {weapon}.",
    "thrown": "{actor} throws a {weapon} to {at}, {scatter} m astray.",
    "fuse_set": "{actor} sets its fuses: {fuse}.",
    "explodes": "The {weapon} goes off at {at}!",
    "caught": "{target} is caught {metres} m from it: damage {damage}.",
    "cloud": "A cloud spreads from {at}.",
    "cloud_fades": "The cloud at {at} fades.",
    "charge_set": "{actor} sets a charge at {at}.",
    "barrier_breaks": "The {material} at {at} breaks.",
    "unlocked": "{actor} opens the lock at {at}.",
    "task": "{actor} works at it: {hits} of {needed} hits.",
    "task_fails": "{actor} does not manage it.",
    "assists": "{actor} helps {target}: {dice} dice.",
    "healed": "{target} gets back {points} {pool}.",
    "stabilized": "{target} is stable.",
    "wakes": "{target} comes to.",
    "item_used": "{actor} uses a {item}.",
    "observed": "{actor} looks closely: {hits} hits.",
    "revealed": "{target} is found out.",
    "grappled": "{actor} holds {target}.",
    "held_down": "{actor} pins {target} to the ground.",
    "hold_kept": "{actor} keeps its hold on {target}.",
    "hold_ends": "{target} is free of {actor}.",
    "lifts": "{actor} lifts {target}.",
    "puts_down": "{actor} puts {target} down.",
    "shield_hit": "The body of {target} takes {damage}.",
    "opportunity": "{actor} sees its opportunity against {target}.",
    "boards": "{actor} gets into {target}.",
    "leaves": "{actor} gets out of {target}.",
    "drives": "{actor} drives {target}, {metres} m at most.",
    "rams": "{actor} rams {target}: damage {damage}.",
    "system_breaks": "{target}: {system} out of order.",
    "thrown_out": "{actor} is thrown out.",
    "breaks": "{actor} has had enough, and only wants to get away.",
    "surrenders": "{actor} surrenders.",
    "flees": "{actor} flees from the battle.",
    "called": "{team:calls} for more: they come in round {due}.",
    "ground_held": "{team:has} held the ground for {rounds} rounds.",
}


def sentence(field: Field, event: Event) -> str:
    """Return an event as a sentence, "" for what needs none."""
    told = None if event.kind in catalog_of(field.scenario.system).SENTENCES else TOLD.get(event.kind)
    return of_one(told(field, event) if told is not None else plainly(field, event))


def of_one(text: str) -> str:
    """Return a sentence in which one of something is not called many."""
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
    own = catalog_of(field.scenario.system).SENTENCES
    says = own.get(event.kind, SENTENCES.get(event.kind))
    if says is None:
        says = f"{{actor}} {event.kind.replace('_', ' ')}{' {target}' if event.target else ''}."
    return says.format(actor=who(field, event.actor), target=who(field, event.target), at=place, **numbers)


def sentences(field: Field, events: Iterable[Event]) -> list[str]:
    """Return the sentences of some events, without the empty ones."""
    events = list(events)
    old = outdated(events) | asides(events)
    return [text for n, event in enumerate(events) if n not in old and (text := sentence(field, event))]


def outdated(events: Sequence[Event]) -> set[int]:
    """Return the places of events that need no telling after what was told before: wounds of who is out already."""
    out: set[str | None] = set()
    old: set[int] = set()
    for number, event in enumerate(events):
        if event.kind in ("unconscious", "dead"):
            out.add(event.target)
        elif event.kind == "wakes":
            out.discard(event.target)
        elif event.kind == "wounded" and event.target in out:
            old.add(number)
    return old


def asides(events: Sequence[Event]) -> set[int]:
    """Return the places of events that tell some teams otherwise what others were told just before: no team sees both."""
    told: set[int] = set()
    for number, (first, event) in enumerate(pairwise(events), 1):
        same = event.kind == first.kind == "declares" and (event.actor, event.target) == (first.actor, first.target)
        if same and not set(first.seen_by) & set(event.seen_by):
            told.add(number)
    return told


def who(field: Field, agent: str | None) -> str:
    """Return a unit as people call it: "red_1 the soldier", "Vega (red_1)"."""
    if agent is None:
        return "nobody"
    fighter = next((fighter for fighter in field.roster if fighter.name == agent), None)
    if fighter is None:
        return agent
    return f"{fighter.called} ({agent})" if fighter.unit.name else f"{agent} the {fighter.called}"


def side(field: Field, name: object) -> Subject:
    """Return a team as people call it, at the beginning of a sentence: "The red team", or by its title."""
    team = next((team for team in field.scenario.teams if team.name == name), None)
    return Subject(team.called if team is not None else name)


def words_of(table: Mapping[str, Any], name: object) -> str:
    """Return what an entry of the catalog is called; the replay of another engine may name one that is no longer there."""
    entry = table.get(str(name))
    return entry.words if entry is not None else str(name).replace("_", " ")


def weapon_words(field: Field, name: object) -> str:
    """Return what a weapon of the catalog is called."""
    return words_of(field.catalog.weapons, name) if name is not None else "bare hands"


def pool_of(field: Field, terms: Iterable[Term], purpose: str) -> str:
    """Return what a roll for a purpose was made of, as its system says it."""
    words: str = catalog_of(field.scenario.system).pool(terms, purpose, field.system.CORE)
    return words


def faces_of(field: Field) -> list[list[str]]:
    """Return the faces of a die from 1 as its system has them: [as they are written, as they look]."""
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


def _declares(field: Field, event: Event) -> str:
    at = f" {who(field, event.target)}" if event.target else ""
    off = f", at -{event.numbers['penalty']} as all it does" if event.numbers["penalty"] else ""
    return f"{who(field, event.actor)} declares: {str(event.numbers['verb']).replace('_', ' ')}{at}{off}."


def _lapses(field: Field, event: Event) -> str:
    at = f" {who(field, event.target)}" if event.target else ""
    return f"{who(field, event.actor)} cannot {str(event.numbers['verb']).replace('_', ' ')}{at} any more: that lapses."


def _suppression(field: Field, event: Event) -> str:
    way = f"the {event.numbers['direction']}" if event.numbers["direction"] else "a line"
    numbers = event.numbers
    return f"{who(field, event.actor)} suppresses {way}: density {numbers['density']}, pin {numbers['pin']}."


def _pinned(field: Field, event: Event) -> str:
    where = "in cover" if event.numbers["covered"] else "on the ground"
    return f"{who(field, event.actor)} pins {who(field, event.target)} {where}."


def result_words(field: Field, winner: object) -> str:
    """Return who has won: "The red team wins", "The dockers win", "A draw" where nobody has."""
    return f"{side(field, winner):wins}" if winner else "A draw"


def _over(field: Field, event: Event) -> str:
    return f"=== {result_words(field, event.numbers['team'])}: {event.numbers['ending']}. ==="


def _unconscious(field: Field, event: Event) -> str:
    number = next((number for number, fighter in enumerate(field.roster) if fighter.name == event.target), None)
    machine = number is not None and catalog_of(field.scenario.system).unit_full(field.arena[0], number).get("machine")
    return f"{who(field, event.target)} {'is wrecked' if machine else 'falls unconscious'}."


TOLD: dict[str, Callable[[Field, Event], str]] = {
    "unconscious": _unconscious,
    "roll": _roll,
    "attack": _attack,
    "declares": _declares,
    "lapses": _lapses,
    "suppression": _suppression,
    "pinned": _pinned,
    "over": _over,
}
