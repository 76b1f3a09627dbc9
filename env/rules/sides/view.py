"""The battle as a team knows it: a normal record, in which the team's guesses replace what it does not know.

Observations, open actions, doctrines, networks, searches, odds, cards and texts look at this record, never at the battle
itself. If two battles differ only in what a team does not know, their records are the same, byte for byte. So nothing that
is computed from the record can reveal the difference.

    units that are not known       as they came into the battle, and ABSENT; DEAD if the team knows that they have fallen
    enemies that were not studied  unhurt, rested and at ease
    what enemies carry             weapon in hand as it is; all else as they brought it
    what enemies have in mind      nothing that concerns units which are not known; tasks: none
    changed ground                 as the team last saw it; dents only where it looks now
    fuses and clouds               where it looks now; charges: its own
    zones of fire                  of shooters that it knows
    other teams                    know everything, and have studied nobody; how long all has been quiet: not at all
    dice to come                   none

Every team knows the time, the pending decision and the progress of the objectives. Of a known unit it sees the place in the
order of initiative, posture, movement and what the unit holds or carries.
"""

from ..ground.changes import open_holes
from ..ground.grid import metres
from ..interface import deceives, forget_condition, forget_means, forget_unknown
from ..kernel import entry, kernel, rare
from ..record import ABSENT, CHARGE, DEAD, GAS, MAX_EFFECTS, NO_EFFECT, NOBODY, SMOKE, UP
from .knowledge import ALL_UNITS, hides_something, knows, knows_condition, notices_ground, terrain_in


@kernel
def as_known(battle, arena, log, team):
    """Return the battle as a team knows it: itself where nothing is hidden from anybody, else a copy in the log."""
    if not hides_something(battle, arena):
        return battle
    log.views[0] = battle
    view = log.views[0]
    hide_unknown(view, arena, team)
    return view


@kernel
def as_thought(battle, log):
    """Return a copy, in the log, of a battle as a team knows it: for what could be, until the next copy is asked for."""
    log.views[1] = battle
    return log.views[1]


@kernel
def copy_unit_back(battle, known, arena, who):
    """Copy a unit, and the actions opened for it, from `known`, the battle as its team knows it, into the battle."""
    if hides_something(battle, arena):
        copy_mask_back(battle, known, arena)
        battle.units[who] = known.units[who]


@kernel
def copy_mask_back(battle, known, arena):
    """Copy the mask from `known`, the battle as a team knows it, into the battle."""
    if hides_something(battle, arena):
        for verb in range(len(battle.open)):
            battle.open[verb] = known.open[verb]


@entry
def hide_unknown_row(battles, arenas, team):
    """Turn the battle in the first row into the battle as a team knows it."""
    battle = battles[0]
    arena = arenas[battle.variant]
    if hides_something(battle, arena):
        hide_unknown(battle, arena, team)


@rare
def hide_unknown(battle, arena, team) -> None:
    """Turn a copy of the battle into the battle as a team knows it."""
    if arena.fog:
        if battle.changed:
            hide_ground(battle, arena, team)
        if battle.dented:
            hide_dents(battle, arena, team)
        battle.quiet = 0
        if battle.live:
            hide_effects(battle, arena, team)
        for other in range(arena.teams):
            if other != team:
                battle.teams[other].known = ALL_UNITS
                battle.teams[other].studied = 0
                battle.teams[other].fallen = 0
    hide_units(battle, arena, team)
    battle.seed[0] = 0
    battle.seed[1] = 0


@kernel
def hide_units(battle, arena, team):
    """Replace enemies by what a team knows of them; cut the links between any unit and units that the team does not know."""
    unknown = 0
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.team == team:
            continue
        if not knows(battle, team, who) and (arena.fog or unit.status == UP):
            unknown |= 1 << who
            battle.units[who] = arena.opening[who]
            battle.units[who].status = DEAD if battle.teams[team].fallen >> who & 1 else ABSENT
        elif arena.fog:
            for purpose in range(len(unit.rolls)):
                unit.rolls[purpose] = 0
            forget_means(battle, arena, who)
            if not knows_condition(battle, arena, team, who):
                forget_condition(battle, arena, who)
    if arena.fog == 0 and unknown == 0 and not deceives(battle):
        return
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.carries != NOBODY and unknown >> unit.carries & 1:
            unit.carries = NOBODY
        if unit.carried_by != NOBODY and unknown >> unit.carried_by & 1:
            unit.carried_by = NOBODY
        if unit.aboard != NOBODY and unknown >> unit.aboard & 1 and unknown >> who & 1 == 0:
            unit.aboard = NOBODY
            unit.side = arena.sheets[who].side
    forget_unknown(battle, arena, team, unknown)


@kernel
def hide_ground(battle, arena, team):
    """Replace changed tiles by what a team believes of them."""
    kept, broken = 0, 0
    for row in range(battle.changed):
        change = battle.changes[row]
        drawn = arena.tiles[change.tile].terrain
        terrain = terrain_in(arena, drawn, change.believed >> 2 * team & 3, change.terrain)
        if terrain == drawn:
            continue
        known = battle.changes[kept]
        known.tile = change.tile
        known.x = change.x
        known.y = change.y
        known.terrain = terrain
        known.believed = 0
        kept += 1
        kind = arena.terrains[drawn]
        broken += 1 if terrain == kind.broken or (kind.door < 0 and kind.unlocked < 0) else 0
    battle.changed = kept
    battle.broken = broken
    open_holes(battle, arena)


@kernel
def hide_dents(battle, arena, team):
    """Remove the dents in barriers that a team does not see now."""
    kept = 0
    for row in range(battle.dented):
        dent = battle.dents[row]
        if notices_ground(battle, arena, team, dent.tile):
            battle.dents[kept].tile = dent.tile
            battle.dents[kept].damage = dent.damage
            kept += 1
    battle.dented = kept


@kernel
def hide_effects(battle, arena, team):
    """Remove the effects on the ground that are neither a team's own nor in its sight, and all charges but its own."""
    for row in range(MAX_EFFECTS):
        effect = battle.effects[row]
        if effect.kind == NO_EFFECT or (effect.owner != NOBODY and battle.units[effect.owner].team == team):
            continue
        if effect.kind != CHARGE and sees_effect(battle, arena, team, effect):
            continue
        battle.clouds -= 1 if effect.kind in (SMOKE, GAS) else 0
        battle.live -= 1
        effect.kind = NO_EFFECT


@kernel
def sees_effect(battle, arena, team, effect):
    """Return whether a team sees the place of an effect on the ground, or has a unit in its cloud."""
    if notices_ground(battle, arena, team, effect.y * arena.width + effect.x):
        return True
    if effect.kind in (SMOKE, GAS):
        for who in range(arena.goals[team].first, arena.goals[team].first + arena.goals[team].count):
            unit = battle.units[who]
            if unit.status == UP and metres(arena, effect.x, effect.y, unit.x, unit.y) <= effect.radius:
                return True
    return False
