"""Multiple attacks (SS-X1): the attack of a phase split in several, with one weapon or one in each hand.

They are declared as a free action before the first of them, which pays its points for all. Each has its share of a full
pool, may have its own target and is handled on its own. With a weapon in each hand the hands take turns: the weapons
change places for the turn of the other hand, so that `unit.hand` is always the one that attacks next.
"""

from .. import log as tells
from ..battle import NOBODY
from ..kernel import kernel
from ..log import cite, tell, term
from ..verbs import CALL_SHOT, MULTIPLE, PUNCH, PUSH, SHOOT, STRIKE, VOLLEY
from . import clauses
from .hands import change_hands
from .tables import BARE_HANDS, FISTS, GUN_BUTT, SHOOT_OF_MODE

FEWEST, MOST = 2, 4  # attacks that can be declared


@kernel
def most_attacks(arena, who, unit, row):
    """Return how many attacks a unit can make in a phase with a weapon: half the skill, rounded up.

    By the option `penalty` a fixed number for each weapon in hand.
    """
    if arena.rules.option_multiple_attacks:
        return arena.rules.multiple_most * (1 if unit.off_hand == BARE_HANDS else 2)
    divisor = arena.rules.multiple_divisor
    return (arena.sheets[who].skills[arena.weapons[row].skill] + divisor - 1) // divisor


@kernel
def allows_so_many(arena, who, unit, row):
    """Return whether a weapon can make one of the attacks that were declared; one alone it always can."""
    return unit.attacks == 0 or unit.attacks <= most_attacks(arena, who, unit, row)


@kernel
def goes_on(unit):
    """Return whether a unit has made the first of several attacks and has more of them to make."""
    return unit.attacked == 1 and unit.attacks_left > 0


@kernel
def points_for_attack(unit):
    """Return the points an attack may cost now: those left for the attack of the phase (SS-A2).

    Of several attacks the first pays, so that the others may cost as much as it did.
    """
    if unit.attacked == 0:
        return unit.ap
    return unit.attacks_cost if unit.attacks_left > 0 else 0


@kernel
def can_attack(battle):
    """Return whether any attack that several can be made of is open."""
    return battle.open[SHOOT] | battle.open[VOLLEY] | battle.open[STRIKE] | battle.open[PUNCH] != 0


@kernel
def open_multiple(battle, arena, who):
    """Open the numbers of attacks that some attack now open can be split in."""
    unit = battle.units[who]
    if unit.attacked or unit.attacks or not can_attack(battle):
        return
    most = most_attacks(arena, who, unit, FISTS) if battle.open[PUNCH] else 0
    if unit.hand != BARE_HANDS:
        row = arena.sheets[who].weapons[unit.hand]
        if battle.open[SHOOT] or battle.open[VOLLEY]:
            most = max(most, most_attacks(arena, who, unit, row))
        if battle.open[STRIKE]:
            most = max(most, most_attacks(arena, who, unit, row if arena.weapons[row].melee else GUN_BUTT))
    for attacks in range(FEWEST, min(most, MOST) + 1):
        battle.open[MULTIPLE] |= 1 << (attacks - FEWEST)


@kernel
def declare_multiple(battle, log, who, attacks):
    """Declare several attacks for this phase."""
    unit = battle.units[who]
    unit.attacks = attacks
    unit.attacks_left = attacks
    cite(log, clauses.MULTIPLE)
    tell(battle, log, tells.MULTIPLE, who, NOBODY, attacks, 0, 0)


@kernel
def share(arena, log, unit, pool):
    """Add what it costs a pool to be one of several: an even part is left, the earlier ones have the odd dice.

    By the option `penalty` each loses a die for every attack instead.
    """
    if arena.rules.option_multiple_attacks:
        return term(log, clauses.SPLIT, unit.attacks * arena.rules.multiple_penalty)
    if pool <= 0:
        return 0
    made = unit.attacks - unit.attacks_left
    part = pool // unit.attacks + (1 if made < pool % unit.attacks else 0)
    return term(log, clauses.SPLIT, part - pool)


@kernel
def rounds_together(arena, who, unit, rounds):
    """Return the rounds of this attack and of those still to come: each bears the recoil of all of them.

    Those that were fired already are in the unit's recoil. By the option `penalty` only this attack's count.
    """
    if arena.rules.option_multiple_attacks:
        return rounds
    if unit.off_hand == BARE_HANDS:
        return rounds * unit.attacks_left
    others = 0
    if arena.weapons[arena.sheets[who].weapons[unit.off_hand]].firearm:
        others = arena.firings[SHOOT_OF_MODE[unit.held[unit.off_hand].mode]].rounds
    return rounds * ((unit.attacks_left + 1) // 2) + others * (unit.attacks_left // 2)


@kernel
def ends_multiple(unit, verb):
    """Return whether an action forfeits the attacks still to be made: anything else than another attack does."""
    return goes_on(unit) and verb not in (SHOOT, VOLLEY, STRIKE, PUNCH, CALL_SHOT, PUSH)


@kernel
def end_multiple(unit):
    """Forget about further attacks; what changed hands for them goes back."""
    unit.attacks = 0
    unit.attacks_left = 0
    unit.rerolled = 0
    if unit.hands_changed:
        change_hands(unit)


@kernel
def next_attack(unit):
    """After one of several attacks it is the other hand's turn, if it holds a weapon; after the last all is as before."""
    if unit.attacks_left == 0:
        end_multiple(unit)
    elif unit.off_hand != BARE_HANDS:
        change_hands(unit)
