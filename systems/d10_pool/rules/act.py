"""What each action of a unit's own turn does. Attacks go onto the stack, since others may answer them."""

from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.ground.changes import change_terrain
from fireteam.env.rules.ground.grid import beside, terrain_at
from fireteam.env.rules.kernel import kernel, port
from fireteam.env.rules.log import emit, emit_at
from fireteam.env.rules.record import NOBODY
from fireteam.env.rules.sides.morale import lay_down_arms
from fireteam.env.rules.sides.objectives import check_exit, check_over

from ..words import events
from ..words.verbs import (
    AIM,
    DOOR,
    FULL_DEFENSE,
    JOG,
    KEEP_TO_BRAWL,
    KEEP_TO_DODGE,
    KEEP_TO_PARRY,
    MARK,
    OFF_HAND,
    PUNCH,
    RELOAD,
    RUN,
    SHOOT,
    SINGLE_SHOT,
    SPRAY,
    STEP,
    STRIKE,
    SURRENDER,
    SWITCH,
    TAKE_COVER,
    WALK,
)
from .aim import lose_aim, take_aim
from .attack.attack import declare_attack
from .attack.defense import dodge_for_the_round
from .attack.hands import slot_that_shoots, slot_that_strikes
from .pace import declare_pace, make_step
from .record import FREE_PHASE
from .split import take_share
from .tables import BRAWL, DODGING, MELEE, UNARMED


@port
def act(battle, arena, log, who, verb, argument) -> None:
    """Carry out an action of a unit's own turn."""
    unit = battle.units[who]
    if verb == STEP:
        make_step(battle, arena, log, who, argument)
        check_exit(battle, arena, log, who)
        check_over(battle, arena, log)
    elif verb in (WALK, JOG, RUN):
        declare_pace(battle, arena, log, who, verb)
    elif verb in (SHOOT, SINGLE_SHOT, STRIKE, PUNCH):
        attack(battle, arena, log, who, verb, 1 << argument)
    elif verb == SPRAY:
        attack(battle, arena, log, who, verb, unit.marked)
    elif verb == MARK:
        unit.marked |= 1 << argument
        unit.kept = 0
    elif verb in (KEEP_TO_DODGE, KEEP_TO_PARRY, KEEP_TO_BRAWL):
        plan(battle, who, verb, argument)
    elif verb == AIM:
        take_aim(battle, arena, log, who, argument)
    elif verb == FULL_DEFENSE:
        dodge_for_the_round(battle, arena, log, who)
    elif verb == SURRENDER:
        surrender(battle, log, who)
    elif verb == TAKE_COVER:
        unit.covered = 1
        unit.begun = 1
        lose_aim(unit)
        emit(battle, log, events.TAKE_COVER, who, NOBODY, 0, 0, 0)
    else:
        handle(battle, arena, log, who, verb, argument)


@kernel
def surrender(battle, log, who):
    """Surrender: give up the dice kept for a defense, and the aim."""
    unit = battle.units[who]
    unit.kept = 0
    unit.marked = 0
    unit.dedicated = 0
    lose_aim(unit)
    lay_down_arms(battle, log, who)


@kernel
def attack(battle, arena, log, who, verb, targets):
    """Attack with the weapon in hand that can; the free attack on the surprised is a committed action (DP-T3)."""
    unit = battle.units[who]
    if verb == PUNCH:
        slot, model = -1, UNARMED
    else:
        if verb == STRIKE:
            slot = slot_that_strikes(arena, who, unit)
        else:
            slot = slot_that_shoots(arena, who, unit)
        model = arena.sheets[who].weapons[slot]
    free = battle.stack[battle.depth - 1].kind == FREE_PHASE
    declare_attack(battle, arena, log, who, targets, slot, model, verb)
    if free:
        unit.committed = 1
        if unit.hidden:
            reveal(battle, log, who)


@kernel
def reveal(battle, log, who):
    """Reveal a unit that has struck out of hiding to everybody."""
    battle.units[who].hidden = 0
    for team in range(len(battle.teams)):
        battle.teams[team].known |= 1 << who
    emit(battle, log, events.REVEALED, NOBODY, who, 0, 0, 0)


@kernel
def plan(battle, who, verb, dice):
    """Plan to keep `dice` dice for a defense (DP-A3): its pool now counts when the smallest pool of the round is found.

    A plan is made once a round; keeping 0 takes it back until the attack.
    """
    unit = battle.units[who]
    unit.planned = 1
    unit.kept = dice
    unit.marked = 0
    unit.kept_for = MELEE if verb == KEEP_TO_PARRY else BRAWL if verb == KEEP_TO_BRAWL else DODGING


@kernel
def handle(battle, arena, log, who, verb, argument):
    """Do something without a roll - reload, change weapons, move a door - which takes a share of the dice (DP-A3)."""
    unit = battle.units[who]
    sheet = arena.sheets[who]
    take_share(arena, unit, arena.rules.handling_dice)
    lose_aim(unit)
    unit.marked = 0
    if verb == RELOAD:
        slot = slot_that_shoots(arena, who, unit)
        held = unit.held[slot]
        held.ammo = arena.weapons[sheet.weapons[slot]].magazine
        held.spare -= 1
        emit(battle, log, events.RELOAD, who, NOBODY, held.ammo, sheet.weapons[slot], 0)
    elif verb == SWITCH:
        unit.hand = argument
        if argument != BARE_HANDS and (unit.off_hand == argument or arena.weapons[sheet.weapons[argument]].two_handed):
            unit.off_hand = BARE_HANDS
        emit(battle, log, events.SWITCH, who, NOBODY, sheet.weapons[argument] if argument != BARE_HANDS else -1, 0, 0)
    elif verb == OFF_HAND:
        unit.off_hand = argument
        emit(battle, log, events.OFF_HAND, who, NOBODY, sheet.weapons[argument] if argument != BARE_HANDS else -1, 0, 0)
    elif verb == DOOR:
        tile = beside(arena, unit.x, unit.y, argument)
        terrain = arena.terrains[terrain_at(battle, arena, tile)].door
        change_terrain(battle, arena, tile, terrain)
        emit_at(battle, log, events.DOOR, who, tile, terrain, 0)
