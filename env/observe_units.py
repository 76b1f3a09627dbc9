"""What an agent sees of each unit: a row of numbers for every slot."""

from .features import Feature, clipped, numbering
from .rules.battle import UP
from .rules.grid import apart, tile_of
from .rules.kernel import kernel
from .rules.knowledge import knows
from .rules.sight import TOTAL, cover_of
from .rules.ways import way

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

N_ROW = len(ROW)


@kernel
def write_row(battle, arena, who, other, row):
    """Write one unit as the decider sees it into its row, all zeros before."""
    unit = battle.units[who]
    body = battle.units[other]
    sheet = arena.sheets[other]
    if body.status != UP:
        row[FALLEN] = 1.0
        return
    if not knows(battle, unit.team, other):
        return
    row[PRESENT] = 1.0
    if other == who:
        row[IS_DECIDER] = 1.0
    if other == battle.opponent and battle.decider == who:
        row[IS_OPPONENT] = 1.0
    if sheet.flesh > 0:
        row[LIFE] = clipped(body.flesh / sheet.flesh)
        row[BUFFER] = clipped((body.shield + body.armored) * (1 / 10))
    else:
        row[LIFE] = clipped(body.armored / sheet.armored)
        row[BUFFER] = clipped(body.shield * (1 / 10))
    if sheet.strain > 0:
        row[STRAINED] = clipped(body.strain / sheet.strain)
    row[WOUNDS] = clipped(body.wounds * (1 / 6))
    row[OFFSET_X] = clipped((body.x - unit.x) * (1 / 24))
    row[OFFSET_Y] = clipped((body.y - unit.y) * (1 / 24))
    row[DISTANCE] = clipped(apart(arena, unit, body) * (1 / 50))
    walk = way(battle, arena, tile_of(arena, unit), tile_of(arena, body))
    row[PATH] = clipped(walk * (1 / 50))
    row[IS_PRONE] = body.prone
    row[IS_COVERED] = body.covered
    row[PACE] = body.pace / 2
    row[TO_ACT] = 1.0 if body.acted == 0 and body.score > 0 else 0.0
    row[POINTS_LEFT] = clipped(body.ap * (1 / 4))
    row[PINNED_DOWN] = 1.0 if body.stuck != 0 else 0.0
    if other == who:
        return
    cover = cover_of(battle, arena, body, unit)
    if cover == TOTAL:
        return
    row[IN_SIGHT] = 1.0
    if body.team == unit.team:
        return
    own_cover = cover_of(battle, arena, unit, body)
    row[ITS_COVER] = cover / 2
    row[COVER_FROM] = own_cover / 2
    row[HARM_TO] = clipped(arena.harm[who, unit.hand, other, cover if body.covered else 0] * (1 / 8))
    row[HARM_FROM] = clipped(arena.harm[other, body.hand, who, own_cover if unit.covered else 0] * (1 / 8))
