"""Which actions are open: fills the mask of a unit's own turn, a bit per legal argument of each verb."""

from fireteam.env.rules.arena import BARE_HANDS, MAX_WEAPONS
from fireteam.env.rules.ground.bits import bits_set
from fireteam.env.rules.ground.doors import movable_doors
from fireteam.env.rules.ground.grid import apart, tile_of
from fireteam.env.rules.ground.sight import TOTAL, cover_of
from fireteam.env.rules.kernel import entry, kernel, port
from fireteam.env.rules.mask import close_all
from fireteam.env.rules.record import UP
from fireteam.env.rules.sides.knowledge import knows
from fireteam.env.rules.sides.morale import open_flight
from fireteam.env.rules.sides.view import as_known, copy_unit_back

from ..words.verbs import (
    AIM,
    DOOR,
    END,
    KEEP_TO_BRAWL,
    KEEP_TO_DODGE,
    KEEP_TO_PARRY,
    MARK,
    OFF_HAND,
    PUNCH,
    RELOAD,
    SHOOT,
    SINGLE_SHOT,
    SPRAY,
    STEP,
    STRIKE,
    SWITCH,
    TAKE_COVER,
)
from .attack.attack import attack_pool, dice_of_attack, is_committed
from .attack.defense import holds_blade, open_dedicated_dodge
from .attack.difficulty import is_behind_cover, reaches, works_here
from .attack.hands import NO_SLOT, has_rounds, slot_that_shoots, slot_that_strikes
from .pace import open_pace, open_ways
from .record import FREE_PHASE, STILL
from .rolls import pool_of
from .split import MOST_SHARE, can_act, can_afford, dice_left
from .tables import BRAWL, DEXTERITY, DODGING, MELEE, UNARMED


@port
def open_phase(battle, arena, log, who) -> None:
    """Open what a unit may do in its own turn, as far as its team knows."""
    known = as_known(battle, arena, log, battle.units[who].team)
    open_known(known, arena, who)
    if arena.morale and known.units[who].broken:
        open_flight(known, arena, who, True)
    copy_unit_back(battle, known, arena, who)


@kernel
def open_known(battle, arena, who):
    """Open what a unit may do, in a battle as its team knows it; a dedicated dodge leaves nothing in its turn (DP-A5)."""
    close_all(battle)
    unit = battle.units[who]
    battle.open[END] = 1
    if unit.dedicated:
        return
    if battle.stack[battle.depth - 1].kind == FREE_PHASE:
        open_attacks(battle, arena, who)
        return
    open_pace(battle, arena, who)
    battle.open[STEP] = open_ways(battle, arena, who)
    if unit.covered == 0 and arena.tiles[tile_of(arena, unit)].near_cover:
        battle.open[TAKE_COVER] = 1
    open_dedicated_dodge(battle, arena, who)
    if can_afford(arena, unit, arena.rules.handling_dice):
        open_gear(battle, arena, who)
    if unit.attacked == 0 and can_act(unit):
        open_attacks(battle, arena, who)
        open_plans(battle, arena, who)


@kernel
def open_gear(battle, arena, who):
    """Open what takes a share of the dice, without a roll: reloading, changing weapons, doors (DP-A3)."""
    unit = battle.units[who]
    sheet = arena.sheets[who]
    in_hand = sheet.weapons[unit.hand] if unit.hand != BARE_HANDS else -1
    one_free = in_hand < 0 or arena.weapons[in_hand].two_handed == 0
    for slot in range(MAX_WEAPONS):
        if sheet.weapons[slot] < 0:
            continue
        if slot != unit.hand:
            battle.open[SWITCH] |= 1 << slot
            if one_free and slot != unit.off_hand and arena.weapons[sheet.weapons[slot]].two_handed == 0:
                battle.open[OFF_HAND] |= 1 << slot
    if unit.hand != BARE_HANDS:
        battle.open[SWITCH] |= 1 << BARE_HANDS
    if unit.off_hand != BARE_HANDS:
        battle.open[OFF_HAND] |= 1 << BARE_HANDS
    slot = slot_that_shoots(arena, who, unit)
    if slot != NO_SLOT and unit.held[slot].spare > 0:
        if unit.held[slot].ammo < arena.weapons[sheet.weapons[slot]].magazine:
            battle.open[RELOAD] = 1
    if arena.tiles[tile_of(arena, unit)].near_door:
        battle.open[DOOR] = movable_doors(battle, arena, unit)


