"""Orders in words."""

from itertools import groupby
from typing import Any

from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.rules.record import NOWHERE
from fireteam.env.rules.verbs import AIMING, ENEMY, FRIEND, OPTION, THROWING, WALK

from ..doctrine.orders import NO_ACT

AT = (AIMING, THROWING)  # families of verbs of which one says at whom
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
LEAST_HIGH, MOST_HIGH = 60, 250  # centimetres of what one takes cover behind and fires over
TIMES = ("", " twice", " three times")  # that an act is done


def order_in_words(battle: Battle, order: Any) -> str:
    """Return an order for the unit that decides in words, like "go to (12, 4) by the crates, then shoot blue_3".

    `order` is a record with the fields of ORDER.
    """
    steps = [] if order["goal"] == NOWHERE else [f"go to {place_in_words(battle, order['goal'])}"]
    acts = zip(order["verbs"].tolist(), order["arguments"].tolist(), strict=True)
    walks = WALK if steps else NO_ACT  # the way to a place is a declaration in some systems
    done = [act_in_words(battle, Action(*act)) for act in acts if act[0] not in (NO_ACT, walks)]
    for words, alike in groupby(done):
        steps.append(words + TIMES[len(list(alike)) - 1])
    if order["after"] != NOWHERE:
        steps.append(f"go to {place_in_words(battle, order['after'])}")
    return ", then ".join(filter(None, [", ".join(steps[:-1]), *steps[-1:]]))


def place_in_words(battle: Battle, tile: int) -> str:
    """Return where a tile is, like "(12, 4)", or "(12, 4) by the crates" beside something low to take cover behind."""
    arena = battle.field.arena[int(battle.record[0]["variant"])]
    width, height = int(arena["width"]), int(arena["height"])
    y, x = divmod(int(tile), width)
    named = list(battle.field.catalog.terrain.values())
    for dx, dy in AROUND:
        if 0 <= x + dx < width and 0 <= y + dy < height:
            terrain = int(arena["tiles"][(y + dy) * width + x + dx]["terrain"])
            if LEAST_HIGH <= int(arena["terrains"][terrain]["top"]) <= MOST_HIGH:
                return f"({x}, {y}) by the {named[terrain].words}"
    return f"({x}, {y})"


def act_in_words(battle: Battle, action: Action) -> str:
    """Return an act of the unit that decides in words, like "aim at blue_3" or "take cover"."""
    verb = battle.field.system.VERBS[action.verb]
    name = verb.name.replace("_", " ")
    at = " at" if verb.domain in (ENEMY, FRIEND) and verb.family in AT else ""
    whom = battle.words(action).removeprefix(verb.name)
    return name + at + (whom.replace("_", " ") if verb.domain == OPTION else whom)
