"""Small battles for tests: a map in letters, a few units, dictated dice."""

from typing import Any

from fireteam.env.battle import Battle
from fireteam.env.catalog import load_catalog
from fireteam.env.observe.events import Event
from fireteam.env.rules import kernel
from fireteam.env.rules.systems import port_of
from fireteam.env.scenario.models import Scenario
from fireteam.maps import Drawing

__all__ = [
    "AVERAGE", "RED_FIRST", "choices", "decider", "end", "kinds_of", "next_phase", "only", "order", "pass_until", "play",
    "pool", "quietly", "roll", "rules_of", "sheet", "steps", "table", "take", "target", "terms", "unit", "verbs",
]  # fmt: skip

# Initiative takes, per unit in roster order, its initiative dice and a coin.
RED_FIRST = [6, 1, 1, 1]
AVERAGE = dict.fromkeys(
    ("body", "agility", "reaction", "strength", "charisma", "intuition", "logic", "willpower", "edge"), 3
)


def unit(at: tuple[int, int], template: str = "ganger", **changes: Any) -> dict[str, Any]:
    """Return a unit for `table`: a template at a place, all attributes 3 and no skill unless given."""
    attributes = {**AVERAGE, **changes.pop("attributes", {})}
    skills = {**no_skills(template), **changes.pop("skills", {})}
    made = {"template": template, "at": list(at), "attributes": attributes, "skills": skills, "armour": []}
    return made | changes


def target(at: tuple[int, int], template: str = "ganger", **changes: Any) -> dict[str, Any]:
    """Return a unit like `unit` does, but one that never interrupts: it is not asked."""
    return unit(at, template, orders={"defend": "never", "intercept": "never"}, **changes)


def order(*faces: int) -> list[int]:
    """Return the dice of an initiative roll: a face for each unit with one initiative die, and its coin."""
    return [die for face in faces for die in (face, 1)]


def no_skills(template: str) -> dict[str, int]:
    """Return every skill of a template at rank 0."""
    return dict.fromkeys(load_catalog().units[template].skills, 0)


def table(
    red: list[dict[str, Any]],
    blue: list[dict[str, Any]],
    ground: str = "\n".join(["." * 40] * 5),
    dice: list[int] | None = None,
    red_team: dict[str, Any] | None = None,
    blue_team: dict[str, Any] | None = None,
    heights: str = "",
    metres_per_tile: int = 1,
    marks: str = "",
    legend: dict[str, str] | None = None,
    forged: dict[str, dict[str, int]] | None = None,
    asks_karma: bool = False,
    **options: Any,
) -> Battle:
    """Return a battle of red against blue; `dice` are dictated from the initiative roll on.

    Karma is not spent on the opening, unless the test `asks_karma`.

    `forged` are other numbers for weapons of the catalog, as a game master might write: fields of `tables.WEAPON`.
    """
    drawing = Drawing(
        title="table", ground=ground, heights=heights, marks=marks, metres_per_tile=metres_per_tile, legend=legend or {}
    )
    scenario = Scenario.model_validate(
        {
            "title": "table",
            "about": str(forged or ""),  # fields are kept by scenario: forged weapons stay in theirs
            "map": drawing,
            "teams": [
                {"name": "red", "units": red, **(red_team or {})},
                {"name": "blue", "units": blue, **(blue_team or {})},
            ],
            **options,
        }
    )
    if dice is None and len(red) == len(blue) == 1:
        dice = RED_FIRST
    battle = Battle(scenario, seed=1, dice=dice)
    while not asks_karma and battle.decision is not None and battle.decision.kind == "karma":
        battle.step("pass")
    for weapon, numbers in (forged or {}).items():
        record = battle.field.arena[0]["weapons"][list(load_catalog().weapons).index(weapon)]
        for name, number in numbers.items():
            record[name] = number
    if forged:  # what is worked out of weapons is worked out anew
        port_of(battle.field.scenario.system).fill_tables(kernel.plain(battle.field.arena)[0])
    assert dice is None or battle.dictated_left == 0, f"the opening left {battle.dictated_left} dictated dice"
    return battle


def play(battle: Battle, action: str, dice: list[int] | str = "") -> list[Event]:
    """Take an action with dictated dice, all of which must be used; return what happened.

    Dice may be written as digits, with a space between rolls: "566222 222222 2".
    """
    battle.dictate([int(face) for face in dice if face != " "])
    events = battle.step(action)
    assert battle.dictated_left == 0, f"{action} left {battle.dictated_left} of the dictated dice: {kinds_of(events)}"
    return events


