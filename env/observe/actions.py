"""Actions as numbers, as (verb, argument) and as words, and the conversions between them.

A learner sees one flat `Discrete`. Its numbers are laid out verb by verb, in the order of the verbs' own numbers:

    verb without argument   1 number
    in a direction          8, clockwise from north
    with options            as many as the verb has (weapon slots, gun modes, chokes)
    at a unit of the others one per slot, 8 unless the environment is made larger
    at a unit of the own    likewise

Slots are roster places as the decider sees them: its own team in roster order, then all others in roster order. They are
never renumbered when somebody falls, so a number means the same thing in every scenario.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from fireteam.content.errors import ContentError, IllegalAction
from fireteam.content.reading import closest

from ..rules.arena import BARE_HANDS
from ..rules.ground.bits import lowest
from ..rules.ground.grid import DIRECTIONS
from ..rules.kernel import Array, Record, kernel
from ..rules.systems import DEFAULT, port_of
from ..rules.verbs import ALONE, DIRECTION, ENEMY, FRIEND, ITEMS, MOST_VERBS, OPTION, WEAPONS, check_room
from ..scenario.setup import Field

SLOTS = 8
MOST_ACTIONS = 800

LAYOUT = np.dtype(
    [
        ("size", "i4"),
        ("own", "i4"),
        ("others", "i4"),
        ("first", "i4", MOST_VERBS),  # number of a verb's first action
        ("domain", "i1", MOST_VERBS),
        ("verb", "i1", MOST_ACTIONS),  # verb of each number
        ("argument", "i1", MOST_ACTIONS),  # slot, direction or option of each number
    ],
    align=True,
)


class Action(NamedTuple):
    """An action as the engine takes it.

    It is a verb's number and its argument (a unit's roster number, a direction or an option).
    """

    verb: int
    argument: int = 0


@cache
def layout(own: int = SLOTS, others: int = SLOTS, system: str = DEFAULT) -> np.ndarray:
    """Return the numbering of a rule system's actions for a number of slots: shape (1,), dtype LAYOUT, read-only."""
    made = np.zeros(1, LAYOUT)
    row = made[0]
    row["own"], row["others"] = own, others
    size = 0
    for number, verb in sorted(port_of(system).VERBS.items()):
        count = {ENEMY: others, FRIEND: own}.get(verb.domain, verb.options)
        check_room("action", [size + count - 1], MOST_ACTIONS)
        row["first"][number] = size
        row["domain"][number] = verb.domain
        row["verb"][size : size + count] = number
        row["argument"][size : size + count] = range(count)
        size += count
    row["size"] = size
    made.setflags(write=False)
    return made


@kernel
def unit_in_slot(goal: Record, slot: int) -> int:
    """Return the index of the unit in a slot of the others, for the team whose row of `arena.goals` is `goal`."""
    return slot if slot < goal.first else slot + goal.count


@kernel
def decoded(battle: Record, arena: Record, layout: Record, number: int) -> tuple[int, int]:
    """Return the (verb, argument) of an action number for the unit that decides; (-1, 0) for no number at all.

    `layout` is a record of LAYOUT.
    """
    if number < 0 or number >= layout.size:
        return -1, 0
    verb = layout.verb[number]
    argument = layout.argument[number]
    goal = arena.goals[battle.units[battle.decider].team]
    if layout.domain[verb] == ENEMY:
        argument = unit_in_slot(goal, argument)
    elif layout.domain[verb] == FRIEND:
        argument = goal.first + argument
    return verb, argument


@kernel
def encoded(battle: Record, arena: Record, layout: Record, verb: int, argument: int) -> int:
    """Return the number of an action (verb, argument) for the unit that decides: the inverse of `decoded`."""
    goal = arena.goals[battle.units[battle.decider].team]
    slot = argument
    if layout.domain[verb] == ENEMY and argument >= goal.first:
        slot = argument - goal.count
    elif layout.domain[verb] == FRIEND:
        slot = argument - goal.first
    return layout.first[verb] + slot


@kernel
def write_mask(battle: Record, arena: Record, layout: Record, mask: Array) -> None:
    """Fill `mask`, int8 of shape (actions,), for the pending decision: 1 for each legal action number, 0 for all others."""
    mask[:] = 0
    goal = arena.goals[battle.units[battle.decider].team]
    for verb in range(len(battle.open)):
        bits = battle.open[verb]
        if bits:
            domain = layout.domain[verb]
            if domain == ENEMY:
                bits = slots_of_others(goal, bits) & ((1 << layout.others) - 1)
            elif domain == FRIEND:
                bits = bits >> goal.first & ((1 << layout.own) - 1)
            first = layout.first[verb]
            while bits:
                mask[first + lowest(bits)] = 1
                bits &= bits - 1


