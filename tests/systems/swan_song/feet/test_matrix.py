"""Every rule about movement, melee, zones of fire, running and interrupts, for somebody in every state: `cells.toml`.

A cell says what the source lets happen, and by which sentence, or why the case does not arise. Each that arises is played.
A row is a function here, a state is made by `stand` (`tests/support/feet/standing.py`); whoever adds a rule or a state has
to fill its cells.
"""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from standing import STATES, act, asked, comes, dice, go, open_to, stand

from fireteam.env.observe.events import Event
from fireteam.env.rules.record import UP
from tabletop import *

CELLS: dict[str, dict[str, Any]] = tomllib.loads((Path(__file__).parent / "cells.toml").read_text(encoding="utf-8"))
NOT_HERE = "does not arise"

Row = Callable[[str], str]
ROWS: dict[str, Row] = {}


def row(probe: Row) -> Row:
    """Keep a row of the matrix: a function from a state to what happens in it."""
    ROWS[probe.__name__] = probe
    return probe


@row
def walks(state: str) -> str:
    """Can it declare its walk and take a step?"""
    battle = act(stand(state))
    if "walk" in verbs(battle):
        go(battle, "walk")
    return "yes" if "step" in verbs(battle) else "no"


@row
def runs(state: str) -> str:
    """Can it run?"""
    return open_to(act(stand(state)), "run")


@row
def shoots_worse_on_the_run(state: str) -> str:
    """How many dice does a shot of its own have less when it has run?"""
    first = ("run",) if state == "boarding" else ()
    battle = act(stand(state, first=first, weapons=("light_pistol",)), *(() if first else ("run",)))
    return str(dice(quietly(battle, "shoot blue_2"), "attack", "running"))


@row
def runs_into_melee(state: str) -> str:
    """How many dice more has a blow after a run of two metres up to the enemy?"""
    battle = act(stand(state, blade=(6, 2)), "run", "step east", "step east")
    return str(dice(quietly(battle, "strike blue_1"), "attack", "charging into melee"))


@row
def runs_about_in_melee(state: str) -> str:
    """And after a run from beside the enemy to beside the enemy?"""
    battle = act(stand(state, blade=(4, 1)), "run", "step east")
    return str(dice(quietly(battle, "strike blue_1"), "attack", "charging into melee"))


@row
def is_shot_at_on_the_run(state: str) -> str:
    """What do a shot at it and its defense have for its run?"""
    first = ("run",) if state == "boarding" else ()
    battle = comes(act(stand(state, first=first), *(() if first else ("run",))), "blue_2")
    events = quietly(battle, "shoot red_2")
    return f"{dice(events, 'attack', 'target runs')}, {dice(events, 'defense', 'on the run')}"


@row
def strikes(state: str) -> str:
    """Can it strike at the enemy beside it?"""
    return open_to(act(stand(state)), "strike blue_1")


@row
def is_struck(state: str) -> str:
    """Can the enemy beside it strike at it?"""
    return open_to(comes(stand(state, unconscious="targets"), "blue_1"), "strike red_2")


@row
def charges(state: str) -> str:
    """Can it charge an enemy four metres off?"""
    return open_to(act(stand(state, gun=(7, 2))), "charge blue_2")


@row
def grapples(state: str) -> str:
    """Can it grapple the enemy beside it?"""
    return open_to(act(stand(state)), "grapple blue_1")


@row
def is_grappled(state: str) -> str:
    """Can the enemy beside it grapple it?"""
    return open_to(comes(stand(state, unconscious="targets"), "blue_1"), "grapple red_2")


@row
def intercepts(state: str) -> str:
    """Is it asked when an enemy beside it walks away?"""
    battle = stand(state, gun=(3, 1), blade=(4, 2) if state == "holding" else (9, 5))
    if state == "carried":
        battle.unit("red_2")["status"] = UP  # come round, in the arms of red_3 until its phase
    comes(battle, "blue_2")
    play(battle, "walk")
    quietly(battle, "step north")
    return asked(battle, "red_2")


