"""What each action of a unit's own phase does (SS-A4); attacks and steps that others may answer go onto the stack."""

from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.ground.changes import change_terrain
from fireteam.env.rules.ground.grid import beside, terrain_at
from fireteam.env.rules.kernel import kernel, port
from fireteam.env.rules.log import cite, emit, emit_at
from fireteam.env.rules.record import NOBODY, NOWHERE
from fireteam.env.rules.verbs import STEADY

from ..words import events
from ..words.verbs import (
    AIM,
    CHARGE,
    CHOKE,
    DOOR,
    DROP_PRONE,
    EVADE,
    FULL_DEFENSE,
    MODE,
    MULTIPLE,
    PICK_UP,
    PUNCH,
    READY,
    RELOAD,
    RUN,
    SHOOT,
    SPRINT,
    STAND_UP,
    STEP,
    STRIKE,
    SUPPRESS_CONE,
    SUPPRESS_LINE,
    SWITCH,
    TAKE_COVER,
    VERBS,
    VOLLEY,
    WALK,
)
from . import clauses
from .area.rockets import launch
from .attack.attack import turn_to
from .attack.defense import keep_defending
from .attack.multiple import end_multiple, ends_multiple, is_paid
from .attack.standing import model_of_blow
from .attack.suppression import lay_suppression
from .body.ailments import exert
from .body.conditions import fall_prone, has_attacks_left, lose_aim
from .body.hands import make_ready, price_of_drawing, take_in_hand, weapon_lying_here
from .body.movement import declare_charge, declare_evade, declare_run, declare_sprint, declare_walk
from .record import SUPPRESSION
from .repertoire import carry_out
from .resolve.crossfire import meet_fire_anew
from .stack import begin_move, open_attack, pay, pay_free, price_of, push
from .tables import AT_REST, NO_FIRING, SHOOT_OF_MODE, VOLLEY_OF_MODE
from .time.stealth import give_away

KEEPS_AIM = VERBS.with_traits(STEADY)


@port
def act(battle, arena, log, who, verb, argument) -> None:
    """Carry out an action of a unit's own phase. Any action but aiming and shooting costs it its aim (SS-U4).

    Any but a free one cancels an extended action that is not paid for in full (SS-A1); so does a further free one, which
    is bought as a simple action.
    """
    unit = battle.units[who]
    if verb not in KEEPS_AIM:
        lose_aim(unit)
    if unit.task_paid and verb != unit.task and price_of(arena, unit, verb) > 0:
        unit.task_paid = 0
    if unit.ailing and not exert(battle, arena, log, who, verb):
        return
    if verb == STEP:
        begin_move(battle, who, verb, argument)
    elif verb in (SHOOT, VOLLEY):
        fire(battle, arena, log, who, argument, verb)
    elif verb in (STRIKE, PUNCH):
        strike(battle, arena, log, who, argument, verb)
    else:
        if verb != MULTIPLE or not is_paid(arena, unit):
            pay(battle, arena, log, who, verb)
        if verb == AIM:
            take_aim(battle, arena, log, who, argument)
        elif verb == CHARGE:
            unit.attacked = 1
            unit.attacks_cost = arena.cost[CHARGE]
            declare_charge(battle, arena, log, who, argument)
        elif verb in (SUPPRESS_CONE, SUPPRESS_LINE):
            unit.attacked = 1
            cite(log, clauses.ATTACK_OF_THE_PHASE)
            zone = lay_suppression(battle, arena, log, who, verb, argument)
            push(battle, SUPPRESSION, who, zone)
        elif verb <= FULL_DEFENSE:
            move_or_pose(battle, arena, log, who, verb)
            if verb in (DROP_PRONE, STAND_UP, TAKE_COVER):
                meet_fire_anew(battle, arena, who)
        elif verb <= SUPPRESS_LINE:
            handle_gear(battle, arena, log, who, verb, argument)
        else:
            carry_out(battle, arena, log, who, verb, argument)
        if unit.hidden:
            give_away(battle, arena, log, who, verb)
    if ends_multiple(arena, who, unit, verb):
        end_multiple(battle, arena, unit)


@kernel
def fire(battle, arena, log, who, target, verb):
    """Shoot at an enemy in the gun mode that is set; `volley` fires the heavier of that mode's two bursts (SS-A2, SS-A4).

    `verb` is SHOOT or VOLLEY.
    """
    unit = battle.units[who]
    model = arena.sheets[who].weapons[unit.hand]
    firing = NO_FIRING
    if arena.weapons[model].firearm:
        mode = unit.held[unit.hand].mode
        firing = SHOOT_OF_MODE[mode] if verb == SHOOT else VOLLEY_OF_MODE[mode]
    pay_attack(battle, arena, log, who, verb, firing)
    if arena.weapons[model].blast:
        launch(battle, arena, log, who, target, model)
        return
    open_attack(battle, arena, log, who, target, model, firing)


