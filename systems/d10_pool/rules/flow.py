"""The flow of a battle: `step` resolves one decision and runs on to the next, over a small stack of pending business.

    step ──┬─ answer    hand the decision to the frame that asked for it
           └─ advance   go on with the top of the stack until somebody must decide:
                (nothing)    the surprise, then the next turn or round
                FREE_PHASE   a free attack on the surprised (DP-T3)
                PHASE        somebody's own turn
                ATTACK       an attack that waits for answers, or for its successes to be divided

Nothing here is recursive: unfinished business is in `battle.stack`.
"""

from fireteam.env.rules.decisions import ACT, NO_DECISION
from fireteam.env.rules.dice import tossed
from fireteam.env.rules.interface import DONE
from fireteam.env.rules.kernel import kernel, port
from fireteam.env.rules.mask import only_choice
from fireteam.env.rules.record import NOBODY, UP
from fireteam.env.rules.sides.knowledge import begin_hidden
from fireteam.env.rules.sides.objectives import check_over, close_round, look_about
from fireteam.env.rules.stack import accept, decide

from ..words import purposes
from ..words.decisions import DEFEND, DIVIDE
from ..words.verbs import END
from .act import act
from .attack.attack import divide, go_on_with_attack
from .attack.defense import take_answer
from .legal import open_phase
from .record import ATTACK, FREE_PHASE, PHASE
from .stack import push
from .time.initiative import next_to_act, roll_initiative
from .time.rounds import begin_round, begin_turn, lose_turn
from .time.surprise import end_surprise, next_surpriser, test_surprise

FRESH, BUSY = range(2)  # stages of a turn


@port
def step(battle, arena, log, verb, argument) -> int:
    """Resolve the pending decision and run to the next one; return DONE, or leave all as it is and return why not.

    The first step of a battle has the verb START: surprise and initiative are rolled, and it runs to the first decision.
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
    """Begin the battle: hidden units are unknown, and may surprise the others before the first round (DP-T3)."""
    battle.round_number = 1
    battle.pass_number = 0
    battle.backwards = tossed(battle, purposes.COIN)
    begin_hidden(battle, arena)
    if arena.hiding:
        test_surprise(battle, arena, log)


@kernel
def answer(battle, arena, log, verb, argument):
    """Hand the decision to the frame that asked for it."""
    asked, decider = battle.decision, battle.decider
    frame = battle.stack[battle.depth - 1]
    battle.decision = NO_DECISION
    if asked == DEFEND:
        take_answer(battle, arena, log, decider, frame.unit, verb, argument)
    elif asked == DIVIDE:
        divide(battle, log, frame, argument)
    elif verb == END:
        battle.depth -= 1
        if frame.kind == FREE_PHASE:
            go_to_next_surpriser(battle, arena, decider)
    else:
        act(battle, arena, log, decider, verb, argument)


@kernel
def advance(battle, arena, log):
    """Take the business on top of the stack one stage further."""
    if battle.depth == 0:
        go_on(battle, arena, log)
        return
    frame = battle.stack[battle.depth - 1]
    if frame.kind == ATTACK:
        go_on_with_attack(battle, arena, log, frame)
    elif frame.kind == PHASE:
        go_on_with_turn(battle, arena, log, frame)
    else:
        go_on_with_free_phase(battle, arena, log, frame)


@kernel
def go_on(battle, arena, log):
    """Begin the first round once surprise is over, give the next unit its turn, or end the round (DP-T1, DP-T4)."""
    if battle.pass_number == 0:
        end_surprise(battle, arena, log)
        battle.round_number = 0
        begin_round(battle, arena, log)
        for who in range(arena.units):
            sheet = arena.sheets[who]
            if battle.units[who].status == UP and sheet.inanimate == 0 and sheet.arrives == 0:  # newcomers roll as they come
                roll_initiative(battle, arena, log, who)
        return
    who = next_to_act(battle, arena)
    if who != NOBODY:
        push(battle, PHASE, who, NOBODY)
        return
    check_over(battle, arena, log)
    if battle.over == 0:
        close_round(battle, arena, log)
    if battle.over == 0:
        begin_round(battle, arena, log)


@kernel
def go_on_with_turn(battle, arena, log, frame):
    """Go on with a turn: one decision after the other until nothing is left to do."""
    who = frame.unit
    unit = battle.units[who]
    if frame.stage == FRESH:
        frame.stage = BUSY
        if unit.stunned:
            lose_turn(battle, log, who)
            battle.depth -= 1
            return
        begin_turn(battle, log, who)
    if unit.status == UP and unit.stunned == 0:
        open_phase(battle, arena, log, who)
        if not only_choice(battle, END):
            decide(battle, ACT, who, NOBODY)
            return
    battle.depth -= 1
    check_over(battle, arena, log)


@kernel
def go_on_with_free_phase(battle, arena, log, frame):
    """Go on with the free attack of a unit that has surprised another.

    It is a committed action, and nothing else (DP-T3).
    """
    who = frame.unit
    unit = battle.units[who]
    if unit.status == UP and unit.attacked == 0:
        open_phase(battle, arena, log, who)
        if not only_choice(battle, END):
            decide(battle, ACT, who, NOBODY)
            return
    battle.depth -= 1
    go_to_next_surpriser(battle, arena, who)


@kernel
def go_to_next_surpriser(battle, arena, after):
    """Give the next unit that has surprised anybody its free attack."""
    who = next_surpriser(battle, arena, after)
    if who != NOBODY:
        push(battle, FREE_PHASE, who, NOBODY)
