"""Delayed shots (LD-C1): a unit that waits for an enemy to show itself shoots as soon as it does."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import NOBODY, UP
from fireteam.env.rules.sides.knowledge import look_around

from ...words.verbs import AWAIT
from .attack import attack, can_attack


@kernel
def shots_that_waited(battle, arena, log, target):
    """Let all units that wait for a target shoot at it, if they can now; the quickest first."""
    look_around(battle, arena, log)
    tried = 0
    while battle.over == 0 and battle.units[target].status == UP:
        who = quickest_waiting(battle, arena, target, tried)
        if who == NOBODY:
            return
        tried |= 1 << who
        if can_attack(battle, arena, who, target, AWAIT):
            battle.units[who].awaits = NOBODY
            attack(battle, arena, log, who, target, AWAIT)


@kernel
def quickest_waiting(battle, arena, target, tried):
    """Return the quickest unit that waits for a target, NOBODY for none; `tried`, a bit each, are left out."""
    best = NOBODY
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.awaits != target or unit.status != UP or unit.broken or tried >> who & 1:
            continue
        if best == NOBODY or unit.score > battle.units[best].score:
            best = who
    return best
