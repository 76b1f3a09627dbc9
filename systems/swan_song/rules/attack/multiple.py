"""Multiple attacks (SS-X1): the attack of a phase split in several, with one melee weapon or with one in each hand.

They are declared as a free action before the first of them, which pays its points for all. Each has its share of a full
pool, may have its own target and is handled on its own. With a weapon in each hand the hands take turns: the weapons
change places for the turn of the other hand, so that `unit.hand` is always the one that attacks next. Turns of a hand
that cannot attack are lost; so a single firearm never makes two attacks in a row.

`declarations.py` opens what may be declared.

With the option `penalty` they are one complex action, which is paid for when it is declared. Each weapon makes three attacks
at most, an attack that is complex by itself counts as two, and a defender counts them all as one.
"""

from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, term
from fireteam.env.rules.record import NOBODY

from ...words import events
from ...words.verbs import CALL_SHOT, CHARGE, MULTIPLE, PUNCH, PUSH, SHOOT, STEP, STRIKE, VOLLEY
from .. import clauses
from ..body.conditions import has_attacks_left
from ..body.handicaps import is_complex
from ..body.hands import OTHER_LOST, change_hands
from ..tables import SHOOT_OF_MODE, SINGLE_SHOT

FEWEST, MOST = 2, 4  # attacks that can be declared at once; declared again, as many are added
MOST_ATTACKS = 100


@kernel
def most_attacks(arena, who, unit, model):
    """Return how many attacks a unit can make in a phase with a weapon: half the skill, rounded up.

    By the option `penalty` a fixed number for each weapon in hand.
    """
    if arena.rules.option_multiple_attacks:
        return arena.rules.multiple_most * (1 if unit.off_hand == BARE_HANDS else 2)
    divisor = arena.rules.multiple_divisor
    return (arena.sheets[who].skills[arena.weapons[model].skill] + divisor - 1) // divisor


@kernel
def comes_in_several(arena, unit, model):
    """Return whether a weapon may make one of several attacks: a melee weapon may, and one of two weapons in hand.

    By the option `penalty` any may that does not have to be made ready between two shots.
    """
    return arena.weapons[model].melee or arena.rules.option_multiple_attacks or unit.off_hand != BARE_HANDS


@kernel
def allows_so_many(arena, who, unit, model):
    """Return whether a weapon can make one of the attacks that were declared; where none were, it can."""
    if unit.attacks == 0:
        return True
    if not comes_in_several(arena, unit, model) and unit.hands_changed != OTHER_LOST:
        return False
    return unit.attacks <= most_attacks(arena, who, unit, model)


@kernel
def counts_as(arena, firing):
    """Return how many of several attacks a way of firing counts as: by the option `penalty` two, if it is complex."""
    return 2 if arena.rules.option_multiple_attacks and is_complex(arena, firing) else 1


@kernel
def fits(arena, unit, held, firing):
    """Return whether a way of firing may be the next of several attacks; a single-shot weapon fires once a phase.

    `held` is the weapon's record of `unit.held`.
    """
    if unit.attacks == 0:
        return True
    made = unit.attacks - unit.attacks_left
    if held.mode == SINGLE_SHOT and unit.shot and made >= (1 if unit.off_hand == BARE_HANDS else 2):
        return False
    return counts_as(arena, firing) <= unit.attacks_left


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
    """Return whether an attack is open that may be one of several."""
    return battle.open[SHOOT] | battle.open[VOLLEY] | battle.open[STRIKE] | battle.open[PUNCH] != 0


@kernel
def may_declare(unit):
    """Return whether several attacks, or more of them, can be declared now: before the first."""
    if unit.attacks:
        return unit.attacks_left == unit.attacks
    return unit.attacked == 0


@kernel
def most_shots(arena, who, unit):
    """Return how many attacks the weapons in hand, in turns, can make before one has to be made ready or reloaded."""
    most = shots_of(arena, who, unit, unit.hand)
    return most if unit.off_hand == BARE_HANDS else min(2 * most, 2 * shots_of(arena, who, unit, unit.off_hand) + 1)


@kernel
def shots_of(arena, who, unit, slot):
    """Return how many attacks in a row the weapon of a slot can make before it is made ready or reloaded.

    For blows, which never end, it is MOST_ATTACKS.
    """
    weapon = arena.weapons[arena.sheets[who].weapons[slot]]
    held = unit.held[slot]
    if weapon.melee:
        return MOST_ATTACKS
    if held.jammed or weapon.draws:
        return 0
    if weapon.firearm == 0:
        return min(held.ammo, 1)
    shots = held.ammo // arena.firings[SHOOT_OF_MODE[held.mode]].rounds
    return min(shots, 1) if held.mode == SINGLE_SHOT else shots


@kernel
def strikes_with_both(arena, who, unit):
    """Return whether a unit has a melee weapon in each hand."""
    if unit.hand == BARE_HANDS or unit.off_hand == BARE_HANDS:
        return False
    weapons = arena.sheets[who].weapons
    return arena.weapons[weapons[unit.hand]].melee == 1 and arena.weapons[weapons[unit.off_hand]].melee == 1


@kernel
def is_paid(arena, unit):
    """Return whether declaring several attacks costs nothing now: more of them, or as part of a charge."""
    return unit.attacks > 0 or (unit.charge != NOBODY and arena.rules.option_multiple_attacks == 1)


@kernel
def declare_multiple(battle, arena, log, who, attacks):
    """Declare `attacks` attacks for this phase, or `attacks` more of them."""
    unit = battle.units[who]
    if arena.rules.option_multiple_attacks and unit.attacked == 0:
        unit.attacked = 1
        unit.attacks_cost = arena.cost[MULTIPLE]
    unit.attacks += attacks
    unit.attacks_left = unit.attacks
    cite(log, clauses.MULTIPLE)
    emit(battle, log, events.MULTIPLE, who, NOBODY, unit.attacks, 0, 0)


@kernel
def share(arena, log, unit, pool):
    """Add the dice that a pool loses as one of several attacks: it keeps an even share, the earlier ones have the odd dice.

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

    `rounds` are those of this one. Those that were fired already are in the unit's recoil. By the option `penalty` only this
    attack's count.
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
def ends_multiple(arena, who, unit, verb):
    """Return whether an action forfeits the attacks still to be made: anything else than another attack does.

    A charge leaves two of them, with a weapon in each hand.
    """
    if verb in (CHARGE, STEP) and unit.charge != NOBODY and unit.attacks == 2 and strikes_with_both(arena, who, unit):
        return False
    return has_attacks_left(unit) and verb not in (SHOOT, VOLLEY, STRIKE, PUNCH, CALL_SHOT, PUSH, MULTIPLE)


@kernel
def end_multiple(battle, arena, unit):
    """Forget about further attacks; what changed hands for them goes back, and defenders count them as one."""
    unit.attacks = 0
    unit.attacks_left = 0
    unit.rerolled = 0
    if unit.hands_changed == 1:
        change_hands(unit)
    unit.hands_changed = 0
    if arena.rules.option_multiple_attacks:
        for other in range(arena.units):
            defender = battle.units[other]
            defender.defended = min(defender.defended + defender.defends, 100)
            defender.defends = 0


@kernel
def next_attack(battle, arena, unit):
    """After one of several attacks it is the other hand's turn, if it holds a weapon; after the last all is as before."""
    if unit.attacks_left == 0:
        end_multiple(battle, arena, unit)
    elif unit.off_hand != BARE_HANDS:
        change_hands(unit)