@row
def is_intercepted(state: str) -> str:
    """Is the enemy beside it asked when it moves away?"""
    return struck_at(state)


@row
def provokes_by_leaving(state: str) -> str:
    """The same, where what is done beside an enemy gives it an opportunity."""
    return struck_at(state, passing="opportunity")


def struck_at(state: str, **options: Any) -> str:
    """Return whether blue_1 is asked as red_2 moves away from it, into the van or out of it and on."""
    battle = act(stand(state, enter=False, **options))
    if state == "boarding":
        quietly(battle, "board red_1")
        return asked(battle, "blue_1")
    if state == "leaving":
        quietly(battle, "leave east")
        assert asked(battle, "blue_1") == "no"
    quietly(battle, "drive" if state == "aboard" else "walk")
    quietly(battle, "step north" if "step north" in choices(battle) else "step south")
    return asked(battle, "blue_1")


@row
def evades(state: str) -> str:
    """Can it evade the enemies beside it?"""
    return open_to(act(stand(state)), "evade")


@row
def takes_an_opportunity(state: str) -> str:
    """Is it asked when an enemy beside it takes aim at somebody else?"""
    battle = stand(state, gun=(3, 1), blade=(4, 2) if state == "holding" else (9, 5), passing="opportunity")
    if state == "carried":
        battle.unit("red_2")["status"] = UP
    quietly(comes(battle, "blue_2"), "aim red_4")
    return asked(battle, "red_2")


@row
def is_shot_at_in_melee(state: str) -> str:
    """What does an enemy beside it cost its defense against another's shot?"""
    battle = comes(stand(state), "blue_2")
    return str(dice(quietly(battle, "shoot red_2"), "defense", "shot at in melee"))


@row
def distracts(state: str) -> str:
    """What does it cost the enemy beside it, at which somebody else shoots?"""
    battle = stand(state, blade=(4, 2) if state != "aboard" else (3, 2))
    if state == "carried":
        battle.unit("red_2")["status"] = UP
        battle.unit("red_3")["x"] = 8  # so that it does not shoot at who stands beside itself
    comes(battle, "red_3")
    return str(dice(quietly(battle, "shoot blue_1"), "defense", "shot at in melee"))


@row
def defends_in_a_moving_vehicle(state: str) -> str:
    """What does a vehicle that has moved add to its defense?"""
    battle = stand(state, enter=state != "leaving")
    if state in ("aboard", "leaving"):
        go(battle, "drive", "step north")
    if state == "leaving":
        go(battle, "leave east")
    return str(dice(quietly(comes(battle, "blue_2"), "shoot red_2"), "defense", "in a moving vehicle"))


@row
def is_pinned(state: str) -> str:
    """Is it tested when fire is laid through it, and what does failure do to it?"""
    battle = comes(stand(state), "blue_2")
    battle.dictate([6] * 6 + [2] * 200)
    events = battle.step("suppress_line red_3" if state == "carried" else "suppress_line red_2")
    battle.dictate([])
    tested = "resist being pinned" in rolls_of(events)
    one = battle.unit("red_2")
    what = [word for word in ("stuck", "prone") if one[word]]
    return ", ".join(["tested", *what] if tested else ["no"])


@row
def is_knocked_down(state: str) -> str:
    """Does a shot that costs it more points than its Physical limit put it on the ground?"""
    battle = comes(stand(state), "blue_2")
    battle.unit("red_2")["shield"] = 60  # so that it stays conscious
    battle.dictate([6] * 6 + [2] * 200)
    lost = sum(int(event.numbers["damage"]) for event in battle.step("shoot red_2") if event.kind == "damage")
    battle.dictate([])
    assert lost > sheet(battle, "red_2")["physical"]
    return "yes" if battle.unit("red_2")["prone"] else "no"


def rolls_of(events: list[Event], name: str = "red_2") -> list[str]:
    """Return what somebody has rolled for."""
    return [str(event.numbers["purpose"]) for event in events if event.kind == "roll" and event.actor == name]


