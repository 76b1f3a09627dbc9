"""The flow of a battle: `step` resolves one decision and runs on to the next, over a small stack of pending business.

    step ── run ──┬─ answer    hand the decision to the business that asked for it
                  ├─ advance   ask who is about to fall, then go on with the top of the stack until somebody must decide:
                  │      (nothing)    the next phase, pass or round
                  │      OPENING      a round, or a pass into which somebody comes, that opens
                  │      WAITING      those who have delayed and may step in
                  │      PHASE        somebody's own action phase
                  │      PROVOKED     an action that others may strike at
                  │      MOVE         a step that may be intercepted or barred
                  │      ATTACK       an attack that waits for the defender
                  │      TEST         another test whose glitch may be softened
                  │      SUPPRESSION  a new zone of fire that pins those in it
                  │      UNDER_FIRE   a unit that meets a zone of fire
                  │      BLAST        an explosion that goes from unit to unit
                  └─ ordered_answer   a unit's standing orders answer, if it has any; then `run` goes on

Nothing here is recursive: unfinished business is in `battle.stack`.
"""

from fireteam.env.rules.decisions import ACT, NO_DECISION
from fireteam.env.rules.interface import DONE
from fireteam.env.rules.kernel import kernel, port
from fireteam.env.rules.record import NOBODY
from fireteam.env.rules.sides.knowledge import know_all
from fireteam.env.rules.sides.objectives import check_over, close_round, look_about
from fireteam.env.rules.stack import accept

from ..words.decisions import DEFEND, INTERCEPT, KARMA, LAST_STAND, STEP_IN
from ..words.verbs import DELAY, END, PUSH, TAKE_COVER
from .act import act
from .area.clouds import fade_clouds
from .area.explosions import go_on_with_blast
from .area.grenades import burns_down
from .attack.standing import NO_ANSWER, ordered_answer
from .attack.suppression import pin_down
from .body.ailments import count_down
from .body.conditions import bleed, leak
from .craft.items import wear_off
from .karma import push_test, take_close_call
from .record import ATTACK, BLAST, FRESH, MOVE, OPENING, PHASE, PROVOKED, SUPPRESSION, TEST, WAITING
from .repertoire import go_on_with_test
from .resolve.crossfire import go_on_under_fire, go_on_with_stray_shot, go_on_with_suppression
from .resolve.exchange import answer_with_karma, go_on_with_attack, reply_to_attack
from .resolve.last_stand import ask_the_falling, end_last_stands, fall_or_fight
from .resolve.phases import end_phase, go_on_with_phase, put_off_or_begin
from .resolve.provocation import go_on_with_provocation, must_wait, strike_provoker
from .resolve.steps import go_on_with_move, intercept
from .stack import push
from .time.delay import answer_wait, await_pass, await_phase, go_on_with_waiting, keep_free_action, lose_delay, loses_delay
from .time.initiative import begin_pass, begin_round, next_pass, next_to_act
from .time.opening import go_on_with_opening, take_karma
from .time.stealth import find_the_near


@port
def step(battle, arena, log, verb, argument) -> int:
    """Resolve the pending decision and run to the next one; return DONE, or change nothing and return ILLEGAL or FINISHED.

    The first step of a battle has the verb START: it rolls initiative and runs to the first decision.
    """
    accepted = accept(battle, log, verb, argument)
    if accepted == DONE:
        run(battle, arena, log, verb, argument)
    return accepted


@kernel
def run(battle, arena, log, verb, argument):
    """Answer the pending decision, if there is one, and go on until an agent must decide or the battle is over."""
    while True:
        if verb != NO_ANSWER:
            answer(battle, arena, log, verb, argument)
        while battle.over == 0 and battle.decision == NO_DECISION:
            if arena.hiding:
                find_the_near(battle, arena, log)
            look_about(battle, arena, log)
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
    frame = battle.stack[max(battle.depth - 1, 0)]  # nothing may be pending: then it is not used
    battle.decision = NO_DECISION
    if decision == ACT:
        if frame.stage == FRESH:
            put_off_or_begin(battle, arena, log, frame, verb)
            if verb == DELAY:
                return
        if verb == END:
            end_phase(battle, arena, log, decider)
        elif verb == DELAY:
            end_phase(battle, arena, log, decider)
            keep_free_action(battle, log, decider)
        elif arena.rules.option_passing == 0 or not must_wait(battle, arena, log, decider, verb, argument):
            act(battle, arena, log, decider, verb, argument)
    elif decision == DEFEND:
        if verb == PUSH:
            push_test(battle, log, decider, argument)
        else:
            reply_to_attack(battle, arena, log, frame, verb)
    elif decision == INTERCEPT and frame.kind == PROVOKED:
        strike_provoker(battle, arena, log, frame, decider, verb)
    elif decision == STEP_IN and frame.kind == PHASE:
        put_off_or_begin(battle, arena, log, frame, verb)
    elif decision == STEP_IN:
        answer_wait(battle, log, frame, decider, verb)
    elif decision == KARMA and frame.kind == OPENING:
        take_karma(battle, log, decider, verb)
    elif decision == INTERCEPT:
        intercept(battle, arena, log, frame, decider, verb)
    elif decision == KARMA and frame.kind == TEST:
        take_close_call(battle, log, frame, decider, verb)
    elif decision == KARMA and frame.kind == ATTACK:
        answer_with_karma(battle, log, frame, decider, verb)
    elif decision == LAST_STAND:
        fall_or_fight(battle, arena, log, decider, verb)
    else:
        pin_down(battle, log, frame.target, decider, verb == TAKE_COVER)