@kernel
def pay_attack(battle, arena, log, who, verb, firing):
    """Pay for the attack of the phase; each way of firing has its price (SS-A2, SS-A4).

    Of several attacks, the first pays for all (SS-X1). A bow is drawn first if it is not, and loosing it is a free
    action.
    """
    unit = battle.units[who]
    cite(log, clauses.ATTACK_OF_THE_PHASE)
    if has_attacks_left(unit):
        return
    unit.attacked = 1
    if verb == SHOOT and arena.weapons[arena.sheets[who].weapons[unit.hand]].draws:
        unit.ap -= price_of_drawing(arena, unit)
        unit.held[unit.hand].mode = AT_REST
        pay_free(arena, unit)
    elif firing == NO_FIRING:
        unit.attacks_cost = arena.cost[verb]
        pay(battle, arena, log, who, verb)
    else:
        unit.attacks_cost = arena.firings[firing].cost
        unit.ap -= unit.attacks_cost


@kernel
def strike(battle, arena, log, who, target, verb):
    """Strike a blow; the one that ends a charge is already paid for (SS-A2, SS-U3)."""
    unit = battle.units[who]
    model = model_of_blow(arena, unit, arena.sheets[who], verb)
    if unit.charge == NOBODY:
        pay_attack(battle, arena, log, who, verb, NO_FIRING)
    open_attack(battle, arena, log, who, target, model, NO_FIRING)


@kernel
def take_aim(battle, arena, log, who, target):
    """Aim: a die more against one target, up to the weapon skill, and one less recoil with all weapons (SS-U4)."""
    unit = battle.units[who]
    rank = arena.sheets[who].skills[arena.weapons[arena.sheets[who].weapons[unit.hand]].skill]
    if unit.aim_at != target:
        unit.aim = 0
    unit.aim_at = target
    unit.aim = min(unit.aim + 1, rank)
    unit.steady = min(unit.steady + arena.rules.aim_recoil, 100)
    turn_to(battle, who, target)
    emit(battle, log, events.AIM, who, target, unit.aim, 0, 0)


@kernel
def move_or_pose(battle, arena, log, who, verb):
    """Carry out a declaration of movement or a change of posture."""
    unit = battle.units[who]
    if verb == WALK:
        declare_walk(battle, log, who)
    elif verb == RUN:
        declare_run(battle, arena, log, who)
    elif verb == SPRINT:
        declare_sprint(battle, arena, log, who)
    elif verb == EVADE:
        declare_evade(battle, arena, log, who)
    elif verb == DROP_PRONE:
        fall_prone(battle, log, who, NOBODY, events.PRONE)
    elif verb == STAND_UP:
        unit.prone = 0
        emit(battle, log, events.STAND, who, NOBODY, 0, 0, 0)
    elif verb == TAKE_COVER:
        unit.covered = 1
        emit(battle, log, events.TAKE_COVER, who, NOBODY, 0, 0, 0)
    elif verb == FULL_DEFENSE:
        keep_defending(battle, log, who)
    elif verb == RELOAD:
        reload(battle, arena, log, who)
    elif verb == READY:
        make_ready(arena, who, unit)
        emit(battle, log, events.READY, who, NOBODY, arena.sheets[who].weapons[unit.hand], 0, 0)
    elif verb == PICK_UP:
        pick_up(battle, arena, log, who)


@kernel
def handle_gear(battle, arena, log, who, verb, argument):
    """Carry out an action with weapons or doors that has an argument."""
    unit = battle.units[who]
    if verb == DOOR:
        tile = beside(arena, unit.x, unit.y, argument)
        terrain = arena.terrains[terrain_at(battle, arena, tile)].door
        change_terrain(battle, arena, tile, terrain)
        emit_at(battle, log, events.DOOR, who, tile, terrain, 0)
    elif verb == SWITCH:
        take_in_hand(arena, who, unit, argument)
        model = arena.sheets[who].weapons[argument] if argument != BARE_HANDS else -1
        emit(battle, log, events.SWITCH, who, NOBODY, model, 0, 0)
    elif verb == MODE:
        unit.held[unit.hand].mode = argument
        emit(battle, log, events.MODE, who, NOBODY, argument, 0, 0)
    elif verb == CHOKE:
        unit.held[unit.hand].choke = argument
        emit(battle, log, events.CHOKE, who, NOBODY, argument, 0, 0)


@kernel
def reload(battle, arena, log, who):
    """Put a fresh magazine into the weapon in hand; bow, drum and rocket cost more than the point already paid."""
    unit = battle.units[who]
    model = arena.sheets[who].weapons[unit.hand]
    held = unit.held[unit.hand]
    unit.ap -= arena.weapons[model].reload_cost - arena.cost[RELOAD]
    held.ammo = arena.weapons[model].magazine
    held.spare -= 1
    emit(battle, log, events.RELOAD, who, NOBODY, held.ammo, model, 0)


@kernel
def pick_up(battle, arena, log, who):
    """Pick up the first of one's own weapons that lies here."""
    unit = battle.units[who]
    slot = weapon_lying_here(arena, who, unit)
    unit.held[slot].lies_at = NOWHERE
    take_in_hand(arena, who, unit, slot)
    emit(battle, log, events.PICK_UP, who, NOBODY, arena.sheets[who].weapons[slot], 0, 0)