@row
def begins_its_turn_under_fire(state: str) -> str:
    """What does it meet as its turn begins in a zone of fire?"""
    battle = comes(stand(state), "blue_2")
    battle.dictate([6] * 6 + [6] * 6 + [2] * 200)
    battle.step("suppress_line red_2")
    battle.dictate([])
    events: list[Event] = []
    while decider(battle) != ("act", "red_2"):
        kind, name = decider(battle)
        steps_in = kind == "step_in" and name == "red_2"
        events += quietly(battle, "step_in" if steps_in else "end" if kind == "act" else "pass")
    return ", ".join(
        word
        for word, purpose in (("pin", "resist being pinned"), ("shot", "dodge a stray shot"))
        if purpose in rolls_of(events)
    )


@row
def comes_into_fire(state: str) -> str:
    """What does it meet on its way into a zone of fire, if it fails the test and if it does not?"""
    found = []
    for face in (2, 6):
        battle = stand(state, enter=False, gun=(8, 1), blade=(9, 5), van=(1, 1) if state == "boarding" else (1, 2))
        comes(battle, "blue_2")
        battle.dictate([6] * 6 + [2] * 200)
        battle.step("suppress_line red_4")
        battle.dictate([])
        pass_until(battle, "red_2")
        if state == "waiting":
            quietly(battle, "delay")
            act(battle)
        if state not in ("boarding", "leaving"):
            go(battle, "drive" if state == "aboard" else "walk")
        battle.dictate([face] * 200)
        events = battle.step({"boarding": "board red_1", "leaving": "leave north"}.get(state, "step north"))
        battle.dictate([])
        found += [event.kind for event in events if event.kind in ("barred", "stray_shot")]
    return ", ".join(found)


@row
def lays_suppressive_fire(state: str) -> str:
    """Can it lay suppressive fire?"""
    battle = act(stand(state, weapons=("submachine_gun",)))
    return open_to(battle, "suppress_line blue_2")


@row
def gives_first_aid(state: str) -> str:
    """Can it give first aid to the hurt friend beside it?"""
    return open_to(act(stand(state, hurt=True)), "first_aid red_3")


@row
def is_given_first_aid(state: str) -> str:
    """Can the friend beside it give it first aid?"""
    name = "red_4" if state == "carried" else "red_3"
    battle = stand(state, hurt=True)
    battle.unit("red_4")["x"], battle.unit("red_4")["y"] = (4, 1) if state == "carried" else (0, 1)
    return open_to(comes(battle, name), "first_aid red_2")


@row
def lifts(state: str) -> str:
    """Can it lift the body that lies beside it?"""
    return open_to(act(stand(state, fallen=True)), "lift red_3")


@row
def is_lifted(state: str) -> str:
    """Can somebody beside it lift it, as it lies?"""
    if state == "carried":
        return open_to(comes(stand(state), "blue_1"), "lift_enemy red_2")
    return open_to(comes(stand(state, lies=True), "red_3"), "lift red_2")


@row
def boards(state: str) -> str:
    """Can it get into the van beside it?"""
    return open_to(act(stand(state)), "board red_1")


@row
def leaves(state: str) -> str:
    """Can it get out of a vehicle?"""
    return "yes" if "leave" in verbs(act(stand(state))) else "no"


def test_every_cell_is_there() -> None:
    """Every rule has its cell in every state, with a reason; every row of cells has a function that plays it."""
    assert list(CELLS) == list(ROWS)
    for name, cells in CELLS.items():
        assert list(cells) == ["rule", "source", *STATES], name
        for state in STATES:
            what, why = cells[state]
            assert what, (name, state)
            assert why.endswith("."), (name, state)


PLAYED = [(name, state) for name, cells in CELLS.items() for state in STATES if cells[state][0] != NOT_HERE]


@pytest.mark.parametrize(
    ("name", "state"),
    [pytest.param(name, state, marks=pytest.mark.rule(CELLS[name]["rule"]), id=f"{name}-{state}") for name, state in PLAYED],
)
def test_cell(name: str, state: str) -> None:
    """What happens on the table is what the cell derives from the source."""
    expected, why = CELLS[name][state]
    assert ROWS[name](state) == expected, why
