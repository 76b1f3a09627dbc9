"""The flow of a battle: `step` resolves one decision and runs on to the next, over a small stack of pending business.

    step ──┬─ answer    hand the decision to the frame that asked for it
           └─ advance   go on with the top of the stack until somebody must decide:
                (nothing)    the next turn; in it all declare, the slowest first, then all act, the quickest first (LD-T1)
                PHASE        somebody's declarations, or its plan as it is carried out
                CLINCH       a grapple that waits for its target's answer

Nothing here is recursive: unfinished business is in `battle.stack`.
"""

from fireteam.env.rules.decisions import NO_DECISION
from fireteam.env.rules.ground.bits import bits_set
from fireteam.env.rules.interface import DONE
from fireteam.env.rules.kernel import kernel, port
from fireteam.env.rules.log import cite, emit
from fireteam.env.rules.mask import close_all, only_choice
from fireteam.env.rules.record import NOBODY, UP
from fireteam.env.rules.sides.knowledge import begin_hidden
from fireteam.env.rules.sides.morale import lay_down_arms
from fireteam.env.rules.sides.objectives import check_exit, check_over, close_round, look_about
from fireteam.env.rules.stack import accept, decide, push

from ..words import events
from ..words.decisions import DECLARE, HOLD_OFF, MOVE
from ..words.verbs import DOOR, END, FEINT, PASS, RESIST, SURRENDER, WALK
from . import clauses
from .act import carry_out, is_possible
from .aim import lose_aim
from .attack.now import take_stance
from .attack.waiting import shots_that_waited
from .damage import drop_hold
from .feints import keep_secret, roll_feints
from .grapple import ALWAYS, MAY, grapple, resistance, spare_action
from .legal import open_phase
from .plan import (
    AT_SOMEBODY,
    CLINCHES,
    SHOTS,
    add_item,
    clear_plan,
    done,
    drop_plan,
    emit_intention,
    lapse,
    penalty_of,
    targets_of,
)
from .record import CLINCH, DECLARING, PENDING, PHASE
from .time.initiative import quickest_to_act, slowest_to_declare
from .time.turns import begin_phase, begin_resolving, begin_turn, end_phase
from .walk import make_step, roll_movement

FRESH, BUSY, MOVING = range(3)  # stages of a phase
ASKS, ANSWERED = range(2)  # stages of a grapple


@port
def step(battle, arena, log, verb, argument) -> int:
    """Resolve the pending decision and run to the next one; return DONE, or leave all as it is and return why not.

    The first step of a battle has the verb START: initiative is rolled, and it runs to the first decision.
    """
    accepted = accept(battle, log, verb, argument)
    if accepted != DONE:
        return accepted
    if battle.round_number > 0:
        answer(battle, arena, log, verb, argument)
    else:
        begin(battle, arena, log)
    while battle.over == 0 and battle.decision == NO_DECISION:
        look_about(battle, arena, log)
        advance(battle, arena, log)
    if battle.over:
        battle.decision = NO_DECISION
    return DONE


@kernel
def begin(battle, arena, log):
    """Begin the battle: hidden units are unknown."""
    begin_hidden(battle, arena)
    begin_turn(battle, arena, log)


@kernel
def answer(battle, arena, log, verb, argument):
    """Hand the decision to the frame that asked for it."""
    asked, decider = battle.decision, battle.decider
    frame = battle.stack[battle.depth - 1]
    battle.decision = NO_DECISION
    unit = battle.units[decider]
    if asked == HOLD_OFF:
        frame.stage = ANSWERED
        frame.reply = verb
        if verb == RESIST and spare_action(unit) >= 0:
            lapse(battle, arena, log, decider, spare_action(unit))
        elif verb == RESIST:
            unit.resisted = 1
    elif asked == DECLARE:
        if verb == END:
            declare(battle, arena, log, decider)
            battle.depth -= 1
        elif verb == SURRENDER:
            surrender(battle, log, decider)
            battle.depth -= 1
            check_over(battle, arena, log)
        else:
            add_item(unit, verb, argument)
    elif verb == END:
        unit.metres = 0
    else:
        make_step(battle, arena, log, decider, argument)
        check_exit(battle, arena, log, decider)
        if unit.status == UP:
            shots_that_waited(battle, arena, log, decider)
        check_over(battle, arena, log)


@kernel
def advance(battle, arena, log):
    """Take the business on top of the stack one stage further."""
    if battle.depth == 0:
        go_on(battle, arena, log)
        return
    frame = battle.stack[battle.depth - 1]
    if frame.kind == CLINCH:
        go_on_with_grapple(battle, arena, log, frame)
    elif battle.pass_number == DECLARING:
        go_on_declaring(battle, arena, log, frame)
    else:
        go_on_acting(battle, arena, log, frame)


