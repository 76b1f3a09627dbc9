"""Small battles of d10_pool for tests: fighters with plain sheets, dictated ten-sided dice, what a roll was made of."""

from typing import Any

import tabletop
from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from fireteam.systems.d10_pool.rules.clauses import OF_DIFFICULTY
from fireteam.systems.d10_pool.rules.tables import ABILITIES, ATTRIBUTES
from tabletop import choices, decider, kinds_of, only, roll, steps, take, verbs

__all__ = [
    "THING", "choices", "damage_dice", "decider", "difficulty", "end_turn", "fighter", "go", "harder", "hits", "in_order",
    "kinds_of", "numbers_of", "only", "outcome", "pass_until", "play", "pool", "quietly", "roll", "scored", "steps", "table",
    "take", "unanswered", "undefended", "verbs",
]  # fmt: skip

AVERAGE = dict.fromkeys(ATTRIBUTES, 3)
THING = "generator"  # a template that cannot move, and never acts
QUIET = [2] * 150  # dice that score nothing at difficulties above 2, and no ones


def fighter(at: tuple[int, int], template: str = "ganger", **changes: Any) -> dict[str, Any]:
    """Return a unit for `table`: attributes 3, no ability, weapon or armor, nothing secondary unless given."""
    made: dict[str, Any] = {"template": template, "at": list(at), "weapons": [], "armour": [], "secondary": []}
    made["attributes"] = AVERAGE | changes.pop("attributes", {})
    made["abilities"] = dict.fromkeys(ABILITIES, 0) | changes.pop("abilities", {})
    return made | changes


def scored(successes: int, dice: int = 6) -> list[int]:
    """Return the faces of a roll at difficulty 6 that has so many successes and no ones."""
    return [9] * successes + [2] * (dice - successes)


def in_order(*sides: list[dict[str, Any]]) -> list[int]:
    """Return dice of initiative by which units act in the order of the roster."""
    able = [unit["attributes"] for side in sides for unit in side if unit["template"] != THING]
    pools = [attributes["wits"] + attributes["dexterity"] for attributes in able]
    return [face for place, dice in enumerate(pools) for face in scored(max(min(pools) - place, 0), dice)]


def table(red: list[dict[str, Any]], blue: list[dict[str, Any]], dice: list[int] | None = None, **options: Any) -> Battle:
    """Return a battle of red against blue; `dice` are those of its opening, by which the roster acts in order."""
    opening = in_order(red, blue) if dice is None else dice
    return tabletop.table(red, blue, dice=opening, system="d10_pool", **options)


def faces(dice: str) -> list[int]:
    """Return dice written as digits, 0 for a ten, with a space between rolls."""
    return [int(face) or 10 for face in dice if face != " "]


def play(battle: Battle, action: str, dice: str = "") -> list[Event]:
    """Take an action with dictated dice, all of which must be used; return what happened."""
    return tabletop.play(battle, action, faces(dice))


def undefended(battle: Battle, action: str, dice: str) -> list[Event]:
    """Take an attack that nobody answers, with dictated dice, all of which must be used; return what happened."""
    return unanswered(battle, action, faces(dice), exactly=True)


def quietly(battle: Battle, action: str) -> list[Event]:
    """Take an action that nobody answers, with dice that score nothing."""
    return unanswered(battle, action, QUIET)


def unanswered(battle: Battle, action: str, dice: list[int], exactly: bool = False) -> list[Event]:
    """Take an action with dice, pass where a unit is asked to defend, and return what happened."""
    battle.dictate(dice)
    events = battle.step(action)
    while battle.decision is not None and battle.decision.kind == "defend":
        events += battle.step("pass")
    assert not exactly or battle.dictated_left == 0, f"{action} left {battle.dictated_left} of the dice"
    assert battle.dictated_left >= 0, f"{action} took more dice than there were"
    battle.dictate([])
    return events


def go(battle: Battle, pace: str, direction: str) -> None:
    """Declare a pace and take one step at it: a pace counts from the first step on."""
    play(battle, pace)
    play(battle, f"step {direction}")


def end_turn(battle: Battle, name: str) -> None:
    """End a unit's turn, if it still has it: a turn ends by itself when nothing is left to do."""
    if battle.decision is not None and (battle.decision.kind, battle.decision.unit) == ("act", name):
        quietly(battle, "end")


def pass_until(battle: Battle, name: str) -> None:
    """End turns and pass until it is a unit's turn, this one's next if it has it now."""
    while True:
        assert battle.decision is not None, "the battle ended before"
        quietly(battle, "end" if battle.decision.kind == "act" else "pass")
        if battle.decision is not None and (battle.decision.kind, battle.decision.unit) == ("act", name):
            return


def difficulty(battle: Battle, action: str, dice: int = 9) -> int:
    """Return the difficulty of an attack that nobody answers, as its dice show it: they are ten, nine, eight and so on.

    Those that count are those that reach it. What the roll tells of its difficulty must say the same.
    """
    attack = roll(unanswered(battle, action, [*range(10, 10 - dice, -1), *QUIET]), "attack")
    assert len(attack.dice) == dice, f"{len(attack.dice)} dice were rolled, not {dice}"
    shown = 11 - int(attack.numbers["hits"] or 0)
    assert shown == sum(harder(attack).values()), f"the dice say {shown}, the roll {harder(attack)}"
    return shown


def harder(event: Event) -> dict[str, int]:
    """Return the terms of a roll's difficulty as words -> points."""
    return {term.words: term.dice for term in event.terms if (term.words, term.rule) in OF_DIFFICULTY}


def pool(event: Event) -> dict[str, int]:
    """Return the terms of a roll's pool as words -> dice, checked: as many were thrown as they add up to."""
    terms = {term.words: term.dice for term in event.terms if (term.words, term.rule) not in OF_DIFFICULTY and term.dice}
    assert len(event.dice) == max(sum(terms.values()), 0), f"{len(event.dice)} dice were thrown for {terms}"
    return terms


def hits(events: list[Event], purpose: str) -> int:
    """Return the successes of the one roll for a purpose."""
    return int(roll(events, purpose).numbers["hits"] or 0)


def outcome(events: list[Event]) -> int:
    """Return the outcome of the one attack that hit."""
    return int(only(events, "hit").numbers["net_hits"] or 0)


def damage_dice(events: list[Event]) -> int:
    """Return how many dice of damage were rolled."""
    return len(roll(events, "damage").dice)


def numbers_of(battle: Battle, verb: str) -> set[int]:
    """Return the numbers that can be given to a verb now: of dice or of successes."""
    return {int(words.split()[1]) for words in choices(battle) if words.split()[0] == verb}
