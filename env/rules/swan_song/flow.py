"""What happens next: `step` resolves one decision and runs on to the next, over a small stack of pending business.

    step ── run ──┬─ answer    hand the decision to the business that asked for it
                  ├─ advance   go on with the top of the stack until somebody must decide:
                  │      (nothing)    the next phase, pass or round
                  │      PHASE        somebody's own action phase
                  │      MOVE         a step that may be intercepted or barred
                  │      ATTACK       an attack that waits for the defender
                  │      SUPPRESSION  a new zone of fire that pins those in it
                  │      UNDER_FIRE   a unit that meets a zone of fire
                  └─ ordered_answer   where the unit has standing orders, they answer, and round it goes

Nothing here calls itself: what is half done lies in `battle.stack`.
"""

from ..battle import (
    ACT,
    ATTACK,
    DEFEND,
    INTERCEPT,
    MOVE,
    NO_DECISION,
    NOBODY,
    PHASE,
    SUPPRESSION,
)
from ..kernel import entry, kernel
from ..knowledge import know_all, look_around
from ..log import clear
from ..objectives import check_over, close_round
from ..verbs import END, TAKE_COVER
from .actions import act
from .ailments import count_down
from .business import push
from .conditions import bleed
from .crossfire import go_on_under_fire, go_on_with_suppression
from .exchange import go_on_with_attack, reply_to_attack
from .initiative import begin_round, next_pass, next_to_act
from .items import wear_off
from .legal import is_open
from .phases import end_phase, go_on_with_phase
from .standing import NO_ANSWER, ordered_answer
from .steps import go_on_with_move, intercept
from .suppression import pin_down

DONE, ILLEGAL, FINISHED = range(3)  # what step returns
START = NO_ANSWER  # the verb with which a battle that was just set up begins


@entry
def step_row(battles, arenas, logs, verb, argument):
    """Step the battle in the first row of an array: what Python calls, since arrays pass faster than single records."""
    battle = battles[0]
    return step(battle, arenas[battle.variant], logs[0], verb, argument)


@kernel
def step(battle, arena, log, verb, argument):
    """Resolve the pending decision and run to the next one; return DONE, or leave all as it is and say why not.

    The first step of a battle has the verb START: it rolls initiative and runs to the first decision.
    """
    if battle.over:
        return FINISHED
    if battle.round_number > 0:
        if not is_open(battle, verb, argument):
            return ILLEGAL
        battle.decisions += 1
    elif verb != START:
        return ILLEGAL
    clear(log)
    run(battle, arena, log, verb, argument)
    return DONE


@kernel
def run(battle, arena, log, verb, argument):
    """Answer the pending decision, if there is one, and go on until an agent must decide or the battle is over."""
    while True:
        if verb != NO_ANSWER:
            answer(battle, arena, log, verb, argument)
        while battle.over == 0 and battle.decision == NO_DECISION:
            look_around(battle, arena, log)
            advance(battle, arena, log)
        if battle.over:
            battle.decision = NO_DECISION
            return
        verb, argument = ordered_answer(battle, arena, log)
        if verb == NO_ANSWER:
            return


@kernel
def answer(battle, arena, log, verb, argument):
    """Hand the decision to the business that asked for it."""
    decision = battle.decision
    decider = battle.decider
    frame = battle.stack[battle.depth - 1]
    battle.decision = NO_DECISION
    if decision == ACT:
        if verb == END:
            end_phase(battle, arena, log, decider)
        else:
            act(battle, arena, log, decider, verb, argument)
    elif decision == DEFEND:
        reply_to_attack(battle, arena, log, frame, verb)
    elif decision == INTERCEPT:
        intercept(battle, arena, log, frame, decider, verb)
    else:
        pin_down(battle, log, frame.target, decider, verb == TAKE_COVER)


@kernel
def advance(battle, arena, log):
    """Take the business on top of the stack one stage further."""
    if battle.depth == 0:
        next_phase(battle, arena, log)
        return
    frame = battle.stack[battle.depth - 1]
    if frame.kind == PHASE:
        go_on_with_phase(battle, arena, log, frame)
    elif frame.kind == MOVE:
        go_on_with_move(battle, arena, log, frame)
    elif frame.kind == ATTACK:
        go_on_with_attack(battle, arena, log, frame)
    elif frame.kind == SUPPRESSION:
        go_on_with_suppression(battle, arena, frame)
    else:
        go_on_under_fire(battle, arena, log, frame)


@kernel
def next_phase(battle, arena, log):
    """Give the next unit its phase, or go on to the next pass, or close the round and begin another (SS-T3, SS-T4)."""
    if battle.round_number > 0:
        who = next_to_act(battle, arena, log)
        if who != NOBODY:
            push(battle, PHASE, who, NOBODY)
            return
        if next_pass(battle, arena, log):
            return
        bleed(battle, arena, log)
        count_down(battle, arena, log)
        wear_off(battle, arena, log)
        check_over(battle, arena, log)
        if battle.over == 0:
            close_round(battle, arena, log)
    elif arena.fog == 0:
        know_all(battle)
    if battle.over == 0:
        begin_round(battle, arena, log)
