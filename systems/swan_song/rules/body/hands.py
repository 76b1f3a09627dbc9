"""Two hands (SS-X1): a one-handed weapon in each, what happens to the one when the other changes, and hands lost (SS-C3)."""

from fireteam.env.rules.arena import BARE_HANDS, MAX_WEAPONS
from fireteam.env.rules.ground.grid import tile_of
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit
from fireteam.env.rules.record import NOBODY

from ...words import events
from ...words.verbs import OFF_HAND, PUNCH, READY
from .. import clauses
from ..pairs import count, lost_arms
from ..tables import AT_REST, DRAWN, FISTS, GUN_BUTT, PAIR
from .reach import reaches

OTHER_LOST = 2  # value of `hands_changed`: of two weapons that attacked in turns one was lost


@kernel
def wields(arena, unit, sheet):
    """Return whether a unit has as many working hands as the weapon it holds needs (SS-C3)."""
    if unit.ailing == 0 or unit.hand == BARE_HANDS:
        return True
    return count(lost_arms(unit)) + arena.weapons[sheet.weapons[unit.hand]].two_handed < PAIR


@kernel
def model_in(sheet, slot):
    """Return the model of the weapon of a slot; -1 for BARE_HANDS."""
    return -1 if slot == BARE_HANDS else sheet.weapons[slot]


@kernel
def is_ready_blade(arena, unit, sheet, slot):
    """Return whether the slot in a hand holds a melee weapon that is ready for use, and the unit can wield it."""
    model = model_in(sheet, slot)
    return model >= 0 and arena.weapons[model].melee == 1 and unit.held[slot].jammed == 0 and wields(arena, unit, sheet)


@kernel
def blade_out_of_turn(arena, unit, sheet, reach):
    """Return the model of the melee weapon that a unit parries and intercepts with: one that is ready, in either hand.

    If both reach `reach` metres beyond the first, it is the one with the better skill (SS-F2, SS-I1); -1 for none.
    """
    best, most = -1, -1
    for slot in (unit.hand, unit.off_hand):
        if is_ready_blade(arena, unit, sheet, slot):
            model = sheet.weapons[slot]
            rank = sheet.skills[arena.weapons[model].skill]
            if arena.weapons[model].reach >= reach and rank > most:
                best, most = model, rank
    return best


@kernel
def blow_out_of_turn(battle, arena, unit, other, sheet, verb):
    """Return the model with which a unit strikes as an interrupt at another, both records; -1 if it cannot (SS-I1).

    PUNCH is a blow of the fists; else it is one of its blades or, where none serves, of a firearm in hand as a club.
    """
    touches = reaches(battle, arena, unit, other, sheet.reach)
    if verb == PUNCH:
        return FISTS if touches else -1
    needed, longest = 0, reach_out_of_turn(arena, unit, sheet) - sheet.reach
    while needed <= longest and not reaches(battle, arena, unit, other, sheet.reach + needed):
        needed += 1
    model = blade_out_of_turn(arena, unit, sheet, needed) if needed <= longest else -1
    if model < 0 and touches and wields(arena, unit, sheet):
        for slot in (unit.hand, unit.off_hand):
            if model_in(sheet, slot) >= 0 and arena.weapons[sheet.weapons[slot]].firearm:
                return GUN_BUTT
    return model


@kernel
def reach_out_of_turn(arena, unit, sheet):
    """Return a unit's reach in defense, in metres beyond the first: its own and that of the longer of its blades."""
    longest = 0
    for slot in (unit.hand, unit.off_hand):
        if is_ready_blade(arena, unit, sheet, slot):
            longest = max(longest, arena.weapons[sheet.weapons[slot]].reach)
    return sheet.reach + longest


@kernel
def slot_of_blow(unit, sheet, model):
    """Return the slot in the hand that attacked with a model: that of the weapon itself, else that of the first hand."""
    return unit.off_hand if model_in(sheet, unit.hand) != model == model_in(sheet, unit.off_hand) else unit.hand