@kernel
def slots_of_others(goal: Record, units: int) -> int:
    """Return a set of units of other teams, a bit each, as the set of their slots; `goal` is that of the own team."""
    before = units & ((1 << goal.first) - 1)
    return before | units >> (goal.first + goal.count) << goal.first


def slots_for(fields: Sequence[Field]) -> tuple[int, int]:
    """Return how many (own, others) slots show every unit to every team in some battles: 8 of either at least."""
    counts = [field.arena[0]["goals"]["count"][: len(field.scenario.teams)] for field in fields]
    return max(SLOTS, *(int(c.max()) for c in counts)), max(SLOTS, *(int(c.sum() - c.min()) for c in counts))


def decode(field: Field, team: int, number: int, numbering: np.ndarray) -> Action:
    """Return the action that a number stands for when a unit of `team` decides.

    Raises:
        IllegalAction: there is no such number.
    """
    row = numbering[0]
    if not 0 <= number < row["size"]:
        raise IllegalAction(f"action {number} does not exist: numbers go from 0 to {row['size'] - 1}")
    verb, argument = int(row["verb"][number]), int(row["argument"][number])
    goal = field.arena[0]["goals"][team]
    if row["domain"][verb] == ENEMY:
        argument += int(goal["count"]) if argument >= goal["first"] else 0
    elif row["domain"][verb] == FRIEND:
        argument += int(goal["first"])
    return Action(verb, argument)


def encode(field: Field, team: int, action: Action, numbering: np.ndarray) -> int:
    """Return the number of an action when a unit of `team` decides: the inverse of `decode`."""
    row = numbering[0]
    slot = action.argument
    goal = field.arena[0]["goals"][team]
    if row["domain"][action.verb] == ENEMY:
        slot -= int(goal["count"]) if slot >= goal["first"] + goal["count"] else 0
    elif row["domain"][action.verb] == FRIEND:
        slot -= int(goal["first"])
    return int(row["first"][action.verb]) + slot


def options_of(field: Field, who: int, verb: int) -> list[str]:
    """Return the words for the options of a verb, for the unit that decides."""
    known = field.system.VERBS[verb]
    if known.carried == WEAPONS:
        carried = field.weapon_names(who)
        names = [name if name not in carried[:slot] else f"{name}_{slot + 1}" for slot, name in enumerate(carried)]
        return [*names, *[""] * (BARE_HANDS - len(names)), "bare_hands"]
    if known.carried == ITEMS:
        return field.item_names(who)
    return list(known.words)


def words(field: Field, who: int, action: Action) -> str:
    """Return an action of a unit in words: "shoot blue_2", "step northeast", "switch knife", "end"."""
    verb = field.system.VERBS[action.verb]
    if verb.domain == ALONE:
        return verb.name
    if verb.domain == DIRECTION:
        return f"{verb.name} {DIRECTIONS[action.argument]}"
    if verb.domain == OPTION:
        return f"{verb.name} {options_of(field, who, action.verb)[action.argument]}"
    return f"{verb.name} {field.roster[action.argument].name}"


def from_words(field: Field, who: int, text: str) -> Action:
    """Return the action of a unit that words stand for: the inverse of `words`.

    Raises:
        ContentError: the words are no action.
    """
    name, _, rest = text.strip().partition(" ")
    numbers = field.system.VERBS.numbers
    if name not in numbers:
        raise ContentError(f"{text!r}: no action is called {name!r}.{closest(name, numbers)}")
    number = numbers[name]
    verb = field.system.VERBS[number]
    if verb.domain == ALONE:
        if rest:
            raise ContentError(f"{text!r}: {name!r} takes nothing after it")
        return Action(number)
    if verb.domain == DIRECTION:
        known = list(DIRECTIONS)
    elif verb.domain == OPTION:
        known = options_of(field, who, number)
    else:
        known = [fighter.name for fighter in field.roster]
    if not rest or rest not in known:
        raise ContentError(f"{text!r}: {rest!r} is not what {name!r} takes.{closest(rest, known)}")
    return Action(number, known.index(rest))
