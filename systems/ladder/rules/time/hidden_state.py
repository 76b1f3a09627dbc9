"""The hidden state of ladder: what a team assumes in place of what it does not know; see `rules/sides/view.py`.

A team that sees a known enemy also sees what it has declared. It takes a feint that fools one of its units for an attack.
"""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import DEAD, DOWN, NOBODY, UP

from ..aim import lose_aim
from ..feints import show_as_believed
from ..plan import AT_SOMEBODY, clear_plan, is_complete, is_seen
from ..record import DECLARING, MOST_ITEMS
from ..tables import DISCIPLINE, OUT
from .initiative import RESULT


@kernel
def forget_unknown(battle, arena, team, unknown):
    """Remove what ties enemies to units that a team does not know, and plans that it does not see."""
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.team == team or unknown >> who & 1:
            continue
        if unit.aim_at != NOBODY and unknown >> unit.aim_at & 1:
            lose_aim(unit)
        if unit.awaits != NOBODY and unknown >> unit.awaits & 1:
            unit.awaits = NOBODY
        if unit.holds != NOBODY and unknown >> unit.holds & 1:
            unit.holds = NOBODY
            unit.strangles = 0
        if unit.held_by != NOBODY and unknown >> unit.held_by & 1:
            unit.held_by = NOBODY
            unit.pinned = 0
        if unit.kept_up != NOBODY and unknown >> unit.kept_up & 1:
            unit.kept_up = NOBODY
        unit.warded &= ~unknown
        seen = arena.fog == 0 or is_seen(battle, arena, team, who)
        if not seen:
            lose_aim(unit)
            unit.awaits = NOBODY
        if arena.fog and not (seen and is_complete(battle, who)):
            clear_plan(unit)
            unit.kept_up = NOBODY
        else:
            forget_items(unit, unknown)
    show_as_believed(battle, arena, team)


@kernel
def forget_items(unit, unknown):
    """Remove the items of a plan that are aimed at unknown units; later items move up."""
    kept = 0
    for place in range(unit.items):
        item = unit.plan[place]
        if item.verb in AT_SOMEBODY and unknown >> item.argument & 1:
            unit.actions -= 1
            continue
        unit.plan[kept] = item
        kept += 1
    for place in range(kept, MOST_ITEMS):
        item = unit.plan[place]
        item.verb = 0
        item.argument = 0
        item.state = 0
        item.sham = 0
    unit.items = kept


@kernel
def forget_means(battle, arena, who):
    """Give an enemy back the gear it came with."""
    unit = battle.units[who]
    for slot in range(len(unit.held)):
        unit.held[slot] = arena.opening[who].held[slot]


@kernel
def forget_condition(battle, arena, who):
    """Make an enemy unhurt; one that has fallen has the least damage that fells it."""
    unit = battle.units[who]
    unit.level = OUT if unit.status == DOWN else arena.rules.dead_at if unit.status == DEAD else 0
    unit.strangles = min(unit.strangles, 1)


@kernel
def make_ready(battle, arena, who, other):
    """Make unit `other`, of which nothing is known, ready to act: with the initiative that it is expected to have.

    It counts as declared if its score is below that of the deciding unit `who`, and as having acted if it is above.
    """
    unit = battle.units[other]
    unit.status = UP
    if arena.sheets[other].inanimate:
        return
    rank = arena.sheets[other].ranks[DISCIPLINE]
    unit.score = rank * RESULT + rank
    own = battle.units[who].score
    unit.acted = 1 if (unit.score < own if battle.pass_number == DECLARING else unit.score > own) else 0
