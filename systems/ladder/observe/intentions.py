"""Plans in an observation: what every unit has declared and not done yet (LD-T1)."""

from fireteam.env.observe.features import clipped
from fireteam.env.observe.units import shown_at
from fireteam.env.rules.kernel import kernel

from ..rules.plan import BLOWS, CLINCHES, EVASIONS, SHOTS, is_complete
from ..rules.record import MOST_ITEMS, PENDING
from ..words.verbs import AIM, WALK
from .context import THREAT, THREATENED, THREATS
from .slots import ACTIONS, AIMS, ATTACKED, ATTACKS_ME, EVADES_ME, I_EVADE, MY_ATTACKS, WALKS


@kernel
def write_ties(battle, arena, layout, who, out):
    """Write plans into the slots of the units that made them and of their targets; each plan is read once."""
    for other in range(arena.units):
        if battle.units[other].items == 0:
            continue
        at = shown_at(battle, arena, layout, who, other)
        if is_complete(battle, other):
            write_plan_of(battle, arena, layout, who, other, out, at)
        if other == who:
            write_own_plan(battle, arena, layout, who, out)


@kernel
def write_plan_of(battle, arena, layout, who, other, out, at):
    """Write the complete plan of unit `other`: into its own slot at `out[at]`, and into those of its targets."""
    unit = battle.units[other]
    if at >= 0:
        out[at + ACTIONS] = clipped(unit.actions / MOST_ITEMS)
    for place in range(unit.items):
        item = unit.plan[place]
        attacks = is_attack(item.verb) and item.state == PENDING
        if attacks and battle.units[item.argument].team != unit.team:
            target = shown_at(battle, arena, layout, who, item.argument)
            if target >= 0:
                add(out, target + ATTACKED, 0.5)
            if item.argument == who:
                add(out, THREATENED, 0.25)
                for kind in range(len(THREATS)):
                    if item.verb == THREATS[kind]:
                        add(out, THREAT + kind, 0.25)
        if at < 0:
            continue
        if item.verb == WALK:
            out[at + WALKS] = 1.0
        elif item.argument == who:
            if item.verb in EVASIONS:
                out[at + EVADES_ME] = 1.0
            elif item.verb == AIM:
                out[at + AIMS] = 1.0
            elif attacks:
                add(out, at + ATTACKS_ME, 0.5)


@kernel
def write_own_plan(battle, arena, layout, who, out):
    """Write what unit `who` has declared against others into their slots, even if its plan is not complete."""
    unit = battle.units[who]
    for place in range(unit.items):
        item = unit.plan[place]
        attacks = is_attack(item.verb) and item.state == PENDING
        if attacks or item.verb in EVASIONS:
            at = shown_at(battle, arena, layout, who, item.argument)
            if at >= 0 and attacks:
                add(out, at + MY_ATTACKS, 0.5)
            elif at >= 0:
                out[at + I_EVADE] = 1.0


@kernel
def is_attack(verb):
    """Return whether a verb of a plan attacks somebody."""
    return verb in SHOTS or verb in BLOWS or verb in CLINCHES


@kernel
def add(out, at, share):
    """Add a share to the number at `out[at]`, up to 1."""
    out[at] = min(out[at] + share, 1.0)
