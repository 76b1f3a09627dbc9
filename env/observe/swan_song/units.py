"""What one sees of a unit of Swan Song: a row of numbers."""

from ...rules.ground.bits import bits_set
from ...rules.kernel import kernel
from ...rules.numbered import number
from ...rules.record import NOBODY
from ...rules.swan_song.record import WAITS
from ..features import Feature, clipped, detailed, numbering, places_of
from ..units import SHARED

ROW: list[Feature] = []
_row = numbering(ROW)

ROW += [SHARED.present, SHARED.fallen, SHARED.self, SHARED.opponent]
number(ROW, detailed(SHARED.life, "Flesh, or Armored for those without Flesh"))
number(ROW, detailed(SHARED.buffer, "shield, and Armored of those with Flesh"))
STRAINED = _row("strain", "Strain / threshold")
WOUNDS = _row("wounds", "wound modifier / 6")
ROW += [SHARED.dx, SHARED.dy, SHARED.distance, SHARED.path, SHARED.prone, SHARED.covered]
PACE = _row("pace", "0 still or walking, 0.5 running, 1 sprinting")
TO_ACT = _row("to_act", "1 if its phase of this pass is still to come")
POINTS_LEFT = _row("action_points", "action points left / 4")
PINNED_DOWN = _row("stuck", "1 when it cannot move")
ROW += [SHARED.in_sight, SHARED.its_cover, SHARED.cover_from, SHARED.harm_to, SHARED.harm_from]

number(ROW, detailed(SHARED.lies, "and the next two"))
BLEEDS = _row("bleeds", "1 while it bleeds to death")
IS_CARRIED = _row("carried", "1 while somebody carries it")
AILING = _row("ailing", "ailments it suffers from / 4")
GRAPPLED = _row("held", "0.5 held, 1 held down; -1 while it holds the decider")
WAITS_NOW = _row("waits", "1 while it delays its action")
IS_VEHICLE = _row("vehicle", "1 for a vehicle")
IN_VEHICLE = _row("aboard", "1 for somebody in a vehicle")
MAY_BE_SURPRISED = _row("surprised", "1 while surprised")

ROW_PLACES = places_of(SHARED, ROW)


@kernel
def write_bearing(battle, arena, who, other, out, row):
    """Write what anybody sees of unit `other`, which unit `who` knows and which is up, into its row at `out[row]`."""
    body = battle.units[other]
    held = -1.0 if battle.units[who].held_by == other else body.hold / 2
    out[row + PACE] = body.pace / 2
    out[row + TO_ACT] = 1.0 if body.acted == 0 and body.score > 0 else 0.0
    out[row + PINNED_DOWN] = 1.0 if body.stuck != 0 else 0.0
    if body.ailing:
        out[row + AILING] = clipped(bits_set(body.ailing) * (1 / 4))
    out[row + GRAPPLED] = held
    out[row + WAITS_NOW] = 1.0 if body.delay == WAITS else 0.0
    out[row + IS_VEHICLE] = arena.sheets[other].vehicle
    out[row + IN_VEHICLE] = 1.0 if body.aboard != NOBODY else 0.0
    out[row + MAY_BE_SURPRISED] = 1.0 if body.surprised else 0.0


@kernel
def write_condition(battle, arena, other, out, row):
    """Write how unit `other` fares into its row at `out[row]`: in fog, of enemies only those observed closely (SS-U2)."""
    body = battle.units[other]
    sheet = arena.sheets[other]
    if sheet.strain > 0:
        out[row + STRAINED] = clipped(body.strain / sheet.strain)
    out[row + WOUNDS] = clipped(body.wounds * (1 / 6))
    out[row + POINTS_LEFT] = clipped(body.ap * (1 / 4))


@kernel
def write_fallen(battle, arena, other, out, row):
    """Write whether unit `other`, which lies unconscious, is dying or carried, into its row at `out[row]`."""
    body = battle.units[other]
    out[row + BLEEDS] = 1.0 if arena.sheets[other].flesh > 0 and body.flesh <= 0 and body.stable == 0 else 0.0
    out[row + IS_CARRIED] = 1.0 if body.carried_by != NOBODY else 0.0
