"""Which actions are open (SS-A): fills the mask of the pending decision, a bit per legal argument of each verb."""

from fireteam.env.rules.arena import BARE_HANDS, MAX_WEAPONS
from fireteam.env.rules.ground.doors import movable_doors
from fireteam.env.rules.ground.grid import EVERY_DIRECTION, apart, tile_of
from fireteam.env.rules.ground.sight import TOTAL, cover_of
from fireteam.env.rules.kernel import kernel, port
from fireteam.env.rules.mask import close_all
from fireteam.env.rules.record import NOBODY, UP
from fireteam.env.rules.sides.knowledge import knows
from fireteam.env.rules.sides.morale import open_flight
from fireteam.env.rules.sides.view import as_known, copy_unit_back
from fireteam.env.rules.verbs import FEET

from ..words.verbs import (
    AIM,
    BLOCK,
    BOARD,
    CHARGE,
    CHOKE,
    DODGE,
    DOOR,
    DROP_PRONE,
    END,
    EVADE,
    FULL_DEFENSE,
    MODE,
    PARRY,
    PASS,
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
from .attack.attack import OUT_OF_RANGE, range_band, recoils
from .attack.blind_fire import could_pass
from .attack.defense import can_be_attacked, can_reply, model_in_hand, reach_of
from .attack.multiple import allows_so_many, can_attack, end_multiple, fits, points_for_attack
from .attack.standing import model_of_blow
from .attack.suppression import free_zone
from .body.conditions import has_attacks_left, is_up
from .body.handicaps import close_complex, close_for_the_ailing
from .body.hands import blow_out_of_turn, change_hands, price_of_drawing, wields
from .body.holds import is_in_a_hold
from .body.movement import metres_left, open_ways, walk_rate
from .body.reach import reaches
from .body.vehicles import can_shoot_out, is_beside_vehicle
from .craft.declarations import open_declarations, open_second_blow
from .craft.free_actions import close_all_but_free
from .craft.grapple import close_for_a_hold
from .move.charging import open_charge_blow
from .move.driving import close_barred, open_aboard
from .move.interception import can_strike_with_hand
from .move.pace import reach
from .record import TAKES_FREE
from .repertoire import open_repertoire
from .stack import affords, price_of, price_of_free
from .tables import CHOKES, DRAWN, FISTS, MODES, NO_FIRING, SHOOT_OF_MODE, SINGLE_SHOT, VOLLEY_OF_MODE, WINDED

NOT_ABOARD = VERBS.with_traits(FEET)
TO_RUSH = (RUN, SPRINT, CHARGE, BOARD)


@port
def open_phase(battle, arena, log, who) -> None:
    """Open what a unit may do in its own phase as far as its team knows; a hidden obstacle may still stop a shot."""
    known = as_known(battle, arena, log, battle.units[who].team)
    open_known(known, arena, who)
    if arena.morale and known.units[who].broken:
        open_flight(known, arena, who, True)
    copy_unit_back(battle, known, arena, who)
    if battle.units[who].barred:
        close_barred(battle, arena, who)


@kernel
def open_known(battle, arena, who):
    """Open what a unit may do in a battle that is as its team knows it."""
    close_all(battle)
    unit = battle.units[who]
    if has_attacks_left(unit) and (unit.charge == NOBODY or unit.stuck):
        choose_hand(battle, arena, who)
    battle.open[END] = 1
    battle.open[STEP] = open_ways(battle, arena, who)
    if unit.charge != NOBODY:
        open_charge_blow(battle, arena, who)
        open_second_blow(battle, arena, who)
        if not has_attacks_left(unit):
            open_evading(battle, arena, who)
        if not has_attacks_left(unit) or unit.stuck == 0 or can_attack(battle):
            return
        unit.charge = NOBODY  # the second weapon does not reach so far
        end_multiple(battle, arena, unit)
    if unit.aboard != NOBODY:
        open_seat(battle, arena, who)
    else:
        open_movement(battle, arena, who)
        open_posture(battle, arena, who)
        open_equipment(battle, arena, who)
        open_attacks(battle, arena, who)
        open_repertoire(battle, arena, who)
        open_evading(battle, arena, who)
    if unit.ailing:
        close_for_the_ailing(battle, arena, who)
    if is_in_a_hold(unit):
        close_for_a_hold(battle, who)
    open_declarations(battle, arena, who)
    if unit.delay == TAKES_FREE:
        close_all_but_free(battle, arena, who)


@kernel
def open_seat(battle, arena, who):
    """Open what a unit may do in a vehicle: drive or get out, handle its gear, and shoot out of the window (SS-C4)."""
    unit = battle.units[who]
    open_aboard(battle, arena, who)
    open_equipment(battle, arena, who)
    if can_shoot_out(battle, unit):
        open_attacks(battle, arena, who)
    open_repertoire(battle, arena, who)
    for verb in NOT_ABOARD:
        battle.open[verb] = 0


@kernel
def open_movement(battle, arena, who):
    """Open walk, run and sprint (SS-M1 to SS-M3)."""
    unit = battle.units[who]
    if unit.stuck:
        return
    if unit.walking == 0 and unit.walk_left > 0 and affords(arena, unit, WALK):
        battle.open[WALK] = 1
    faster = RUN if unit.runs == 0 else SPRINT
    if unit.prone == 0 and affords(arena, unit, faster):
        battle.open[faster] = 1


@kernel
def open_evading(battle, arena, who):
    """Open the evasion of interception to a unit that moves in this phase, charging too, or still could (SS-I2)."""
    unit = battle.units[who]
    if arena.rules.option_passing:
        return  # there is nothing to evade where only leaving provokes (SS-U9)
    if unit.stuck or unit.evading or not affords(arena, unit, EVADE):
        return
    if metres_left(unit) > 0 or could_move_yet(battle, arena, unit):
        _, farthest = reach(battle, arena, who)
        battle.open[EVADE] = enemy_within(battle, arena, who, farthest + 2 * arena.scale)


@kernel
def could_move_yet(battle, arena, unit):
    """Return whether a unit, a record, could pay for evading and for a movement that is open."""
    points = unit.ap - arena.cost[EVADE]
    if battle.open[WALK] and points >= price_of(arena, unit, WALK):
        return True  # so it is for most, and takes least
    for verb in TO_RUSH:
        if battle.open[verb] and points >= price_of(arena, unit, verb):
            return True
    return False


@kernel
def enemy_within(battle, arena, who, distance):
    """Return 1 if a known enemy stands within a distance in metres, else 0."""
    unit = battle.units[who]
    team, x, y = unit.team, unit.x, unit.y
    tiles = distance // arena.scale + unit.side
    for other in range(arena.units):
        enemy = battle.units[other]
        if enemy.team == team or enemy.status != UP:
            continue
        if max(abs(enemy.x - x), abs(enemy.y - y)) <= tiles + enemy.side:  # most are farther off, and this takes least
            if knows(battle, team, other) and apart(arena, unit, enemy) <= distance:
                return 1
    return 0


@kernel
def open_posture(battle, arena, who):
    """Open dropping, standing up and taking cover (SS-A4, SS-B1)."""
    unit = battle.units[who]
    tile = arena.tiles[tile_of(arena, unit)]
    if unit.prone == 0 and affords(arena, unit, DROP_PRONE):
        battle.open[DROP_PRONE] = 1
    if unit.prone and unit.stuck <= 0 and affords(arena, unit, STAND_UP):
        battle.open[STAND_UP] = 1
    near_cover = tile.near_cover or (arena.vehicles and is_beside_vehicle(battle, arena, who))
    if unit.covered == 0 and near_cover and affords(arena, unit, TAKE_COVER):
        battle.open[TAKE_COVER] = 1
    if tile.near_door and affords(arena, unit, DOOR):
        battle.open[DOOR] = movable_doors(battle, arena, unit)


@kernel
def open_equipment(battle, arena, who):
    """Open what a unit may do with its weapons: switch, pick up, ready, reload, gun mode, choke (SS-A4, SS-U1)."""
    unit = battle.units[who]
    sheet = arena.sheets[who]
    if unit.ap < 1:
        return
    here = tile_of(arena, unit)
    for slot in range(MAX_WEAPONS):
        if sheet.weapons[slot] < 0:
            continue
        if unit.held[slot].lies_at == here:
            battle.open[PICK_UP] = 1
        elif unit.held[slot].lies_at < 0 and slot != unit.hand:
            battle.open[SWITCH] |= 1 << slot
    model = model_in_hand(unit, sheet)
    if model < 0:
        return
    battle.open[SWITCH] |= 1 << BARE_HANDS
    if not wields(arena, unit, sheet):
        return
    held = unit.held[unit.hand]
    weapon = arena.weapons[model]
    if held.jammed or (weapon.draws and held.mode != DRAWN and held.ammo > 0):
        battle.open[READY] = 1
    if held.ammo < weapon.magazine and held.spare > 0 and unit.ap >= weapon.reload_cost:
        battle.open[RELOAD] = 1
    if weapon.firearm:
        battle.open[MODE] = weapon.modes & ~(1 << held.mode) & ((1 << len(MODES)) - 1)
    if weapon.flechette:
        battle.open[CHOKE] = ((1 << len(CHOKES)) - 1) & ~(1 << held.choke)


@kernel
def choose_hand(battle, arena, who):
    """Let a hand that cannot make the next of several attacks lose its turn; if no hand can, end them."""
    unit = battle.units[who]
    open_attacks(battle, arena, who)
    if not can_attack(battle) and unit.off_hand != BARE_HANDS and unit.attacks_left > 1:
        unit.attacks_left -= 1
        change_hands(unit)
        open_attacks(battle, arena, who)
    if not can_attack(battle):
        end_multiple(battle, arena, unit)
    close_all(battle)


@kernel
def open_attacks(battle, arena, who):
    """Open attacks on every known enemy: one attack a phase (SS-A2), by reach, range, rounds and points."""
    unit = battle.units[who]
    model = model_in_hand(unit, arena.sheets[who])
    ranged = model >= 0 and arena.weapons[model].melee == 0 and wields(arena, unit, arena.sheets[who])
    points = points_for_attack(unit)
    if points < 1 and (unit.ap < 1 or not ranged) and not (ranged and arena.weapons[model].draws):
        return
    for other in range(arena.units):
        enemy = battle.units[other]
        if enemy.team == unit.team or not can_be_attacked(arena, enemy) or not knows(battle, unit.team, other):
            continue
        cover = cover_of(battle, arena, enemy, unit)
        if ranged:
            open_fire(battle, arena, who, other, model, cover == TOTAL, points)
        if cover != TOTAL and points > 0:
            open_blows(battle, arena, who, other, points)
    if ranged and not unit.attacked and battle.open[SUPPRESS_LINE] and unit.ap >= arena.cost[SUPPRESS_CONE]:
        battle.open[SUPPRESS_CONE] = EVERY_DIRECTION


@kernel
def open_fire(battle, arena, who, other, model, hidden, points):
    """Open aiming and shooting at an enemy; one out of sight only if the shot could pass what hides it (SS-R10).

    `hidden` says whether it is out of sight, `points` how much the attack may cost.
    """
    unit = battle.units[who]
    enemy = battle.units[other]
    weapon = arena.weapons[model]
    held = unit.held[unit.hand]
    if held.jammed or range_band(weapon, apart(arena, unit, enemy)) == OUT_OF_RANGE:
        return
    bit = 1 << other
    rank = arena.sheets[who].skills[weapon.skill]
    steadies = unit.aim_at != other or unit.aim < rank or recoils(arena, who, unit, weapon)
    if unit.ap >= 1 and not hidden and steadies and (weapon.draws == 0 or held.mode == DRAWN):
        battle.open[AIM] |= bit  # to draw a bow after it would cost the aim
    if weapon.draws:
        open_bow(battle, arena, who, other, model, hidden)
        return
    if points < 1 or not allows_so_many(arena, who, unit, model):
        return
    if unit.attacked == 0 and weapon.firearm and held.mode != SINGLE_SHOT and unit.ap >= arena.cost[SUPPRESS_LINE]:
        if held.ammo >= arena.firings[VOLLEY_OF_MODE[held.mode]].rounds and free_zone(battle) < len(battle.zones):
            battle.open[SUPPRESS_LINE] |= bit
    if hidden and not could_pass(battle, arena, who, unit, enemy, model):
        return
    if weapon.firearm == 0:
        if held.ammo >= 1 and points >= arena.cost[SHOOT]:
            battle.open[SHOOT] |= bit
        return
    if can_fire(arena, unit, points, held, SHOOT_OF_MODE[held.mode]):
        battle.open[SHOOT] |= bit
    if can_fire(arena, unit, points, held, VOLLEY_OF_MODE[held.mode]):
        battle.open[VOLLEY] |= bit


@kernel
def open_bow(battle, arena, who, other, model, hidden):
    """Open a shot with a bow: to draw is a simple action, to loose a free one. It is no weapon for several attacks."""
    unit = battle.units[who]
    price = price_of_drawing(arena, unit) + price_of_free(arena, unit)
    if unit.attacked or unit.attacks or unit.held[unit.hand].ammo < 1 or unit.ap < price:
        return
    if not hidden or could_pass(battle, arena, who, unit, battle.units[other], model):
        battle.open[SHOOT] |= 1 << other


@kernel
def can_fire(arena, unit, points, held, firing):
    """Return whether `points` and the rounds in a weapon, a record of `unit.held`, are enough for a way of firing."""
    if firing == NO_FIRING or not fits(arena, unit, held, firing):
        return False
    return points >= arena.firings[firing].cost and held.ammo >= arena.firings[firing].rounds


@kernel
def open_blows(battle, arena, who, other, points):
    """Open melee attacks on an enemy in sight: those in reach, and a charge at one farther off (SS-R1, SS-U3).

    `points` says how much the attack may cost.
    """
    unit = battle.units[who]
    sheet = arena.sheets[who]
    enemy = battle.units[other]
    bit = 1 << other
    if enemy.aboard != NOBODY:
        return
    distance = apart(arena, unit, enemy)
    near = distance <= arena.melee
    if near and reaches(battle, arena, unit, enemy, reach_of(arena, unit, sheet)):
        if can_strike_with_hand(arena, unit, sheet) and points >= arena.cost[STRIKE]:
            if allows_so_many(arena, who, unit, model_of_blow(arena, unit, sheet, STRIKE)):
                battle.open[STRIKE] |= bit
    if near and reaches(battle, arena, unit, enemy, sheet.reach):
        if points >= arena.cost[PUNCH] and allows_so_many(arena, who, unit, FISTS):
            battle.open[PUNCH] |= bit
    elif unit.attacked + unit.prone == 0 and unit.stuck == 0 and affords(arena, unit, CHARGE) and is_up(battle, other):
        bound = walk_rate(battle, arena, who) if unit.runs == 0 else sheet.physical
        if distance <= bound + metres_left(unit) + 1 + reach_of(arena, unit, sheet):
            battle.open[CHARGE] |= bit


@kernel
def open_replies(battle, arena, target, model):
    """Open the interrupts with which a defender may answer an attack (SS-F1, SS-F2)."""
    close_all(battle)
    unit = battle.units[target]
    sheet = arena.sheets[target]
    battle.open[PASS] = 1
    if is_in_a_hold(unit):
        return
    if unit.full_defense == 0 and unit.ap >= arena.cost[FULL_DEFENSE]:
        battle.open[FULL_DEFENSE] = 1
    if (arena.weapons[model].melee or arena.rules.option_dodging) and can_reply(arena, unit, sheet, DODGE):
        battle.open[DODGE] = 1
    if arena.weapons[model].melee:
        if can_reply(arena, unit, sheet, PARRY):
            battle.open[PARRY] = 1
        if can_reply(arena, unit, sheet, BLOCK):
            battle.open[BLOCK] = 1
    if unit.ailing >> WINDED & 1:
        close_complex(battle, arena, target)


@kernel
def open_interception(battle, arena, who, mover):
    """Open the blows with which a unit may intercept a mover (SS-I1)."""
    close_all(battle)
    battle.open[PASS] = 1
    unit = battle.units[who]
    sheet = arena.sheets[who]
    for verb in (STRIKE, PUNCH):
        if blow_out_of_turn(battle, arena, unit, battle.units[mover], sheet, verb) >= 0:
            battle.open[verb] = 1 << mover


@kernel
def open_pinned(battle):
    """Open the choice of a pinned unit: to cover, or to the ground (SS-U6)."""
    close_all(battle)
    battle.open[TAKE_COVER] = 1
    battle.open[DROP_PRONE] = 1
