"""The advice of bots to a learner: the action each would take, and whether the unit has followed it in this phase."""

from fireteam.env.observe.actions import encoded
from fireteam.env.rules.kernel import Array, Record, kernel
from fireteam.env.rules.record import turn_of
from fireteam.env.seats.batch import ADVICE, chance_of_team

from .deciding import decide
from .doctrine.memory import clear_memories


@kernel
def forget(notes: Array, ignored: Array) -> None:
    """Clear the notes of all advisers, as a battle begins."""
    for adviser in range(len(notes)):
        clear_memories(notes[adviser])
    ignored[:] = 0


@kernel
def advise(
    battle: Record, arena: Record, log: Record, layout: Record, episode: Record, advisers: Array, notes: Array,
    ignored: Array, out: Array,
) -> None:  # fmt: skip
    """Write advice at the end of an observation; see `fireteam.env.seats.batch.ADVICE`.

    Args:
        advisers: bots, shape (n,).
        notes: the memory that they have of every unit, shape (n, MAX_UNITS).
        ignored: the last turn in which a unit took another action than each advised, shape (n, MAX_UNITS).
        out: float32; its last 2 n numbers are written.
    """
    count = len(notes)
    first = len(out) - 2 * count
    who = battle.decider
    for adviser in range(count):
        advisers[adviser].seed = chance_of_team(episode, battle.units[who].team)
        out[first + adviser] = advised(battle, arena, log, layout, advisers[adviser], notes[adviser]) / ADVICE
        out[first + count + adviser] = 1.0 if ignored[adviser, who] != turn_of(battle) else 0.0


@kernel
def advised(battle: Record, arena: Record, log: Record, layout: Record, adviser: Record, notes: Array) -> int:
    """Return the number of the action that an adviser would take."""
    verb, argument = decide(battle, arena, log, adviser, notes)
    return encoded(battle, arena, layout, verb, argument)


@kernel
def take_note(ignored: Array, seen: Array, number: int, who: int, phase: int) -> None:
    """Note which advisers a unit did not follow when it took an action; `seen` is its observation."""
    count = len(ignored)
    first = len(seen) - 2 * count
    for adviser in range(count):
        if int(seen[first + adviser] * ADVICE) != number:
            ignored[adviser, who] = phase
