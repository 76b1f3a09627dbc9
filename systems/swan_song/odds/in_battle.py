"""The odds of an attack in a battle in progress, for the side that is about to make or to answer it.

    quote_attack(battle, "shoot red_2").hit     before shooting
    quotes(battle)                              for every open action that has odds: {Action: Odds}

The attack is tried on copies of the battle with dictated dice: once for its pools, then once for each number of net hits,
for what gets to the body. So everything counts that the rules apply to this attack - cover, surprise, a called shot, a
barrier in the line - and no rule is written here a second time. The real dice to come are never read, and the battle does
not change.

Two things are left out: karma after a roll, and the effects of a glitch on the attacker.
"""

import numpy as np

from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action

from ..rules.chances import MOST_DICE
from ..rules.odds import numbers_of
from ..rules.record import PUSH_LIMIT, PUSH_SIX
from ..words.verbs import BLOCK, CHARGE, DODGE, FULL_DEFENSE, PARRY, PASS, PUNCH, RAM, SHOOT, STRIKE, VOLLEY
from .outcome import Arrival, hit_chances, points_to_fell, worked_out
from .result import Exchange, Odds
from .trials import STOPPED, Course, Tried, run_up

ATTACKS = (SHOOT, VOLLEY, STRIKE, PUNCH, CHARGE, RAM)
# What the other one may answer; standard: it lets it pass.
REPLIES = {"standard": PASS, "dodge": DODGE, "parry": PARRY, "block": BLOCK, "full_defense": FULL_DEFENSE}


def quote(battle: Battle, action: Action, reply: str) -> Odds | None:
    """Return the odds of an open action in a battle as the deciding side knows it; the battle does not change.

    Args:
        battle: the battle as that side knows it.
        action: shoot, volley, strike, punch, ram; charge, for the blow at its end; a blow of interception; or, where a
            defense is to be decided, pass, dodge, parry, block or full_defense.
        reply: the target's answer to an attack, one of `REPLIES`; an answer that is not open counts as standard.

    Returns:
        The odds; None for an action that is neither an attack on one target nor an answer to one (a rocket has none).
    """
    decision = battle.decision
    assert decision is not None
    if decision.kind == "defend" and action.verb in REPLIES.values():
        return _quoted(battle, Tried(battle, action, "pass", str(decision.opponent), decision.unit))
    if decision.kind not in ("act", "intercept") or action.verb not in ATTACKS:
        return None
    target = battle.field.roster[action.argument].name
    if action.verb == CHARGE:
        at_the_end = run_up(battle, decision.unit, action)
        if at_the_end is None:
            return None
        battle, action = at_the_end
    return _quoted(battle, Tried(battle, action, "pass" if reply == "standard" else reply, decision.unit, target))


def _quoted(battle: Battle, tried: Tried) -> Odds | None:
    """Return the odds of an attack from its trial."""
    best = next(iter(tried.courses(MOST_DICE, MOST_DICE)), None)
    model = _weapon(battle, best) if best is not None else None
    if best is None or model is None:
        return None
    names = [fighter.name for fighter in battle.field.roster]
    who, whom = names.index(tried.attacker), names.index(tried.target)
    numbers = np.zeros(5, np.int64)
    numbers_of(*battle.arrays, who, whom, model, numbers)
    accuracy, damage, armor, soak, bound = numbers.tolist()
    bought = bool(battle.field.arena[0]["rules"]["option_dice"])
    pools: list[tuple[int, int | None, np.ndarray]] = []  # most hits without sixes, limit, chance of each number of hits
    for unit, roll, known in ((who, best.attack, accuracy), (whom, best.defense, None)):
        push = int(battle.record[0]["units"][unit]["push"])
        pool, hits = len(roll.dice), int(roll.numbers["hits"] or 0)
        highest = None if push & PUSH_LIMIT else hits if hits < pool else known
        chances = np.eye(1, MOST_DICE + 1, hits)[0] if bought else hit_chances(pool, highest, bool(push & PUSH_SIX))
        pools.append((hits, highest, chances))
    (most, limit, attack), (warded, defense_limit, defense) = pools
    strain = bool(battle.field.arena[0]["weapons"][model]["strain"])
    level = min(most, warded, 1)  # hits on both sides of a tie, which may be another thing without any
    found = {0: arrivals(tried.courses(level, level))}
    if bought:
        found = {most - warded: arrivals([best])}
    nothing = tried.courses(0, 0)
    lost = float(attack[0] * defense[0]) if nothing and nothing[0].way == "miss" else 0.0

    def reached(net: int) -> list[Arrival]:
        """Return what gets to the target with `net` net hits; beyond the last tried number each adds one to the damage."""
        if net not in found:
            before = reached(net - 1) if net > 1 else []
            if [arrival.chance for arrival in before] == [1.0] and before[0].damage > 0:
                found[net] = [before[0]._replace(damage=before[0].damage + 1)]
            elif net <= most:
                found[net] = arrivals(tried.courses(net, 0))
            else:  # sixes that were rolled again
                through = bool(before) and before[0].arrives and (strain or damage + net >= armor)
                found[net] = [Arrival(1.0, True, damage + net, soak)] if through else before
        return found[net]

    exchange = Exchange(
        attack=best.attack.terms,
        limit=limit,
        defense=best.defense.terms,
        defense_limit=defense_limit,
        damage=damage,
        strain=strain,
        armor=armor,
        soak=soak,
    )
    net_hits = np.convolve(attack, defense[::-1])
    return worked_out(exchange, net_hits, reached, points_to_fell(battle, whom, model), lost, bound)


def arrivals(courses: list[Course]) -> list[Arrival]:
    """Return what gets to the target of an attack, for each of its possible courses."""
    return [Arrival(each.chance, each.way != STOPPED, each.arrives, each.soak) for each in courses]


def _weapon(battle: Battle, course: Course) -> int | None:
    """Return the weapon model of an attack, None if the action is no attack itself."""
    if battle.decision is not None and battle.decision.kind == "defend":
        return int(battle.record[0]["stack"][battle.record[0]["depth"] - 1]["weapon"])
    if course.declared is None:
        return None
    return list(battle.field.catalog.weapons).index(str(course.declared.numbers["weapon"]))
