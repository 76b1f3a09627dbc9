"""Delayed actions (SS-T7): who waits, when a waiting unit is asked to step in, and the late phase itself.

A delay puts a phase off: the unit's turn in the order has come, but its phase has not begun, and effects that last until
then go on. The phase begins when the unit steps in. If the unit never does, the phase is lost: it begins and ends at once.

A frame of kind WAITING lies under the phase before which waiting units are asked:

    ASKS    one after the other: go on waiting, act before the unit whose phase is next, after it, or together with it
    FOLLOW  its phase is over: those who chose to follow act
    CLOSES  the pass ends, and nobody acts in it any more: what is set for its end goes off

At the end of a pass no phase is next. Waiting units are asked from the lowest score up; those of the same score who
want to act last do so at the same time, once all of them have answered.
"""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit
from fireteam.env.rules.mask import close_all
from fireteam.env.rules.record import NOBODY
from fireteam.env.rules.sides.objectives import check_over

from ...words import events
from ...words.decisions import STEP_IN
from ...words.verbs import DELAY, PASS, STEP_IN_AFTER, STEP_IN_TOGETHER
from ...words.verbs import STEP_IN as BEFORE
from .. import clauses
from ..body.conditions import check_collapse, stop_waiting, update_wounds
from ..body.vehicles import is_driver
from ..record import (
    ALERT,
    FRESH,
    GOES_AFTER,
    GOES_TOGETHER,
    KEEPS_FREE,
    LATE,
    LOST,
    NOT_DELAYED,
    PHASE,
    TAKES_FREE,
    WAITING,
    WAITS,
)
from ..stack import decide, push
from .initiative import acts_earlier, another_pass, next_to_act

ASKS, FOLLOW, CLOSES = range(3)  # stages of a wait
PASS_OPENS, PASS_ENDS = 0, 1  # values of a wait's argument: when nobody's phase comes


@kernel
def is_fresh(battle):
    """Return whether nothing has been done yet in the current phase."""
    return battle.stack[battle.depth - 1].stage == FRESH


@kernel
def open_delay(battle, arena, who):
    """Open waiting: at the very beginning of a phase that is not itself a late one.

    By the option `whole_pass` the free action can be put off when the phase is under way, if it has not been taken.
    """
    unit = battle.units[who]
    if unit.delay != NOT_DELAYED:
        return
    if is_fresh(battle):
        battle.open[DELAY] = 1 if can_put_off(unit) else 0
    elif arena.rules.option_free_action:
        battle.open[DELAY] = 1 if unit.free_used < arena.rules.free_actions else 0


@kernel
def can_put_off(unit):
    """Return whether a unit can put off the phase that comes: one that is not late already, and points to act with."""
    return unit.delay == NOT_DELAYED and unit.ap >= 1


@kernel
def start_waiting(battle, arena, log, frame):
    """Put off a unit's phase: it waits for its moment, and all that its turn would have ended goes on."""
    who = frame.unit
    unit = battle.units[who]
    unit.pace = frame.pace
    unit.stuck = frame.stuck
    if arena.vehicles and is_driver(battle, arena, who):
        battle.units[unit.aboard].driven = frame.driven
    unit.delay = WAITS
    battle.delayed += 1
    battle.depth -= 1
    cite(log, clauses.DELAYED)
    emit(battle, log, events.DELAYED, who, NOBODY, 0, 0, 0)


@kernel
def keep_free_action(battle, log, who):
    """Let a unit whose phase is over take its free action at a later point of the pass (SS-A1)."""
    battle.units[who].delay = KEEPS_FREE
    battle.delayed += 1
    emit(battle, log, events.DELAYED, who, NOBODY, 0, 0, 0)


@kernel
def await_phase(battle, who):
    """Ask the units that wait, before the phase of unit `who` begins, or at the end of a pass (NOBODY)."""
    push(battle, WAITING, NOBODY, who).argument = PASS_ENDS


@kernel
def await_pass(battle, arena, log):
    """Ask those who wait as a pass begins, if the first to act in it would otherwise lose the phase it has put off."""
    if battle.delayed:
        first = next_to_act(battle, arena, log)
        if first != NOBODY and battle.units[first].delay == WAITS:
            push(battle, WAITING, NOBODY, NOBODY).argument = PASS_OPENS


@kernel
def go_on_with_waiting(battle, arena, log, frame):
    """Go on with a wait: ask the next who waits, or let a phase come; return True once nobody wants to act in the pass."""
    comes = frame.target
    ends = comes == NOBODY and frame.argument == PASS_ENDS
    if frame.stage == CLOSES:
        return True
    if frame.stage == ASKS:
        who = next_in_line(battle, arena, log, frame.unit, comes, ends)
        if ends and closes_ranks(battle, arena, log, who):
            frame.stage = FOLLOW
            return False
        if who != NOBODY:
            frame.unit = who
            ask_to_step_in(battle, who, comes)
            return False
        if ends:
            frame.stage = CLOSES
            return True
        if comes == NOBODY:
            battle.depth -= 1
            return False
        if next_to_act(battle, arena, log) == comes:
            frame.stage = FOLLOW
            join(battle, arena, comes)
            push(battle, PHASE, comes, NOBODY)
        else:  # it has fallen, or fallen behind: those who meant to follow it wait on
            battle.depth -= 1
            wait_on(battle, arena)
        return False
    who = next_follower(battle, arena, log)
    if who != NOBODY:
        begin_late(battle, log, who, comes)
        return False
    if ends:
        frame.stage = ASKS
    else:
        battle.depth -= 1
    part(battle, arena, log)
    return False