def take(battle: Battle, *actions: str) -> None:
    """Take actions one after another, for none of which dice are thrown."""
    for action in actions:
        play(battle, action)


def quietly(battle: Battle, action: str) -> list[Event]:
    """Take an action in which every die shows a 2, however many are thrown: no hits, no glitches."""
    battle.dictate([2] * 200)
    events = battle.step(action)
    battle.dictate([])
    return events


def may_begin(battle: Battle) -> bool:
    """Return whether a unit whose turn comes in a zone of fire, or in gas, is asked if its phase begins."""
    decision = battle.decision
    return decision is not None and decision.kind == "step_in" and battle.unit(decision.unit)["delay"] == 0


def end(battle: Battle, dice: list[int] | str = "", quiet: bool = False) -> list[Event]:
    """End a phase; the next begins, be it in fire or gas. The dice are those of `play` or, if `quiet`, all show a 2."""
    battle.dictate([2] * 200 if quiet else [int(face) for face in dice if face != " "])
    events = battle.step("end")
    while may_begin(battle):
        events += battle.step("step_in")
    assert quiet or battle.dictated_left == 0, f"{battle.dictated_left} of the dictated dice are left: {kinds_of(events)}"
    battle.dictate([])
    return events


def steps(battle: Battle, *directions: str) -> list[int]:
    """Take steps in some directions and return what each cost in metres."""
    return [only(play(battle, f"step {direction}"), "step").numbers["metres"] for direction in directions]


def pass_until(battle: Battle, name: str, limit: int = 200) -> None:
    """Let everybody end and pass until a unit has its own phase; who is asked whether its turn begins lets it begin."""
    for _ in range(limit):
        decision = battle.decision
        assert decision is not None, "the battle ended before"
        if decision.kind == "act" and decision.unit == name:
            return
        quietly(battle, "end" if decision.kind == "act" else "step_in" if may_begin(battle) else "pass")
    raise AssertionError(f"{name} never got its phase")


def next_phase(battle: Battle, name: str) -> None:
    """End a unit's phase, if it has one, and let everybody end and pass until its next."""
    decision = battle.decision
    if decision is not None and decision.kind == "act" and decision.unit == name:
        quietly(battle, "end")
    pass_until(battle, name)


def kinds_of(events: list[Event]) -> list[str]:
    """Return the kinds of some events."""
    return [event.kind for event in events]


def only(events: list[Event], kind: str) -> Event:
    """Return the one event of a kind."""
    found = [event for event in events if event.kind == kind]
    assert len(found) == 1, f"{len(found)} events {kind!r} among {kinds_of(events)}"
    return found[0]


def roll(events: list[Event], purpose: str) -> Event:
    """Return the one roll for a purpose."""
    found = [event for event in events if event.kind == "roll" and event.numbers["purpose"] == purpose]
    assert len(found) == 1, f"{len(found)} rolls for {purpose!r} among {kinds_of(events)}"
    return found[0]


def terms(event: Event) -> dict[str, int]:
    """Return the terms of a roll's pool as words -> dice."""
    return {term.words: term.dice for term in event.terms}


def rules_of(event: Event) -> set[str]:
    """Return the rule IDs of a roll's pool."""
    return {term.rule for term in event.terms}


def pool(event: Event) -> int:
    """Return the dice of a roll's pool, checked: as many were thrown as its terms add up to."""
    total = sum(term.dice for term in event.terms)
    assert len(event.dice) == max(total, 0), f"{len(event.dice)} dice were thrown for {event.terms}"
    return total


def choices(battle: Battle) -> set[str]:
    """Return what is open now, in words."""
    return {battle.words(action) for action in battle.legal()}


def verbs(battle: Battle) -> set[str]:
    """Return the verbs that are open now."""
    return {words.split()[0] for words in choices(battle)}


def decider(battle: Battle) -> tuple[str, str]:
    """Return what kind of decision is pending and whose it is: ("act", "red_1")."""
    decision = battle.decision
    assert decision is not None, f"the battle is over: {battle.ending}"
    return decision.kind, decision.unit


def sheet(battle: Battle, name: str) -> Any:
    """Return the sheet of a unit: what does not change in a battle."""
    return battle.field.arena[0]["sheets"][[fighter.name for fighter in battle.field.roster].index(name)]