@kernel
def go_on(battle, arena, log):
    """Let the next unit declare or act, or end the turn (LD-T1)."""
    if battle.pass_number == DECLARING:
        who = slowest_to_declare(battle, arena)
        if who == NOBODY:
            begin_resolving(battle, arena, log)
            return
    else:
        who = quickest_to_act(battle, arena)
    if who != NOBODY:
        push(battle, PHASE, who, NOBODY)
        return
    check_over(battle, arena, log)
    if battle.over == 0:
        close_round(battle, arena, log)
    if battle.over == 0:
        begin_turn(battle, arena, log)


@kernel
def go_on_declaring(battle, arena, log, frame):
    """Go on with a plan: one declaration after the other until nothing is left to declare (LD-T1)."""
    who = frame.unit
    unit = battle.units[who]
    unit.acted = 1
    if unit.status == UP:
        open_phase(battle, arena, log, who)
        if not only_choice(battle, END):
            decide(battle, DECLARE, who, NOBODY)
            return
        declare(battle, arena, log, who)
    battle.depth -= 1


@kernel
def declare(battle, arena, log, who):
    """Complete a plan: turn to its first target, keep the shield up, roll feints, emit what is declared (LD-T1)."""
    unit = battle.units[who]
    if unit.items:
        cite(log, clauses.DECLARED)
        if bits_set(targets_of(unit, SHOTS)) >= arena.rules.most_targets:
            cite(log, clauses.TARGETS)
        take_stance(battle, log, unit)
    roll_feints(battle, arena, log, who)
    for place in range(unit.items):
        item = unit.plan[place]
        target = item.argument if item.verb in AT_SOMEBODY else NOBODY
        emit_intention(battle, arena, log, events.DECLARES, who, target, item.verb, -penalty_of(unit.actions))
        if item.verb == FEINT and item.sham:  # who is fooled hears of an attack
            fooled = 1 << battle.units[target].team
            keep_secret(log, log.count - 1, ~fooled)
            emit(battle, log, events.DECLARES, who, target, item.sham, -penalty_of(unit.actions), 0)
            keep_secret(log, log.count - 1, fooled)


@kernel
def surrender(battle, log, who):
    """Surrender at once, before anything that was declared against the unit is carried out."""
    unit = battle.units[who]
    if unit.holds != NOBODY:
        drop_hold(battle, log, who)
    if unit.held_by != NOBODY:
        drop_hold(battle, log, unit.held_by)
    unit.awaits = NOBODY
    lose_aim(unit)
    clear_plan(unit)
    lay_down_arms(battle, log, who)


@kernel
def go_on_acting(battle, arena, log, frame):
    """Carry out a plan item by item; an item that has become impossible lapses (LD-T1)."""
    who = frame.unit
    unit = battle.units[who]
    if frame.stage == FRESH:
        begin_phase(battle, log, who)
        frame.stage = BUSY
    if unit.status != UP:
        drop_plan(battle, unit)
        battle.depth -= 1
    elif frame.stage == MOVING:
        go_on_moving(battle, arena, log, frame)
    elif frame.cursor == unit.items:
        end_phase(battle, log, who)
        battle.depth -= 1
        check_over(battle, arena, log)
    else:
        place = frame.cursor
        frame.cursor += 1
        if unit.plan[place].state == PENDING:
            take_up(battle, arena, log, frame, place)


@kernel
def take_up(battle, arena, log, frame, place):
    """Begin to carry out an item of a plan."""
    who = frame.unit
    unit = battle.units[who]
    verb, argument = unit.plan[place].verb, unit.plan[place].argument
    if not is_possible(battle, arena, who, verb, argument):
        lapse(battle, arena, log, who, place)
        return
    done(unit, place)
    if verb == WALK:
        roll_movement(battle, arena, log, who)
        frame.stage = MOVING
    elif verb in CLINCHES:
        clinch = push(battle, CLINCH, who, argument)
        clinch.verb = verb
    else:
        carry_out(battle, arena, log, who, place)
        if verb == DOOR:  # it may have shown anybody
            for target in range(arena.units):
                shots_that_waited(battle, arena, log, target)


@kernel
def go_on_moving(battle, arena, log, frame):
    """Ask for the next step, as long as there are metres for one."""
    who = frame.unit
    if battle.units[who].metres > 0:
        open_phase(battle, arena, log, who)
        if not only_choice(battle, END):
            decide(battle, MOVE, who, NOBODY)
            return
    battle.units[who].metres = 0
    frame.stage = BUSY


@kernel
def go_on_with_grapple(battle, arena, log, frame):
    """Ask a grappled shield bearer whether it gives up an action to resist; then both units roll (LD-G1, LD-C2)."""
    who, target, verb = frame.unit, frame.target, frame.verb
    resists = resistance(battle, target, who)
    if frame.stage == ASKS and resists == MAY:
        close_all(battle)
        battle.open[PASS] = 1
        battle.open[RESIST] = 1
        decide(battle, HOLD_OFF, target, who)
        return
    battle.depth -= 1
    grapple(battle, arena, log, who, target, verb, resists == ALWAYS or frame.reply == RESIST)