@kernel
def closes_ranks(battle, arena, log, who):
    """Return whether the units that chose to act last act now: `who`, the next to be asked, has another score.

    If so, they are joined. Two or more of one score act at the same time (SS-T7).
    """
    first = next_follower(battle, arena, log)
    if first == NOBODY or (who != NOBODY and battle.units[who].score == battle.units[first].score):
        return False
    join(battle, arena, first)
    return True


@kernel
def join(battle, arena, first):
    """Let those who have chosen to act at the same time as unit `first` do so (SS-T7)."""
    for other in range(arena.units):
        if other != first and battle.units[other].delay == GOES_TOGETHER:
            battle.units[other].together = first
            battle.units[first].together = other


@kernel
def ask_to_step_in(battle, who, comes):
    """Ask a unit that waits whether it acts now; `comes` is the unit whose phase is next, NOBODY for none."""
    close_all(battle)
    battle.open[PASS] = 1
    battle.open[BEFORE] = 1
    if comes != NOBODY and battle.units[who].delay == WAITS:
        battle.open[STEP_IN_AFTER] = 1
        battle.open[STEP_IN_TOGETHER] = 1
    decide(battle, STEP_IN, who, comes)


@kernel
def answer_wait(battle, log, frame, who, verb):
    """Take the answer of a unit that waits."""
    unit = battle.units[who]
    ends = frame.target == NOBODY and frame.argument == PASS_ENDS
    if verb == BEFORE and ends and unit.delay == WAITS:
        unit.delay = GOES_TOGETHER
    elif verb == BEFORE:
        begin_late(battle, log, who, frame.target)
    elif verb == STEP_IN_AFTER:
        unit.delay = GOES_AFTER
    elif verb == STEP_IN_TOGETHER:
        unit.delay = GOES_TOGETHER


@kernel
def next_in_line(battle, arena, log, last, comes, reverse):
    """Return the waiting unit to ask after unit `last`: by initiative, at the end of a pass in reverse (SS-T7).

    NOBODY if there is none; with NOBODY for `last` it is the first of them. A surprised unit reacts to nobody, so it cannot
    step in when somebody's phase `comes` (SS-S1).
    """
    best = NOBODY
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.delay not in (WAITS, KEEPS_FREE) or who == last or (unit.surprised != ALERT and comes != NOBODY):
            continue
        if last != NOBODY and acts_earlier(battle, arena, log, who, last) != reverse:
            continue
        if best == NOBODY or acts_earlier(battle, arena, log, who, best) != reverse:
            best = who
    return best


@kernel
def next_follower(battle, arena, log):
    """Return the next unit to act of those that chose to follow the phase that is over, NOBODY if there is none."""
    best = NOBODY
    for who in range(arena.units):
        if battle.units[who].delay in (GOES_AFTER, GOES_TOGETHER):
            if best == NOBODY or acts_earlier(battle, arena, log, who, best):
                best = who
    return best


@kernel
def begin_late(battle, log, who, comes):
    """Begin the late phase of a unit that has waited, a die less for all it does, or the free action that it has kept.

    `comes` is the unit whose phase it steps into, NOBODY for none.
    """
    unit = battle.units[who]
    unit.delay = TAKES_FREE if unit.delay == KEEPS_FREE else LATE
    battle.delayed -= 1
    cite(log, clauses.DELAYED)
    emit(battle, log, events.STEPS_IN, who, comes, 0, 0, 0)
    push(battle, PHASE, who, NOBODY)


@kernel
def lose_delay(battle, log, who):
    """Let the phase that a unit has put off pass: its own next one has come, or the round ends (SS-T7)."""
    unit = battle.units[who]
    stop_waiting(battle, unit)
    unit.delay = LOST
    unit.task_paid = 0
    emit(battle, log, events.DELAY_LOST, who, NOBODY, 0, 0, 0)
    push(battle, PHASE, who, NOBODY)


@kernel
def loses_delay(battle, arena, log):
    """As the round ends, let the next of those who still wait lose its phase; return whether there was one (SS-T7)."""
    if battle.delayed == 0 or another_pass(battle, arena):
        return False
    for who in range(arena.units):
        if battle.units[who].delay == WAITS:
            lose_delay(battle, log, who)
            return True
    return False


@kernel
def wait_on(battle, arena):
    """Let those who meant to follow somebody wait again."""
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.delay in (GOES_AFTER, GOES_TOGETHER):
            unit.delay = WAITS


@kernel
def part(battle, arena, log):
    """End what happened at the same time: only now do the units feel their wounds, or fall."""
    some = False
    for who in range(arena.units):
        other = battle.units[who].together
        if other != NOBODY:
            some = True
            battle.units[who].together = NOBODY
            check_collapse(battle, arena, log, other, who)
            update_wounds(battle, arena, log, who)
    if some:
        check_over(battle, arena, log)
