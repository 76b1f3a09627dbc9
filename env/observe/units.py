"""What an agent sees of each unit: a row of numbers for every slot."""

from ..rules.ground.bits import bits_set
from ..rules.ground.grid import apart, tile_of
from ..rules.ground.paths import path_length
from ..rules.ground.sight import TOTAL, cover_of
from ..rules.interface import buffer, life_share
from ..rules.kernel import kernel
from ..rules.record import DOWN, NOBODY, UP
from ..rules.sides.knowledge import knows, knows_condition
from ..rules.swan_song.record import WAITS
from .features import Feature, clipped, numbering

ROW: list[Feature] = []
_row = numbering(ROW)

PRESENT = _row("present", "1 if somebody known and able to act is in the slot")
FALLEN = _row("fallen", "1 if the unit of the slot is unconscious, dead or gone")
IS_DECIDER = _row("self", "1 for the unit that decides")
IS_OPPONENT = _row("opponent", "1 for the attacker, mover or shooter the decision is about")
LIFE = _row("life", "Flesh left / maximum (Armored for those without Flesh)")
BUFFER = _row("buffer", "shield and Armored points left / 10")
STRAINED = _row("strain", "Strain / threshold")
WOUNDS = _row("wounds", "wound modifier / 6")
OFFSET_X = _row("dx", "tiles to the east / 24")
OFFSET_Y = _row("dy", "tiles to the south / 24")
DISTANCE = _row("distance", "metres / 50")
PATH = _row("path", "metres to walk / 50")
IS_PRONE = _row("prone", "1 when prone")
IS_COVERED = _row("covered", "1 after Take Cover")
PACE = _row("pace", "0 still or walking, 0.5 running, 1 sprinting")
TO_ACT = _row("to_act", "1 if its phase of this pass is still to come")
POINTS_LEFT = _row("action_points", "action points left / 4")
PINNED_DOWN = _row("stuck", "1 when it cannot move")
IN_SIGHT = _row("in_sight", "1 with a line of sight to the decider")
ITS_COVER = _row("its_cover", "its cover against the decider: 0, 0.5, 1")
COVER_FROM = _row("cover_from", "the decider's cover against it: 0, 0.5, 1")
HARM_TO = _row("harm_to", "damage expected of a plain attack on it / 8 (on friends: 0)")
HARM_FROM = _row("harm_from", "damage expected of its plain attack / 8 (from friends: 0)")

LIES = _row("lies", "1 if it lies unconscious, in fog where the team sees it: its place is then given, and the next two")
BLEEDS = _row("bleeds", "1 while it bleeds to death")
IS_CARRIED = _row("carried", "1 while somebody carries it")
AILING = _row("ailing", "ailments it suffers from / 4")
GRAPPLED = _row("held", "0.5 held, 1 held down; -1 while it holds the decider")
WAITS_NOW = _row("waits", "1 while it delays its action")
IS_VEHICLE = _row("vehicle", "1 for a vehicle")
IN_VEHICLE = _row("aboard", "1 for somebody in a vehicle")
MAY_BE_SURPRISED = _row("surprised", "1 while surprised")

N_ROW = len(ROW)


@kernel
def write_fallen(arena, unit, body, sheet, out, row):
    """Write where an unconscious unit lies and whether it is dying, what a healer must know, into its row at `out[row]`."""
    out[row + LIES] = 1.0
    out[row + BLEEDS] = 1.0 if sheet.flesh > 0 and body.flesh <= 0 and body.stable == 0 else 0.0
    out[row + IS_CARRIED] = 1.0 if body.carried_by != NOBODY else 0.0
    out[row + OFFSET_X] = clipped((body.x - unit.x) * (1 / 24))
    out[row + OFFSET_Y] = clipped((body.y - unit.y) * (1 / 24))
    out[row + DISTANCE] = clipped(apart(arena, unit, body) * (1 / 50))


@kernel
def write_condition(battle, arena, other, out, row):
    """Write how unit `other` fares into its row at `out[row]`: in fog, of enemies only those observed closely (SS-U2)."""
    body = battle.units[other]
    sheet = arena.sheets[other]
    out[row + LIFE] = clipped(life_share(battle, arena, other))
    out[row + BUFFER] = clipped(buffer(battle, arena, other) * (1 / 10))
    if sheet.strain > 0:
        out[row + STRAINED] = clipped(body.strain / sheet.strain)
    out[row + WOUNDS] = clipped(body.wounds * (1 / 6))
    out[row + POINTS_LEFT] = clipped(body.ap * (1 / 4))


@kernel
def write_row(battle, arena, who, other, out, row):
    """Write unit `other` as unit `who` sees it into its row: the N_ROW numbers from `out[row]`, all zeros before."""
    unit = battle.units[who]
    body = battle.units[other]
    sheet = arena.sheets[other]
    team = unit.team
    own = body.team == team
    if body.status != UP:
        out[row + FALLEN] = 1.0 if body.status > UP else 0.0
        if body.status == DOWN:
            write_fallen(arena, unit, body, sheet, out, row)
        return
    if not knows(battle, team, other):
        return
    # What is computed comes before what is written: compilers must take every write for one that may change the record.
    away = apart(arena, unit, body)
    walk = path_length(battle, arena, tile_of(arena, unit), tile_of(arena, body))
    east, south = body.x - unit.x, body.y - unit.y
    held = -1.0 if unit.held_by == other else body.hold / 2
    its_cover, own_cover, harm_to, harm_from = TOTAL, 0, 0.0, 0.0
    if other != who:
        its_cover = cover_of(battle, arena, body, unit)
        if its_cover != TOTAL and not own:
            own_cover = cover_of(battle, arena, unit, body)
            harm_to = arena.harm[who, unit.hand, other, its_cover if body.covered else 0] * (1 / 8)
            harm_from = arena.harm[other, body.hand, who, own_cover if unit.covered else 0] * (1 / 8)
    opponent = other == battle.opponent and battle.decider == who
    if knows_condition(battle, arena, team, other):
        write_condition(battle, arena, other, out, row)
    out[row + PRESENT] = 1.0
    out[row + IS_DECIDER] = 1.0 if other == who else 0.0
    out[row + IS_OPPONENT] = 1.0 if opponent else 0.0
    out[row + OFFSET_X] = clipped(east * (1 / 24))
    out[row + OFFSET_Y] = clipped(south * (1 / 24))
    out[row + DISTANCE] = clipped(away * (1 / 50))
    out[row + PATH] = clipped(walk * (1 / 50))
    out[row + IS_PRONE] = body.prone
    out[row + IS_COVERED] = body.covered
    out[row + PACE] = body.pace / 2
    out[row + TO_ACT] = 1.0 if body.acted == 0 and body.score > 0 else 0.0
    out[row + PINNED_DOWN] = 1.0 if body.stuck != 0 else 0.0
    if body.ailing:
        out[row + AILING] = clipped(bits_set(body.ailing) * (1 / 4))
    out[row + GRAPPLED] = held
    out[row + WAITS_NOW] = 1.0 if body.delay == WAITS else 0.0
    out[row + IS_VEHICLE] = sheet.vehicle
    out[row + IN_VEHICLE] = 1.0 if body.aboard != NOBODY else 0.0
    out[row + MAY_BE_SURPRISED] = 1.0 if body.surprised else 0.0
    if its_cover != TOTAL:
        out[row + IN_SIGHT] = 1.0
        if not own:
            out[row + ITS_COVER] = its_cover / 2
            out[row + COVER_FROM] = own_cover / 2
            out[row + HARM_TO] = clipped(harm_to)
            out[row + HARM_FROM] = clipped(harm_from)
