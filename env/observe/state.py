"""The whole battle as numbers, from nobody's point of view and without fog: PettingZoo's `state()`."""

from ..rules.interface import buffer, life_share
from ..rules.kernel import entry
from ..rules.record import UP
from ..rules.swan_song.attack.defense import weapon_row
from .features import clipped

STATE_CLOCK = ("round / limit", "pass / 4", "decider's place in the roster / 32", "kind of decision / 8")
STATE_ROW = (
    "present", "team / 4", "x / width", "y / height", "life", "buffer / 10", "strain", "wounds / 6", "action points / 4",
    "score / 40", "prone", "covered", "pace / 2", "stuck", "acted", "ammo / magazine",
)  # fmt: skip
N_CLOCK, N_STATE = len(STATE_CLOCK), len(STATE_ROW)


def state_size(own: int, others: int) -> int:
    """Return how many numbers the global state has for so many slots: the clock, and a row for every unit there may be."""
    return N_CLOCK + (own + others) * N_STATE


@entry
def write_state_row(battles, arenas, own, others, out):
    """Fill `out`, float32 of shape (state_size,), with the global state of the battle in the first row.

    It takes nobody's point of view and knows no fog. Entries lie in the order of STATE_CLOCK, then STATE_ROW for every unit;
    `own` and `others` are the numbers of slots.
    """
    battle = battles[0]
    arena = arenas[battle.variant]
    out[0] = battle.round_number / arena.limit
    out[1] = clipped(battle.pass_number / 4)
    out[2] = max(battle.decider, 0) / 32
    out[3] = battle.decision / 8
    for who in range(min(arena.units, own + others)):
        unit = battle.units[who]
        sheet = arena.sheets[who]
        at = N_CLOCK + who * N_STATE
        out[at + 1] = unit.team / 4
        if unit.status != UP:
            continue
        out[at] = 1.0
        out[at + 2] = unit.x / arena.width
        out[at + 3] = unit.y / arena.height
        out[at + 4] = clipped(life_share(battle, arena, who))
        out[at + 5] = clipped(buffer(battle, arena, who) / 10)
        if sheet.strain > 0:
            out[at + 6] = clipped(unit.strain / sheet.strain)
        out[at + 7] = clipped(unit.wounds / 6)
        out[at + 8] = clipped(unit.ap / 4)
        out[at + 9] = clipped(unit.score / 40)
        out[at + 10] = unit.prone
        out[at + 11] = unit.covered
        out[at + 12] = unit.pace / 2
        out[at + 13] = 1.0 if unit.stuck != 0 else 0.0
        out[at + 14] = unit.acted
        row = weapon_row(unit, sheet)
        if row >= 0 and arena.weapons[row].magazine > 0:
            out[at + 15] = unit.held[unit.hand].ammo / arena.weapons[row].magazine
