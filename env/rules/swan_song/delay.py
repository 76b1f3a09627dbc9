"""Delayed actions (SS-T7): who waits, when it is asked whether it steps in, and the late phase itself.

A frame of kind WAITING lies under the phase for which those who wait are asked:

    ASKS    one after the other: go on waiting, act before the unit whose phase comes, after it, or together with it
    FOLLOW  its phase is over: those who chose to follow act
"""

from .. import log as tells
from ..battle import (
    ALERT,
    GOES_AFTER,
    GOES_TOGETHER,
    LATE,
    MAX_ZONES,
    NOBODY,
    NOT_DELAYED,
    PHASE,
    STEP_IN,
    WAITING,
    WAITS,
)
from ..kernel import kernel
from ..log import cite, tell
from ..mask import close_all
from ..objectives import check_over
from ..verbs import DELAY, PASS, STEP_IN_AFTER, STEP_IN_TOGETHER
from ..verbs import STEP_IN as BEFORE
from . import clauses
from .business import decide, push
from .conditions import check_collapse
from .initiative import goes_before, next_to_act

FRESH, BUSY = 1, 2  # stages of a phase: nothing done yet, and after the first action
ASKS, FOLLOW = 0, 1  # stages of a wait
PASS_OPENS, PASS_ENDS = 0, 1  # values of a wait's argument: when nobody's phase comes


@kernel
def open_delay(battle, who):
    """Open waiting: at the very beginning of a phase that is not itself a late one."""
    unit = battle.units[who]
    if unit.delay == NOT_DELAYED and unit.ap >= 1 and battle.stack[battle.depth - 1].stage == FRESH:
        battle.open[DELAY] = 1


@kernel
def start_waiting(battle, log, who):
    """Let a unit put its phase off: it waits for its moment."""
    battle.units[who].delay = WAITS
    battle.delayed += 1
    battle.depth -= 1
    cite(log, clauses.DELAYED)
    tell(battle, log, tells.DELAYED, who, NOBODY, 0, 0, 0)


@kernel
def await_phase(battle, who):
    """Ask those who wait before the phase of a unit, or at the end of a pass (NOBODY)."""
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
    """Go on with a wait: ask the next who waits, or let a phase begin; return True when the pass is over."""
    comes = frame.target
    if frame.stage == ASKS:
        ends = comes == NOBODY and frame.argument == PASS_ENDS
        who = next_in_line(battle, arena, log, frame.unit, ends)
        if who != NOBODY:
            frame.unit = who
            ask_to_step_in(battle, who, comes)
            return False
        if comes == NOBODY:
            battle.depth -= 1
            return ends and next_to_act(battle, arena, log) == NOBODY
        if next_to_act(battle, arena, log) == comes:
            frame.stage = FOLLOW
            push(battle, PHASE, comes, NOBODY)
        else:  # it has fallen, or fallen behind: those who meant to follow it wait on
            battle.depth -= 1
            part(battle, arena, log)
            wait_on(battle, arena)
        return False
    who = next_follower(battle, arena, log)
    if who != NOBODY:
        begin_late(battle, log, who, comes)
    else:
        battle.depth -= 1
        part(battle, arena, log)
    return False


@kernel
def ask_to_step_in(battle, who, comes):
    """Ask a unit that waits whether it acts now; `comes` is the unit whose phase is next, NOBODY for none."""
    close_all(battle)
    battle.open[PASS] = 1
    battle.open[BEFORE] = 1
    if comes != NOBODY:
        battle.open[STEP_IN_AFTER] = 1
        battle.open[STEP_IN_TOGETHER] = 1
    decide(battle, STEP_IN, who, comes)


@kernel
def answer_wait(battle, log, frame, who, verb):
    """Take the answer of a unit that waits."""
    unit = battle.units[who]
    if verb == BEFORE:
        begin_late(battle, log, who, frame.target)
    elif verb == STEP_IN_AFTER:
        unit.delay = GOES_AFTER
    elif verb == STEP_IN_TOGETHER:
        unit.delay = GOES_TOGETHER
        unit.together = frame.target
        battle.units[frame.target].together = who


@kernel
def acts_earlier(battle, arena, log, who, other):
    """Return whether one unit comes before another in the order of initiative."""
    if who < other:
        return not goes_before(battle, arena, log, other, who)
    return goes_before(battle, arena, log, who, other)


@kernel
def next_in_line(battle, arena, log, last, reverse):
    """Return who of those who wait is asked after `last`: by initiative, at the end of a pass in reverse (SS-T7)."""
    best = NOBODY
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.delay != WAITS or unit.surprised != ALERT or who == last:
            continue
        if last != NOBODY and acts_earlier(battle, arena, log, who, last) != reverse:
            continue
        if best == NOBODY or acts_earlier(battle, arena, log, who, best) != reverse:
            best = who
    return best


@kernel
def next_follower(battle, arena, log):
    """Return who acts next of those who chose to follow the phase that is over."""
    best = NOBODY
    for who in range(arena.units):
        if battle.units[who].delay in (GOES_AFTER, GOES_TOGETHER):
            if best == NOBODY or acts_earlier(battle, arena, log, who, best):
                best = who
    return best


@kernel
def begin_late(battle, log, who, comes):
    """Let a unit that has waited have its phase now: all it does in it is a die harder."""
    battle.units[who].delay = LATE
    battle.delayed -= 1
    cite(log, clauses.DELAYED)
    tell(battle, log, tells.STEPS_IN, who, comes, 0, 0, 0)
    push(battle, PHASE, who, NOBODY)


@kernel
def resume_phase(battle, log, frame):
    """Go on with the phase that was put off: what begins with a phase has happened when it came first."""
    unit = battle.units[frame.unit]
    unit.defended = 0
    unit.surprised = ALERT
    frame.cursor = MAX_ZONES
    tell(battle, log, tells.PHASE_BEGINS, frame.unit, NOBODY, unit.score, 0, 0)


@kernel
def wait_on(battle, arena):
    """Let those who meant to follow somebody wait again."""
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.delay in (GOES_AFTER, GOES_TOGETHER):
            unit.delay = WAITS


@kernel
def part(battle, arena, log):
    """End what was done at the same time: only now does anybody fall by it."""
    some = False
    for who in range(arena.units):
        other = battle.units[who].together
        if other != NOBODY:
            some = True
            battle.units[who].together = NOBODY
            check_collapse(battle, arena, log, other, who)
    if some:
        check_over(battle, arena, log)
