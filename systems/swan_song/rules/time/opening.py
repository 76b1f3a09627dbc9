"""The opening of a round, or of a pass in which somebody enters: newcomers, karma for initiative, the rolls, surprise.

ENTER   units whose time has come enter (SS-T6), and units that enter hidden hide (SS-U2)
QUICK   units with karma may roll five initiative dice in this round (SS-T9)
TESTS   initiative is rolled; an ambush or unexpected newcomers call for surprise tests (SS-S1, SS-S2)
"""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite
from fireteam.env.rules.mask import close_all
from fireteam.env.rules.record import NOBODY, UP

from ...words.decisions import KARMA
from ...words.verbs import CLOSE_CALL, KEEP_WITS, PASS, QUICKEN
from .. import clauses
from ..karma import may_spend, spend
from ..record import SURPRISED
from ..stack import decide
from .arrivals import enter_late, let_in
from .delay import await_pass
from .initiative import begin_pass, roll_initiative
from .stealth import hide
from .surprise import buy_back_defense, can_be_surprised, test_surprise, who_ambushes

ENTER, QUICK, TESTS = range(3)


@kernel
def go_on_with_opening(battle, arena, log, frame):
    """Go on with the opening of a round or pass, up to the next question of karma, or its end.

    The frame's target is who surprises the others, NOBODY for none.
    """
    if frame.stage == ENTER:
        frame.stage = QUICK
        if arena.waves:
            frame.target = let_in(battle, arena, log)
        if arena.hiding:
            hide_all(battle, arena, log)
        if arena.waves or arena.hiding:
            return  # so that all look around first
    if frame.stage == QUICK:
        if ask_quick(battle, arena, frame):
            return
        roll_all(battle, arena, log)
        frame.stage = TESTS
        frame.cursor = 0
        if frame.target != NOBODY:
            cite(log, clauses.NEWCOMERS)
        elif arena.surprise and battle.round_number == 1 and battle.pass_number == 1:
            frame.target = who_ambushes(battle, arena)
    if frame.target != NOBODY and test_all(battle, arena, log, frame):
        return
    battle.depth -= 1
    battle.singled_out = 0
    begin_pass(battle, arena, log)
    await_pass(battle, arena, log)


@kernel
def rolls_now(battle, arena, who):
    """Return whether a unit rolls initiative now: all do at the beginning of a round, only newcomers later."""
    unit = battle.units[who]
    if unit.status != UP or arena.sheets[who].inanimate:
        return False
    return battle.pass_number == 1 or unit.coin == 0


@kernel
def hide_all(battle, arena, log):
    """Hide those who enter the battle hidden: they have no coin of an initiative roll yet."""
    for who in range(arena.units):
        if arena.sheets[who].hides and battle.units[who].coin == 0 and battle.units[who].status == UP:
            hide(battle, arena, log, who)


@kernel
def ask_quick(battle, arena, frame):
    """Ask the next unit with karma whether it rolls five initiative dice; return False if there is none left (SS-T9)."""
    while frame.cursor < arena.units:
        who = frame.cursor
        frame.cursor += 1
        unit = battle.units[who]
        few = arena.sheets[who].initiative_dice + unit.extra_dice < arena.rules.karma_dice
        if few and may_spend(unit) and rolls_now(battle, arena, who):
            ask_karma(battle, who, QUICKEN, NOBODY)
            return True
    return False


@kernel
def roll_all(battle, arena, log):
    """Roll the initiative of all units without one in this round."""
    for who in range(arena.units):
        if rolls_now(battle, arena, who):
            is_new = battle.units[who].coin == 0 and arena.sheets[who].arrives > 0
            roll_initiative(battle, arena, log, who)
            if is_new:
                enter_late(battle, arena, log, who)


@kernel
def test_all(battle, arena, log, frame):
    """Test one unit after the other for surprise; return True where one must be asked for karma."""
    while frame.cursor < arena.units:
        who = frame.cursor
        frame.cursor += 1
        if can_be_surprised(battle, arena, who) and test_surprise(battle, arena, log, who, frame.target):
            if ask_the_surprised(battle, who, frame.target):
                return True
    return False


@kernel
def ask_the_surprised(battle, who, by):
    """Ask a unit that failed its test whether it buys its defense back (SS-S2), or makes a close call of a critical glitch.

    `by` is the index of a unit that surprises it. Return whether it is asked.
    """
    unit = battle.units[who]
    if not may_spend(unit) or (unit.surprised != SURPRISED and unit.stunned == 0):
        return False
    ask_karma(battle, who, KEEP_WITS, by)
    battle.open[KEEP_WITS] = 1 if unit.surprised == SURPRISED else 0
    battle.open[CLOSE_CALL] = 1 if unit.stunned else 0
    return True


@kernel
def ask_karma(battle, who, verb, opponent):
    """Ask a unit whether it spends a point of karma on the effect of a verb."""
    close_all(battle)
    battle.open[PASS] = 1
    battle.open[verb] = 1
    decide(battle, KARMA, who, opponent)


@kernel
def take_karma(battle, log, who, verb):
    """Take the answer to a question of karma as a round opens."""
    if verb == QUICKEN:
        spend(battle, log, who, verb)
        battle.units[who].quick = 1
    elif verb == KEEP_WITS:
        buy_back_defense(battle, log, who)
        ask_the_surprised(battle, who, battle.opponent)
    elif verb == CLOSE_CALL:
        spend(battle, log, who, verb)
        battle.units[who].stunned = 0
        ask_the_surprised(battle, who, battle.opponent)
