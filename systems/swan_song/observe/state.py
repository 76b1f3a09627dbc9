"""A unit of Swan Song in the global state."""

from fireteam.env.observe.features import Feature, clipped, numbering
from fireteam.env.observe.state import SHARED
from fireteam.env.rules.kernel import kernel

from ..rules.attack.defense import model_in_hand

STATE: list[Feature] = []
_state = numbering(STATE)

STATE += [SHARED.present, SHARED.team, SHARED.x, SHARED.y, SHARED.life, SHARED.buffer]
STRAINED = _state("strain", "Strain / threshold")
WOUNDS = _state("wounds", "wound modifier / 6")
POINTS_LEFT = _state("action_points", "action points left / 4")
SCORE = _state("score", "initiative score / 40")
STATE += [SHARED.prone, SHARED.covered]
PACE = _state("pace", "0 still or walking, 0.5 running, 1 sprinting")
PINNED_DOWN = _state("stuck", "1 when it cannot move")
STATE += [SHARED.acted]
AMMO = _state("ammo", "rounds in the weapon / its magazine")


@kernel
def write_own_state(battle, arena, who, out, at):
    """Write the strain, wounds, points, pace and ammunition of unit `who`, which is up, into its place at `out[at]`."""
    unit = battle.units[who]
    sheet = arena.sheets[who]
    if sheet.strain > 0:
        out[at + STRAINED] = clipped(unit.strain / sheet.strain)
    out[at + WOUNDS] = clipped(unit.wounds / 6)
    out[at + POINTS_LEFT] = clipped(unit.ap / 4)
    out[at + SCORE] = clipped(unit.score / 40)
    out[at + PACE] = unit.pace / 2
    out[at + PINNED_DOWN] = 1.0 if unit.stuck != 0 else 0.0
    row = model_in_hand(unit, sheet)
    if row >= 0 and arena.weapons[row].magazine > 0:
        out[at + AMMO] = unit.held[unit.hand].ammo / arena.weapons[row].magazine
