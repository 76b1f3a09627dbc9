"""Declarations before an attack (SS-X1, SS-C1): they are open only if an attack can still be paid for and made after them.

They come last when the mask of a phase is filled: what closes attacks, like an ailment or a hold, closes them too.
"""

from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.kernel import kernel

from ...words.verbs import CALL_SHOT, CHARGE, MULTIPLE, PUNCH, SHOOT, STRIKE, VOLLEY
from ..attack.called_shots import places_to_call
from ..attack.multiple import (
    FEWEST,
    MOST,
    can_attack,
    comes_in_several,
    is_paid,
    may_declare,
    most_attacks,
    most_shots,
    strikes_with_both,
)
from ..body.conditions import has_attacks_left
from ..body.handicaps import COMPLEX
from ..body.hands import price_of_drawing
from ..stack import affords, price_of
from ..tables import FISTS, GUN_BUTT, SHOOT_OF_MODE, VOLLEY_OF_MODE, WINDED


@kernel
def open_declarations(battle, arena, who):
    """Open several attacks and called shots."""
    open_multiple(battle, arena, who)
    open_called_shots(battle, arena, who)


@kernel
def open_multiple(battle, arena, who):
    """Open the numbers of attacks into which an attack can be split; only two before a charge that can end in both."""
    unit = battle.units[who]
    if not may_declare(unit) or (unit.ailing >> WINDED & 1 and arena.cost[MULTIPLE] >= COMPLEX):
        return
    if not can_attack(battle):
        if unit.attacks == 0 and arena.rules.option_multiple_attacks == 0:
            if left_open(battle, arena, who, CHARGE, MULTIPLE):
                open_both(battle, arena, who)
        return
    most = most_attacks(arena, who, unit, FISTS) if left_open(battle, arena, who, PUNCH, MULTIPLE) else 0
    if unit.hand != BARE_HANDS:
        model = arena.sheets[who].weapons[unit.hand]
        shoots = left_open(battle, arena, who, SHOOT, MULTIPLE) | left_open(battle, arena, who, VOLLEY, MULTIPLE)
        if shoots and comes_in_several(arena, unit, model):
            most = max(most, min(most_attacks(arena, who, unit, model), most_shots(arena, who, unit)))
        if left_open(battle, arena, who, STRIKE, MULTIPLE):
            most = max(most, most_attacks(arena, who, unit, model if arena.weapons[model].melee else GUN_BUTT))
    for attacks in range(FEWEST, min(most - unit.attacks, MOST) + 1):
        battle.open[MULTIPLE] |= 1 << (attacks - FEWEST)


@kernel
def open_both(battle, arena, who):
    """Open two attacks, one with each weapon, for a unit with a melee weapon in each hand."""
    unit = battle.units[who]
    if strikes_with_both(arena, who, unit):
        model = arena.sheets[who].weapons[unit.hand]
        battle.open[MULTIPLE] = 1 if most_attacks(arena, who, unit, model) >= FEWEST else 0


@kernel
def open_second_blow(battle, arena, who):
    """Open a blow with each of two weapons at the end of a charge: it costs what several attacks do to their dice (SS-U3).

    Split, they take a free action; by the option `penalty` the charge is complex enough.
    """
    unit = battle.units[who]
    if unit.attacks == 0 and battle.open[STRIKE]:
        if arena.rules.option_multiple_attacks or affords(arena, unit, MULTIPLE):
            open_both(battle, arena, who)


@kernel
def open_called_shots(battle, arena, who):
    """Open the locations at which the attack of this phase can be called (SS-C1)."""
    unit = battle.units[who]
    if arena.offered == 0 or (unit.called and unit.aim == 0):
        return
    blows = left_open(battle, arena, who, STRIKE, CALL_SHOT) | left_open(battle, arena, who, PUNCH, CALL_SHOT)
    blows |= left_open(battle, arena, who, CHARGE, CALL_SHOT)
    shots = left_open(battle, arena, who, SHOOT, CALL_SHOT) | left_open(battle, arena, who, VOLLEY, CALL_SHOT)
    if blows | shots:
        battle.open[CALL_SHOT] = places_to_call(arena, blows, shots)


@kernel
def left_open(battle, arena, who, verb, declared):
    """Return the units, a bit each, that can still be attacked, with the price paid, after the verb `declared`."""
    if battle.open[verb] == 0:
        return 0
    unit = battle.units[who]
    points = unit.ap
    if declared != MULTIPLE or not is_paid(arena, unit):
        points -= price_of(arena, unit, declared)
    if points < 0:
        return 0
    # Of several attacks the first has paid for all; by the option `penalty` they are paid for as they are declared.
    is_free = has_attacks_left(unit) or (declared == MULTIPLE and arena.rules.option_multiple_attacks)
    return battle.open[verb] if is_free or points >= price_of_attack(arena, who, unit, verb) else 0


@kernel
def price_of_attack(arena, who, unit, verb):
    """Return the points an attack costs after a call: a bow is loosed for a free action, and the call was one."""
    if verb not in (SHOOT, VOLLEY):
        return arena.cost[verb]
    held = unit.held[unit.hand]
    weapon = arena.weapons[arena.sheets[who].weapons[unit.hand]]
    if weapon.draws:
        return price_of_drawing(arena, unit) + (0 if unit.free_used + 1 < arena.rules.free_actions else 1)
    if weapon.firearm == 0:
        return arena.cost[verb]
    firing = SHOOT_OF_MODE[held.mode] if verb == SHOOT else VOLLEY_OF_MODE[held.mode]
    return arena.firings[firing].cost