@kernel
def advance(battle, arena, log):
    """Take the business on top of the stack one stage further."""
    if battle.falling:
        ask_the_falling(battle, arena, log)
        return
    if battle.depth == 0:
        next_phase(battle, arena, log)
        return
    frame = battle.stack[battle.depth - 1]
    if frame.kind == PHASE:
        go_on_with_phase(battle, arena, log, frame)
    elif frame.kind == MOVE:
        go_on_with_move(battle, arena, log, frame)
    elif frame.kind == ATTACK and frame.cursor:
        go_on_with_stray_shot(battle, arena, log, frame)
    elif frame.kind == ATTACK:
        go_on_with_attack(battle, arena, log, frame)
    elif frame.kind == TEST:
        go_on_with_test(battle, arena, log, frame)
    elif frame.kind == SUPPRESSION:
        go_on_with_suppression(battle, arena, frame)
    elif frame.kind == BLAST:
        go_on_with_blast(battle, arena, log, frame)
    elif frame.kind == OPENING:
        go_on_with_opening(battle, arena, log, frame)
    elif frame.kind == WAITING:
        if go_on_with_waiting(battle, arena, log, frame):
            close_pass(battle, arena, log)
    elif frame.kind == PROVOKED:
        if go_on_with_provocation(battle, arena, log, frame):
            act(battle, arena, log, frame.unit, frame.verb, frame.argument)
    else:
        go_on_under_fire(battle, arena, log, frame)


@kernel
def next_phase(battle, arena, log):
    """Give the next unit its phase, ask the units that wait to step in, or end the pass (SS-T3, SS-T7)."""
    if battle.round_number == 0:
        if arena.fog == 0:
            know_all(battle)
        open_round(battle, arena, log)
        return
    who = next_to_act(battle, arena, log)
    if battle.live and burns_down(battle, arena, log, who, False):
        return
    if battle.delayed and who != NOBODY and battle.units[who].delay:
        lose_delay(battle, log, who)
    elif battle.delayed or (battle.live and who == NOBODY):
        await_phase(battle, who)
    elif who != NOBODY:
        push(battle, PHASE, who, NOBODY)
    else:
        end_pass(battle, arena, log)


@kernel
def close_pass(battle, arena, log):
    """Close a pass in which nobody acts any more: fuses burn down, and as the round ends phases put off are lost (SS-T7).

    The tasks of closing the pass wait on the stack, one after the other. A unit that gets a phase by it has that phase first
    (SS-X3).
    """
    if next_to_act(battle, arena, log) != NOBODY:
        battle.depth -= 1
    elif not (battle.live and burns_down(battle, arena, log, NOBODY, True)) and not loses_delay(battle, arena, log):
        battle.depth -= 1
        end_pass(battle, arena, log)


@kernel
def end_pass(battle, arena, log):
    """Go on to the next pass, or close the round and begin another (SS-T4)."""
    if next_pass(battle, arena):
        if arena.waves:
            push(battle, OPENING, NOBODY, NOBODY)
        else:
            begin_pass(battle, arena, log)
            await_pass(battle, arena, log)
        return
    end_last_stands(battle, arena, log)
    bleed(battle, arena, log)
    if arena.vehicles:
        leak(battle, arena, log)
    count_down(battle, arena, log)
    wear_off(battle, arena, log)
    check_over(battle, arena, log)
    if battle.over == 0:
        close_round(battle, arena, log)
    if battle.over == 0:
        open_round(battle, arena, log)


@kernel
def open_round(battle, arena, log):
    """Begin a round: it opens with newcomers, karma and initiative."""
    begin_round(battle, arena, log)
    if battle.clouds:
        fade_clouds(battle, arena, log)
    push(battle, OPENING, NOBODY, NOBODY)