@kernel
def open_attacks(battle, arena, who):
    """Open attacks on known enemies in sight: one offensive ability a round (DP-A3), by reach, range and rounds."""
    unit = battle.units[who]
    sheet = arena.sheets[who]
    if unit.attacked:
        return
    shooting = slot_that_shoots(arena, who, unit)
    striking = slot_that_strikes(arena, who, unit)
    punches = dice_of_attack(battle, arena, who, UNARMED, False) > 0
    strikes = striking != NO_SLOT and dice_of_attack(battle, arena, who, sheet.weapons[striking], False) > 0
    shoots = shooting != NO_SLOT and dice_of_attack(battle, arena, who, sheet.weapons[shooting], False) > 0
    for other in range(arena.units):
        enemy = battle.units[other]
        if enemy.team == unit.team or enemy.status != UP or not knows(battle, unit.team, other):
            continue
        if cover_of(battle, arena, enemy, unit) == TOTAL:
            continue
        away = apart(arena, unit, enemy)
        bit = 1 << other
        if punches and reaches(arena, arena.weapons[UNARMED], away):
            battle.open[PUNCH] |= bit
        if strikes and can_hit(battle, arena, unit, enemy, sheet.weapons[striking], away):
            battle.open[STRIKE] |= bit
        if shooting != NO_SLOT and can_hit(battle, arena, unit, enemy, sheet.weapons[shooting], away):
            open_shots(battle, arena, who, shooting, shoots, other)
    if battle.open[MARK] == 0 and unit.marked == 0:
        return
    several = dice_of_attack(battle, arena, who, sheet.weapons[shooting], True) > 0
    marks = bits_set(unit.marked)
    most = arena.weapons[sheet.weapons[shooting]].rate
    if not several or marks >= most:
        battle.open[MARK] = 0
    battle.open[MARK] &= ~unit.marked
    if marks + bits_set(battle.open[MARK]) < 2:
        battle.open[MARK] = 0
    if several and marks >= 2:
        battle.open[SPRAY] = 1


@kernel
def can_hit(battle, arena, unit, enemy, model, away):
    """Return whether a weapon harms an enemy at `away` metres, and works where both units are."""
    weapon = arena.weapons[model]
    return reaches(arena, weapon, away) and works_here(battle, arena, unit, enemy, weapon)


@kernel
def open_shots(battle, arena, who, slot, shoots, other):
    """Open what a weapon that shoots can do at enemy `other`: aim, fire all rounds, fire one, mark it for a burst.

    `shoots` says whether there are dice for it. A unit behind cover cannot aim, and neither can one that moves (DP-R2). With
    fewer rounds than the rate of fire only the single shot is open (DP-A2).
    """
    unit = battle.units[who]
    enemy = battle.units[other]
    bit = 1 << other
    weapon = arena.weapons[arena.sheets[who].weapons[slot]]
    if battle.stack[battle.depth - 1].kind != FREE_PHASE:
        can_aim = unit.pace == STILL and not is_behind_cover(battle, arena, unit, enemy)
        if can_aim and (unit.aim < arena.rules.aim_most or unit.aim_at < 0 or bit >> unit.aim_at != 1):
            battle.open[AIM] |= bit
    if not shoots:
        return
    if has_rounds(arena, who, unit, slot, weapon.rate):
        battle.open[SHOOT] |= bit
        if weapon.rate > 1:
            battle.open[MARK] |= bit
    if weapon.rate > 1 and has_rounds(arena, who, unit, slot, 1):
        battle.open[SINGLE_SHOT] |= bit


@kernel
def open_plans(battle, arena, who):
    """Open plans to keep dice for a defense: two or more, and as many must be left for the attack (DP-A3)."""
    unit = battle.units[who]
    attacks = battle.open[SHOOT] | battle.open[SINGLE_SHOT] | battle.open[STRIKE] | battle.open[PUNCH]
    if attacks == 0 and unit.kept == 0:
        return
    pool = best_pool(battle, arena, who)
    open_plan(battle, arena, who, KEEP_TO_DODGE, DODGING, pool)
    if holds_blade(arena, who, unit):
        open_plan(battle, arena, who, KEEP_TO_PARRY, MELEE, pool)
    open_plan(battle, arena, who, KEEP_TO_BRAWL, BRAWL, pool)


@kernel
def best_pool(battle, arena, who):
    """Return the largest pool of the attacks that are open to a unit and may be split."""
    unit = battle.units[who]
    sheet = arena.sheets[who]
    pool = attack_pool(battle, arena, who, UNARMED) if battle.open[PUNCH] else 0
    if battle.open[STRIKE]:
        pool = max(pool, pool_to_split(battle, arena, who, sheet.weapons[slot_that_strikes(arena, who, unit)]))
    if battle.open[SHOOT] | battle.open[SINGLE_SHOT]:
        pool = max(pool, pool_to_split(battle, arena, who, sheet.weapons[slot_that_shoots(arena, who, unit)]))
    return pool


@kernel
def pool_to_split(battle, arena, who, model):
    """Return the pool of attacks with a weapon, 0 if they take a committed action: that is not split (DP-A4)."""
    return 0 if is_committed(arena, arena.weapons[model], False) else attack_pool(battle, arena, who, model)


@kernel
def open_plan(battle, arena, who, verb, ability, pool):
    """Open the numbers of dice to keep for a defense with an ability, beside an attack with `pool` dice.

    A unit plans once a round; otherwise it could change its mind without end. The number 0 takes the plan back.
    """
    unit = battle.units[who]
    both = min(pool, pool_of(battle, arena, who, DEXTERITY, ability))
    left = dice_left(unit, both)
    if unit.planned == 0:
        for dice in range(arena.rules.least_share, min(left - arena.rules.least_share, MOST_SHARE) + 1):
            battle.open[verb] |= 1 << dice
    elif unit.kept and ability == unit.kept_for:
        battle.open[verb] = 1


@entry
def reopen(battles, arenas, logs):
    """Open what the acting unit of the first row may do now; used for the odds of a battle set up by hand."""
    battle = battles[0]
    open_phase(battle, arenas[battle.variant], logs[0], battle.decider)
