"""What a glitch on an attack does (SS-D5 to SS-D7): numbers of the catalog, so that a game master can change them."""

from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.ground.grid import tile_of
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import emit
from fireteam.env.rules.record import NOBODY

from ...words import events
from ..body.conditions import fall_prone
from ..body.hands import lose_from_hand

FALLS_UNARMED, FALLS_ALWAYS = 1, 2  # who has no weapon to drop falls; everybody falls


@kernel
def suffer_glitch(battle, arena, log, attacker, slot, level):
    """Apply the catalog's effects of a glitch: the weapon jams or is dropped, its owner falls, or loses its phase.

    `slot` is that in the hand that attacked, BARE_HANDS for none; `level` is 1 to 3, GLITCH to CRITICAL_GLITCH.
    """
    unit = battle.units[attacker]
    rules = arena.rules
    degree = level - 1
    armed = slot != BARE_HANDS
    if armed and rules.glitch_jams[degree] and unit.held[slot].jammed == 0:
        unit.held[slot].jammed = 1
        emit(battle, log, events.WEAPON_JAMS, attacker, NOBODY, arena.sheets[attacker].weapons[slot], 0, 0)
    if armed and rules.glitch_drops[degree]:
        unit.held[slot].lies_at = tile_of(arena, unit)
        emit(battle, log, events.WEAPON_DROPS, attacker, NOBODY, arena.sheets[attacker].weapons[slot], 0, 0)
        if slot == unit.hand:
            lose_from_hand(unit)
        else:
            unit.off_hand = BARE_HANDS
    if rules.glitch_falls[degree] == FALLS_ALWAYS or (rules.glitch_falls[degree] == FALLS_UNARMED and not armed):
        fall_prone(battle, log, attacker, NOBODY, events.FALLS)
    if rules.glitch_ends_phase[degree]:
        unit.ap = 0
        unit.free_used = 100
        unit.walking = 0
        unit.run_left = 0
        unit.attacks_left = 0
        emit(battle, log, events.PHASE_LOST, attacker, NOBODY, 0, 0, 0)
