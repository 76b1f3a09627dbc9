"""The hidden state of d10_pool: what a team assumes in place of what it does not know; see `rules/sides/view.py`."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import DEAD, DOWN, NOBODY, UP

from ..aim import lose_aim
from ..split import begin_with_whole_pools, commit
from ..tables import DEXTERITY, INCAPACITATED, LAST_LEVEL, NO_ABILITY, WITS
from .initiative import FIRST


@kernel
def forget_unknown(battle, arena, team, unknown):
    """Remove what ties enemies to units that a team does not know."""
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.team == team:
            continue
        if unit.aim_at != NOBODY and unknown >> unit.aim_at & 1:
            lose_aim(unit)


@kernel
def forget_means(battle, arena, who):
    """Give an enemy back the gear it came with; remove its plans and what it has noticed."""
    unit = battle.units[who]
    opening = arena.opening[who]
    for slot in range(len(unit.held)):
        unit.held[slot] = opening.held[slot]
    unit.kept = 0
    unit.kept_for = 0
    unit.planned = 0
    unit.marked = 0
    unit.stealth = opening.stealth
    unit.alert = 0
    unit.answer = NO_ABILITY
    unit.answer_dice = 0
    unit.given = 0


@kernel
def forget_condition(battle, arena, who):
    """Make an enemy unhurt; with whole pools if its turn is still to come, with none if it has had it."""
    unit = battle.units[who]
    unit.level = INCAPACITATED if unit.status == DOWN else LAST_LEVEL if unit.status == DEAD else 0
    unit.scars = 0
    unit.stunned = 0
    begin_with_whole_pools(unit)
    if unit.acted:
        commit(unit)


@kernel
def make_ready(battle, arena, who, other):
    """Make unit `other`, of which nothing is known, ready to act: with the initiative that it is expected to have.

    It has acted already where its score is above that of the unit `who` that decides.
    """
    unit = battle.units[other]
    sheet = arena.sheets[other]
    unit.status = UP
    if sheet.inanimate:
        return
    pool = sheet.attributes[DEXTERITY] + sheet.attributes[WITS]
    # Of a die five faces in ten are successes, and one takes one away.
    unit.score = 4 * pool // 10 * FIRST + 64 * sheet.attributes[DEXTERITY] + 4 * sheet.attributes[WITS]
    unit.acted = 1 if unit.score > battle.units[who].score else 0
