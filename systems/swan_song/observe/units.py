"""A unit of Swan Song in an observation: the numbers of its slot."""

from fireteam.env.observe.features import Feature, clipped, detailed, numbering
from fireteam.env.observe.units import SHARED
from fireteam.env.rules.ground.bits import bits_set
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.numbered import number
from fireteam.env.rules.record import NOBODY

from ..rules.record import IN_WAIT

SLOT: list[Feature] = []
_slot = numbering(SLOT)

SLOT += [SHARED.present, SHARED.fallen, SHARED.self, SHARED.opponent]
number(SLOT, detailed(SHARED.life, "Flesh, or Armored for those without Flesh"))
number(SLOT, detailed(SHARED.buffer, "shield, and Armored of those with Flesh"))
STRAINED = _slot("strain", "Strain / threshold")
WOUNDS = _slot("wounds", "wound modifier / 6")
SLOT += [SHARED.dx, SHARED.dy, SHARED.distance, SHARED.path, SHARED.prone, SHARED.covered]
PACE = _slot("pace", "0 still or walking, 0.5 running, 1 sprinting")
TO_ACT = _slot("to_act", "1 if its phase of this pass is still to come")
POINTS_LEFT = _slot("action_points", "action points left / 4")
PINNED_DOWN = _slot("stuck", "1 when it cannot move")
SLOT += [SHARED.in_sight, SHARED.its_cover, SHARED.cover_from, SHARED.harm_to, SHARED.harm_from]

number(SLOT, detailed(SHARED.lies, "and the next two"))
BLEEDS = _slot("bleeds", "1 while it bleeds to death")
IS_CARRIED = _slot("carried", "1 while somebody carries it")
AILING = _slot("ailing", "ailments it suffers from / 4")
GRAPPLED = _slot("held", "0.5 held, 1 held down; -1 while it holds the decider")
WAITS_NOW = _slot("waits", "1 while it delays its action")
IS_VEHICLE = _slot("vehicle", "1 for a vehicle")
IN_VEHICLE = _slot("aboard", "1 for somebody in a vehicle")
MAY_BE_SURPRISED = _slot("surprised", "1 while surprised")


@kernel
def write_bearing(battle, arena, who, other, out, at):
    """Write what everybody sees of unit `other`, known to unit `who` and up, into its slot at `out[at]`."""
    body = battle.units[other]
    held = -1.0 if battle.units[who].held_by == other else body.hold / 2
    out[at + PACE] = body.pace / 2
    out[at + TO_ACT] = 1.0 if body.acted == 0 and body.score > 0 else 0.0
    out[at + PINNED_DOWN] = 1.0 if body.stuck != 0 else 0.0
    if body.ailing:
        out[at + AILING] = clipped(bits_set(body.ailing) * (1 / 4))
    out[at + GRAPPLED] = held
    out[at + WAITS_NOW] = 1.0 if body.delay in IN_WAIT else 0.0
    out[at + IS_VEHICLE] = arena.sheets[other].vehicle
    out[at + IN_VEHICLE] = 1.0 if body.aboard != NOBODY else 0.0
    out[at + MAY_BE_SURPRISED] = 1.0 if body.surprised else 0.0


@kernel
def write_condition(battle, arena, other, out, at):
    """Write the condition of unit `other` into its slot at `out[at]`; in fog only for enemies observed closely (SS-U2)."""
    body = battle.units[other]
    sheet = arena.sheets[other]
    if sheet.strain > 0:
        out[at + STRAINED] = clipped(body.strain / sheet.strain)
    out[at + WOUNDS] = clipped(body.wounds * (1 / 6))
    out[at + POINTS_LEFT] = clipped(body.ap * (1 / 4))


@kernel
def write_fallen(battle, arena, other, out, at):
    """Write whether unit `other`, which lies unconscious, is dying or carried, into its slot at `out[at]`."""
    body = battle.units[other]
    out[at + BLEEDS] = 1.0 if arena.sheets[other].flesh > 0 and body.flesh <= 0 and body.stable == 0 else 0.0
    out[at + IS_CARRIED] = 1.0 if body.carried_by != NOBODY else 0.0
