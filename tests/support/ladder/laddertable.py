"""Small battles of ladder for tests: fighters with plain ranks, dictated fudge dice, whole turns at once."""

from typing import Any

import tabletop
from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from fireteam.env.rules.verbs import ENEMY
from fireteam.systems.ladder.rules.tables import LEVELS, RANKS, SKILLS
from fireteam.systems.ladder.words.verbs import VERBS
from tabletop import choices, decider, kinds_of, only, roll, verbs

__all__ = [
    "LEVEL", "RANK", "THING", "attack_of", "choices", "damage", "decider", "faces", "fighter", "harm_of", "kinds",
    "kinds_of", "lapsed", "made_of", "only", "outcome", "planned", "play", "roll", "rolls", "table", "take", "turn", "verbs",
]  # fmt: skip

THING = "generator"  # a template that cannot move, and never acts
AVERAGE = dict.fromkeys(SKILLS, "average")
RANK = dict(enumerate(RANKS, -1))
LEVEL = {name: number for number, name in enumerate(LEVELS)}
BY_ROSTER = (4, 3, 2, 1, 0, -1)  # ranks of Discipline by which the roster acts in order, and declares in reverse
MINUS, BLANK, PLUS = 1, 2, 3  # faces
FILLER = 20  # rolls of nothing that are dictated besides, for the initiative of the next turn

Plans = dict[str, str]  # by unit what it declares, with commas between: "walk, shoot blue_1"


def fighter(at: tuple[int, int], template: str = "ganger", **changes: Any) -> dict[str, Any]:
    """Return a unit for `table`: average in all, no weapon, armor or pain tolerance; `skills` are ranks as numbers."""
    made: dict[str, Any] = {"template": template, "at": list(at), "weapons": [], "armour": [], "hide": 0}
    made["pain_tolerance"] = False
    made["ranks"] = AVERAGE | {name: RANK[worth] for name, worth in changes.pop("skills", {}).items()}
    return made | changes


def faces(*results: int) -> list[int]:
    """Return the faces of rolls of four fudge dice that come to so much each."""
    rolls = ([PLUS if result > 0 else MINUS] * abs(result) + [BLANK] * (4 - abs(result)) for result in results)
    return [face for each in rolls for face in each]


def table(
    red: list[dict[str, Any]], blue: list[dict[str, Any]], initiative: tuple[int, ...] | None = None, **options: Any
) -> Battle:
    """Return a battle of red against blue.

    `initiative` are the dice of all units. Without it all roll nothing, and whoever has no rank of Discipline gets one by
    which the roster acts in order, red_1 first.
    """
    able = [unit for unit in (*red, *blue) if unit["template"] != THING and "arrives" not in unit]
    if initiative is None:
        initiative = (0,) * len(able)
        for unit, worth in zip(able, BY_ROSTER, strict=False):
            if unit["ranks"]["discipline"] == "average":
                unit["ranks"]["discipline"] = RANK[worth]
    return tabletop.table(red, blue, dice=faces(*initiative), system="ladder", **options)


def play(battle: Battle, action: str, *results: int) -> list[Event]:
    """Take an action with dictated rolls, all of which must be used; those of initiative that follow come to nothing."""
    events, left = thrown(battle, action, faces(*results))
    assert not left, f"{action} left {len(left)} of the dice: {rolls(events)}"
    return events


def take(battle: Battle, *actions: str) -> None:
    """Take actions one after another, for none of which dice are thrown but those of initiative."""
    for action in actions:
        play(battle, action)


def thrown(battle: Battle, action: str, dice: list[int]) -> tuple[list[Event], list[int]]:
    """Take an action with dictated faces; return what happened, and the faces that were not thrown."""
    battle.dictate([*dice, *faces(*[0] * FILLER)])
    events = battle.step(action)
    battle.dictate([])
    used = sum(len(event.dice) for event in events if event.kind == "roll" and event.numbers["purpose"] != "initiative")
    assert used <= len(dice), f"{action} threw {used} dice, more than the {len(dice)}: {rolls(events)}"
    return events, dice[used:]


def turn(battle: Battle, plans: Plans, *results: int, until: str = "", **answers: str) -> list[Event]:
    """Let all declare their plans, and carry them out with dictated rolls, all of which must be used; return what happened.

    Args:
        plans: by unit; who has none declares nothing.
        results: rolls in the order in which they come, those of feints first.
        until: whose declarations to stop before.
        answers: by unit the steps that it takes as it moves, with commas between, or what it answers to a grapple.
    """
    events: list[Event] = []
    dice, now = faces(*results), battle.round
    said = {name: plan.split(", ") for name, plan in plans.items()}
    said |= {f"{name} moves": answer.split(", ") for name, answer in answers.items()}
    while battle.round == now and battle.decision is not None:
        kind, name = decider(battle)
        if (kind, name) == ("declare", until):
            break
        words = said.get(name if kind == "declare" else f"{name} moves", [])
        action = words.pop(0) if words else "pass" if kind == "hold_off" else "end"
        happened, dice = thrown(battle, action, dice)
        events += happened
    assert not dice, f"{len(dice)} dice are left: {rolls(events)}"
    unsaid = {name: words for name, words in said.items() if words and not until}
    assert not unsaid, f"nobody asked for {unsaid}"
    return events


def rolls(events: list[Event]) -> list[tuple[str | None, str, int]]:
    """Return the rolls but those of initiative as (who, what for, result)."""
    found = [event for event in events if event.kind == "roll" and event.numbers["purpose"] != "initiative"]
    return [(event.actor, str(event.numbers["purpose"]), int(event.numbers["hits"] or 0)) for event in found]


def made_of(event: Event) -> dict[str, int]:
    """Return the terms of a roll as words -> points, checked: with the dice they are its result."""
    terms = {term.words: term.dice for term in event.terms}
    shown = sum(face - BLANK for face in event.dice)
    assert shown + sum(terms.values()) == event.numbers["hits"] or event.numbers["glitch"] == "critical success"
    return terms


def attack_of(events: list[Event]) -> dict[str, int]:
    """Return the terms of the one attack."""
    return made_of(roll(events, "attack"))


def outcome(events: list[Event]) -> int:
    """Return the outcome of the one attack that hit."""
    return int(only(events, "hit").numbers["net_hits"] or 0)


def damage(events: list[Event]) -> int:
    """Return the damage of the one attack that hit."""
    return int(only(events, "hit").numbers["damage"] or 0)


def harm_of(events: list[Event]) -> dict[str, int]:
    """Return the terms of the damage of the one hit."""
    return {term.words: term.dice for term in only(events, "hit").terms}


def kinds(events: list[Event], *wanted: str) -> list[tuple[str, str | None, str | None]]:
    """Return the events of some kinds as (kind, actor, target)."""
    return [(event.kind, event.actor, event.target) for event in events if event.kind in wanted]


def lapsed(events: list[Event]) -> list[tuple[str | None, str]]:
    """Return what has lapsed as (who, verb)."""
    return [(event.actor, str(event.numbers["verb"])) for event in events if event.kind == "lapses"]


def planned(battle: Battle, name: str) -> list[str]:
    """Return what a unit has declared in this turn, in words, as a record has it."""
    unit = battle.unit(name)
    made = []
    for item in unit["plan"][: int(unit["items"])]:
        verb = VERBS[int(item["verb"])]
        target = battle.field.roster[int(item["argument"])].name if verb.domain == ENEMY else ""
        made.append(f"{verb.name} {target}".strip())
    return made
