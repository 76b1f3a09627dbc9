"""One unit in every state it can be in, as far as its feet are concerned, on a small table: for the matrix of Swan Song.

On the table: red_2 is the one in question, red_3 a friend, red_4 another who acts first, red_1 their van; blue_1 has a knife
and stands beside red_2 as a rule, blue_2 has a gun. On the ledge, the place of red_2 and of the van is three metres up.
"""

from typing import Any

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from fireteam.env.rules.record import DOWN
from fireteam.systems.swan_song.rules.record import HELD_FAST
from tabletop import *

STATES = ("on_foot", "aboard", "boarding", "leaving", "carried", "holding", "waiting", "prone", "on_a_ledge")
FIELD = "\n".join(["." * 10] * 6)
LEDGE = "\n".join(["0" * 10] * 2 + ["3333" + "0" * 6] * 4)
ONE, FRIEND, BLADE = 1, 2, 4  # numbers of red_2, red_3 and blue_1


def go(battle: Battle, *actions: str) -> list[Event]:
    """Take some actions, all dice twos; whoever is asked meanwhile whether it strikes lets it pass."""
    events: list[Event] = []
    for action in actions:
        events += quietly(battle, action)
        while battle.decision is not None and battle.decision.kind == "intercept":
            events += quietly(battle, "pass")
    return events


def stand(
    state: str,
    first: tuple[str, ...] = (),
    weapons: tuple[str, ...] = ("knife",),
    blade: tuple[int, int] = (4, 2),
    gun: tuple[int, int] = (8, 4),
    van: tuple[int, int] = (1, 2),
    enter: bool = True,
    lies: bool = False,
    fallen: bool = False,
    hurt: bool = False,
    **options: Any,
) -> Battle:
    """Return a battle in which red_2 is in a state, in its own phase; waiting, when it is asked; carried, before its phase.

    Args:
        first: what it does in its phase before it gets into the van.
        enter: whether the one who is boarding or leaving has done so.
        lies, fallen, hurt: red_2 is down, red_3 is; both have lost some Flesh.
        options: of the rules.
    """
    one = unit((3, 2), weapons=list(weapons), skills={"blades": 3, "unarmed": 3}, orders={"defend": "never"})
    if state in ("aboard", "leaving"):
        del one["at"]
        one |= {"aboard": "Van"}
    calm = {"orders": {"defend": "never", "intercept": "never"}}
    red = [
        {"template": "van", "at": list(van), "name": "Van"},
        one,
        unit((4, 3), weapons=["light_pistol"], skills={"pistols": 3}, **calm),
        unit((0, 1), **calm),
    ]
    blue = [
        unit(blade, weapons=["knife"], skills={"blades": 3}, orders={"defend": "never"}),
        unit(gun, weapons=["submachine_gun"], skills={"automatics": 3}, **calm),
    ]
    heights = LEDGE if state == "on_a_ledge" else ""
    faces = order(1 if state == "carried" or lies else 5, 2, 6, 4, 3)
    battle = table(red, blue, FIELD, dice=faces, heights=heights, options=options)
    if state == "holding":
        battle.unit("red_2")["holds"] = BLADE
        battle.unit("blue_1")["held_by"] = ONE
        battle.unit("blue_1")["hold"] = HELD_FAST
    if state == "prone":
        battle.unit("red_2")["prone"] = 1
    if state == "carried":
        battle.unit("red_3")["carries"] = ONE
        battle.unit("red_3")["x"], battle.unit("red_3")["y"] = 3, 2
        battle.unit("red_2")["carried_by"] = FRIEND
    if state == "carried" or lies:
        battle.unit("red_2")["status"] = DOWN
        battle.unit("red_2")["stable"] = 1
        return battle
    if fallen:
        battle.unit("red_3")["status"] = DOWN
        battle.unit("red_3")["stable"] = 1
    if hurt:
        battle.unit("red_2")["flesh"] = battle.unit("red_3")["flesh"] = 3
    pass_until(battle, "red_2")
    if state == "waiting":
        quietly(battle, "delay")
    else:
        go(battle, *first)
    if enter and state == "boarding":
        go(battle, "board red_1")
    if enter and state == "leaving":
        go(battle, "leave east")
    return battle


def act(battle: Battle, *actions: str) -> Battle:
    """Let red_2 come to its own phase, if it waits, and do something."""
    if decider(battle)[0] == "step_in":
        quietly(battle, "step_in")
    assert decider(battle) == ("act", "red_2")
    go(battle, *actions)
    return battle


def comes(battle: Battle, name: str) -> Battle:
    """Let somebody else's phase come; red_2 keeps whom it holds."""
    if decider(battle) == ("act", "red_2") and "hold_on" in verbs(battle):
        quietly(battle, "hold_on")
    pass_until(battle, name)
    return battle


def open_to(battle: Battle, words: str) -> str:
    """Return whether an action is open, as cells say it."""
    return "yes" if words in choices(battle) else "no"


def asked(battle: Battle, name: str) -> str:
    """Return whether somebody is asked now whether it strikes."""
    return "yes" if decider(battle) == ("intercept", name) else "no"


def dice(events: list[Event], purpose: str, words: str) -> int:
    """Return the dice of a term of the one roll for a purpose."""
    return terms(roll(events, purpose)).get(words, 0)