@kernel
def is_one_handed(arena, who, slot):
    """Return whether the weapon in a slot leaves the other hand free."""
    model = arena.sheets[who].weapons[slot]
    return model >= 0 and arena.weapons[model].two_handed == 0


@kernel
def weapon_lying_here(arena, who, unit):
    """Return the slot of the first of a unit's own weapons that lies on its tile, -1 if there is none."""
    for slot in range(MAX_WEAPONS):
        if arena.sheets[who].weapons[slot] >= 0 and unit.held[slot].lies_at == tile_of(arena, unit):
            return slot
    return -1


@kernel
def take_in_hand(arena, who, unit, slot):
    """Take the weapon of a slot, or nothing, into the hand.

    If the other hand holds it, the two weapons change places. A two-handed weapon puts the other one away, and BARE_HANDS
    empties both hands. A bow is taken up with its string at rest.
    """
    if slot != BARE_HANDS and slot == unit.off_hand:
        unit.off_hand = unit.hand
    elif slot == BARE_HANDS or not is_one_handed(arena, who, slot):
        unit.off_hand = BARE_HANDS
    unit.hand = slot
    unit.hands_changed = 0
    if slot != BARE_HANDS and arena.weapons[arena.sheets[who].weapons[slot]].draws:
        unit.held[slot].mode = AT_REST


@kernel
def make_ready(arena, who, unit):
    """Clear the weapon in hand if it is jammed; else, if it is a bow, draw it."""
    held = unit.held[unit.hand]
    if held.jammed:
        held.jammed = 0
    elif arena.weapons[arena.sheets[who].weapons[unit.hand]].draws:
        held.mode = DRAWN


@kernel
def has_drawn_bow(arena, who, unit):
    """Return whether what a unit holds is a bow and its string is drawn: to loose it is a free action."""
    if unit.hand == BARE_HANDS or arena.weapons[arena.sheets[who].weapons[unit.hand]].draws == 0:
        return False
    return unit.held[unit.hand].mode == DRAWN


@kernel
def price_of_drawing(arena, unit):
    """Return the points it takes to draw the bow in hand: 0 if it is drawn already."""
    return 0 if unit.held[unit.hand].mode == DRAWN else arena.cost[READY]


@kernel
def lose_from_hand(unit):
    """Empty the hand: the weapon in the other hand, if any, takes its place.

    Of several attacks it keeps half of those left, rounded up.
    """
    unit.hands_changed = 0
    if unit.attacks_left > 0 and unit.off_hand != BARE_HANDS:
        unit.attacks_left = (unit.attacks_left + 1) // 2
        unit.hands_changed = OTHER_LOST
    unit.hand = unit.off_hand
    unit.off_hand = BARE_HANDS


@kernel
def change_hands(unit):
    """Exchange the two weapons between the hands, so that the other one makes the next attack."""
    hand = unit.hand
    unit.hand = unit.off_hand
    unit.off_hand = hand
    unit.hands_changed = 1 - unit.hands_changed


@kernel
def open_off_hand(battle, arena, who):
    """Open taking a second one-handed weapon into the other hand, beside a first, or putting it away (SS-X1)."""
    unit = battle.units[who]
    if unit.ap < arena.cost[OFF_HAND] or unit.hand == BARE_HANDS or not is_one_handed(arena, who, unit.hand):
        return
    for slot in range(MAX_WEAPONS):
        if slot != unit.hand and slot != unit.off_hand and is_one_handed(arena, who, slot) and unit.held[slot].lies_at < 0:
            battle.open[OFF_HAND] |= 1 << slot
    if unit.off_hand != BARE_HANDS:
        battle.open[OFF_HAND] |= 1 << BARE_HANDS


@kernel
def fill_off_hand(battle, arena, log, who, slot):
    """Take the weapon of a slot, or nothing, into the other hand (SS-X1)."""
    unit = battle.units[who]
    unit.off_hand = slot
    unit.hands_changed = 0
    cite(log, clauses.MULTIPLE)
    model = arena.sheets[who].weapons[slot] if slot != BARE_HANDS else -1
    emit(battle, log, events.OFF_HAND, who, NOBODY, model, 0, 0)
