"""Fight for your life (SS-X3): a unit that is about to fall may spend karma and stay up until the round is over.

`conditions.check_collapse` marks the unit. Before anything else happens it is asked, and either falls or fights on: at
half its pools and half its walk rate, but nothing fells it any more in this round. At the end of the round its wounds bring
it down after all, unless it has struck an enemy down or got back a point of Flesh.
"""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit
from fireteam.env.rules.mask import close_all
from fireteam.env.rules.record import NOBODY, UP
from fireteam.env.rules.sides.objectives import check_over

from ...words import events
from ...words.decisions import LAST_STAND
from ...words.verbs import FIGHT_FOR_LIFE, PASS
from .. import clauses
from ..body.conditions import collapse, must_fall, update_wounds
from ..body.movement import walk_rate
from ..karma import spend
from ..record import BLAST, FINAL_PHASE_HAD, FINAL_PHASE_OWED, LOST
from ..stack import decide, is_in_own_phase


@kernel
def ask_the_falling(battle, arena, log):
    """Ask the next unit that is about to fall whether it fights on; a unit that was saved meanwhile is not asked."""
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.falling == 0:
            continue
        if unit.status == UP and must_fall(battle, arena, who):
            close_all(battle)
            battle.open[PASS] = 1
            battle.open[FIGHT_FOR_LIFE] = 1
            decide(battle, LAST_STAND, who, unit.falling - 2)
            return
        stop_falling(battle, unit)
    judge(battle, arena, log)


@kernel
def judge(battle, arena, log):
    """End the battle if it is over, unless a blast still has units to reach: all effects of a blast happen at once."""
    if battle.depth == 0 or battle.stack[battle.depth - 1].kind != BLAST:
        check_over(battle, arena, log)


@kernel
def stop_falling(battle, unit):
    """Take the mark off a unit that was about to fall."""
    unit.falling = 0
    battle.falling -= 1


@kernel
def fall_or_fight(battle, arena, log, who, verb):
    """Take the answer of a unit that was about to fall (SS-X3)."""
    unit = battle.units[who]
    striker = unit.falling - 2
    stop_falling(battle, unit)
    if verb == FIGHT_FOR_LIFE:
        spend(battle, log, who, verb)
        begin_last_stand(battle, arena, log, who)
    else:
        collapse(battle, arena, log, striker, who)
        update_wounds(battle, arena, log, who)
    judge(battle, arena, log)


@kernel
def begin_last_stand(battle, arena, log, who):
    """Let a unit fight on: its walk rate is halved at once, and it gets a final phase, whatever its score (SS-X3).

    The final phase is the one it is in, or its next one: in this pass or, if it has acted in it, in another.
    """
    unit = battle.units[who]
    before = walk_rate(battle, arena, who)
    unit.last_stand = FINAL_PHASE_HAD if acts_now(battle, who) else FINAL_PHASE_OWED
    lost = before - walk_rate(battle, arena, who)
    unit.walk_left = max(unit.walk_left - lost, 0)
    unit.run_left = max(unit.run_left - lost, 0)
    if unit.score <= 0:
        unit.score = 1
        if unit.acted == 0:
            unit.ap = arena.rules.action_points
    cite(log, clauses.LAST_STAND)
    emit(battle, log, events.LAST_STAND, who, NOBODY, 0, 0, 0)


@kernel
def acts_now(battle, who):
    """Return whether a unit is in a phase in which it acts."""
    unit = battle.units[who]
    return is_in_own_phase(battle, who) and unit.delay != LOST and unit.stunned == 0


@kernel
def end_last_stands(battle, arena, log):
    """End every last stand, as the round ends: a unit that has earned it goes on, the others fall by their wounds."""
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.last_stand == 0:
            continue
        unit.last_stand = 0
        if unit.saved:
            unit.saved = 0
            recover(arena, who, unit)
        collapse(battle, arena, log, NOBODY, who)
        update_wounds(battle, arena, log, who)


@kernel
def recover(arena, who, unit):
    """Give a unit that has earned the next round at least a point of life, and half of its Strain back."""
    if arena.sheets[who].flesh > 0:
        unit.flesh = max(unit.flesh, 1)
    else:
        unit.armored = max(unit.armored, 1)
    unit.strain //= 2
