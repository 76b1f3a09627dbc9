"""The repertoire of Swan Song: which chapter opens an action, and which carries it out.

The common actions are opened in `legal.py` and carried out in `act.py`. An action that only some battles know lies with
its chapter, as a function `open_...` that fills the mask and one that does it; both are listed here.
"""

from fireteam.env.rules.ground.grid import tile_of
from fireteam.env.rules.kernel import kernel, rare
from fireteam.env.rules.sides.morale import lay_down_arms

from ..words.verbs import (
    ASSIST,
    BOARD,
    BREACH,
    BREAK_FREE,
    CALL_OUT,
    CALL_SHOT,
    DETONATE,
    DRIVE,
    DROP,
    FIRST_AID,
    FULL_DEFENSE,
    FUSE,
    GRAPPLE,
    HOLD_ON,
    LEAVE,
    LET_GO,
    LIFT,
    LIFT_ENEMY,
    LOB,
    MULTIPLE,
    OBSERVE,
    OFF_HAND,
    PICK_LOCK,
    PUSH,
    PUT_DOWN,
    RAM,
    REMEDY,
    REPAIR,
    SET_CHARGE,
    SHOOT,
    SURRENDER,
    THROW,
    USE_ITEM,
)
from .area.grenades import land_grenade, open_throws, set_fuse, throw_grenade
from .area.rockets import land_rocket
from .attack.called_shots import call_shot
from .attack.multiple import FEWEST, declare_multiple
from .body.conditions import drop_body, leave_the_fight
from .body.hands import fill_off_hand, open_off_hand
from .body.holds import end_hold
from .craft.breaching import breach, hit_barrier, open_breach
from .craft.demolition import detonate, finish_charge, open_charges, open_detonation, set_charge
from .craft.free_actions import call_out, drop, open_free_actions
from .craft.grapple import break_free, grapple, hold_on, open_grapples
from .craft.items import open_items, use_item
from .craft.medicine import assist, finish_first_aid, give_first_aid, lend_dice, open_care, take_remedy
from .craft.tasks import finish_lock, finish_repair, open_locks, pick_lock, repair
from .karma import ask_close_call, push_test
from .move.carrying import lift, open_carrying
from .move.driving import drive, open_boarding, pay_at_door, ram
from .stack import affords, begin_move
from .time.delay import open_delay
from .time.stealth import observe_closely, open_observation


@kernel
def open_repertoire(battle, arena, who):
    """Open what the chapters offer a unit in its own phase, besides the common actions.

    A chapter that does not apply to this unit, place or battle is skipped.
    """
    unit = battle.units[who]
    sheet = arena.sheets[who]
    tile = arena.tiles[tile_of(arena, unit)]
    if arena.vehicles:
        open_boarding(battle, arena, who)
    if sheet.pairs:
        open_off_hand(battle, arena, who)
    if sheet.throws:
        open_throws(battle, arena, who)
    if sheet.items[0] >= 0:
        open_items(battle, arena, who)
        open_charges(battle, arena, who)
    if battle.live:
        open_detonation(battle, arena, who)
    if arena.hiding or arena.fog:
        open_observation(battle, arena, who)
    if tile.barriers or sheet.breaks or arena.rules.barrier_reach > 1:
        open_breach(battle, arena, who)
    if tile.near_door:
        open_locks(battle, arena, who)
    open_delay(battle, arena, who)
    if unit.full_defense == 1 and arena.rules.option_full_defense and affords(arena, unit, FULL_DEFENSE):
        battle.open[FULL_DEFENSE] = 1
    open_free_actions(battle, arena, who)
    open_carrying(battle, arena, who)
    open_care(battle, arena, who)
    open_grapples(battle, arena, who)


@rare
def carry_out(battle, arena, log, who, verb, argument) -> None:
    """Carry out an action of a chapter; its price has been paid."""
    if verb in (THROW, LOB):
        throw_grenade(battle, arena, log, who, argument)
    elif verb == FUSE:
        set_fuse(battle, log, who, argument)
    elif verb == BREACH:
        breach(battle, arena, log, who, argument)
    elif verb == SET_CHARGE:
        set_charge(battle, arena, log, who, argument)
    elif verb == DETONATE:
        detonate(battle, arena, log, who)
    elif verb in (LIFT, LIFT_ENEMY):
        lift(battle, arena, log, who, argument)
    elif verb == PUT_DOWN:
        drop_body(battle, log, who)
    elif verb in (BOARD, LEAVE):
        pay_at_door(battle, who, argument if verb == BOARD else battle.units[who].aboard)
        begin_move(battle, who, verb, argument)
    elif verb == DRIVE:
        drive(battle, arena, log, who)
    elif verb == RAM:
        ram(battle, arena, log, who, argument)
    elif verb == PUSH:
        push_test(battle, log, who, argument)
    elif verb == MULTIPLE:
        declare_multiple(battle, arena, log, who, argument + FEWEST)
    elif verb == OFF_HAND:
        fill_off_hand(battle, arena, log, who, argument)
    elif verb == CALL_OUT:
        call_out(battle, arena, log, who)
    elif verb == DROP:
        drop(battle, arena, log, who)
    elif verb == OBSERVE:
        observe_closely(battle, arena, log, who)
    elif verb == CALL_SHOT:
        call_shot(battle, log, who, argument)
    elif verb == USE_ITEM:
        use_item(battle, arena, log, who, argument)
    elif verb == FIRST_AID:
        give_first_aid(battle, arena, log, who, argument)
    elif verb == REMEDY:
        take_remedy(battle, arena, log, who)
    elif verb == ASSIST:
        assist(battle, arena, log, who, argument)
    elif verb == REPAIR:
        repair(battle, arena, log, who, argument)
    elif verb == PICK_LOCK:
        pick_lock(battle, arena, log, who, argument)
    elif verb == GRAPPLE:
        grapple(battle, arena, log, who, argument)
    elif verb == HOLD_ON:
        hold_on(battle, log, who)
    elif verb == LET_GO:
        end_hold(battle, log, who)
    elif verb == BREAK_FREE:
        break_free(battle, arena, log, who)
    elif verb == SURRENDER:
        leave_the_fight(battle, log, who)
        lay_down_arms(battle, log, who)


@rare
def go_on_with_test(battle, arena, log, frame) -> None:
    """Go on with a test that was rolled: karma may soften its glitch (SS-X2), then it takes effect."""
    if ask_close_call(battle, frame):
        return
    who, verb, argument = frame.unit, frame.verb, frame.argument
    hits, glitch, pool, slowly = frame.hits, frame.glitch, frame.damage, frame.cursor
    battle.depth -= 1
    if verb == THROW:
        land_grenade(battle, arena, log, who, argument, hits, glitch)
    elif verb == SHOOT:
        land_rocket(battle, arena, log, who, argument, hits, glitch)
    elif verb == BREACH:
        hit_barrier(battle, arena, log, who, argument, hits, glitch)
    elif verb == SET_CHARGE:
        finish_charge(battle, arena, log, who, argument, hits, glitch)
    elif verb == ASSIST:
        lend_dice(battle, arena, log, who, argument, hits, glitch)
    elif verb == FIRST_AID:
        finish_first_aid(battle, arena, log, who, argument, hits, glitch, pool, slowly)
    elif verb == REPAIR:
        finish_repair(battle, arena, log, who, argument, hits, glitch, pool)
    elif verb == PICK_LOCK:
        finish_lock(battle, arena, log, who, argument, hits, glitch, pool)
