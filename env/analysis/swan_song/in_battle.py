"""The odds of the attack that somebody is about to make, or has to answer, in a battle in progress.

    quote_attack(battle, "shoot red_2").hit     before shooting
    quotes(battle)                              for everything open that has odds: {Action: Odds}

The attack is tried on copies of the battle with dictated dice: once for its pools, then once for each number of net hits
for what arrives at the body. So whatever the rules make of this very attack counts - cover, surprise, a called shot, a
barrier in the line - and nothing of it is written down here a second time. The dice to come are never looked at, and the
battle stays as it is.

What the defender may add after the roll (karma) is left aside, and so are glitches. A barrier that resists by dice of its
own (SS-B4) is taken at its average.
"""

import numpy as np

from ...battle import Battle
from ...observe.actions import Action
from ...rules.ground.sight import NO_COVER
from ...rules.swan_song.odds import MOST_DICE
from ...rules.swan_song.odds import quote as quote_pools
from ...rules.swan_song.record import PUSH_LIMIT, PUSH_SIX
from ...rules.swan_song.tables import FIRINGS, NO_FIRING
from ...rules.verbs import BLOCK, CHARGE, DODGE, FULL_DEFENSE, PARRY, PASS, PUNCH, RAM, SHOOT, STRIKE, VOLLEY
from .outcome import hit_chances, points_to_fell, worked_out
from .result import Exchange, Odds
from .trials import Course, attempt, run_up

ATTACKS = (SHOOT, VOLLEY, STRIKE, PUNCH, CHARGE, RAM)
ANSWERS = (PASS, DODGE, PARRY, BLOCK, FULL_DEFENSE)


def quote(battle: Battle, action: Action, reply: str) -> Odds | None:
    """Return the odds of an open action in a battle as the side that decides knows it, which is left alone.

    Args:
        battle: as that side knows it.
        action: shoot, volley, strike, punch, ram; charge, for the blow at its end; a blow of interception; or, where a
            defense is to be decided, pass, dodge, parry, block or full_defense.
        reply: of the other one to an attack, one of `REPLIES` (`attack.py`); where it may not, it is standard.

    Returns:
        The odds, None for an action that is no attack of one against one, and answers none (a rocket is none).
    """
    decision = battle.decision
    assert decision is not None
    if decision.kind == "defend" and action.verb in ANSWERS:
        return _quoted(battle, action, "pass", str(decision.opponent), decision.unit)
    if decision.kind not in ("act", "intercept") or action.verb not in ATTACKS:
        return None
    target = battle.field.roster[action.argument].name
    if action.verb == CHARGE:
        at_the_end = run_up(battle, decision.unit, action)
        if at_the_end is None:
            return None
        battle, action = at_the_end
    return _quoted(battle, action, "pass" if reply == "standard" else reply, decision.unit, target)


def _quoted(battle: Battle, action: Action, reply: str, attacker: str, target: str) -> Odds | None:
    """Return the odds of the attack that an action begins or answers."""

    def tried(hits: int, defended: int) -> Course | None:
        return attempt(battle, action, reply, attacker, target, hits, defended)

    best, top = tried(MOST_DICE, MOST_DICE), tried(MOST_DICE, 0)
    weapon = _weapon(battle, best) if best is not None else None
    if best is None or top is None or weapon is None:
        return None
    names = [fighter.name for fighter in battle.field.roster]
    who, whom = names.index(attacker), names.index(target)
    model, firing = weapon
    bought = bool(battle.field.arena[0]["rules"]["option_dice"])
    numbers = np.zeros(8, np.int64)
    quote_pools(*battle.copy().arrays, who, whom, model, firing, PASS, NO_COVER, 0, numbers)
    _, _, accuracy, _, _, damage, armor, soak = numbers.tolist()
    pools: list[tuple[int | None, np.ndarray]] = []
    for unit, roll, known in ((who, best.attack, accuracy), (whom, best.defense, None)):
        push = int(battle.record[0]["units"][unit]["push"])
        pool, hits = len(roll.dice), int(roll.numbers["hits"] or 0)
        bound = None if push & PUSH_LIMIT else hits if hits < pool else known
        chances = hit_chances(pool, bound, bool(push & PUSH_SIX))
        pools.append((bound, np.eye(1, MOST_DICE + 1, hits)[0] if bought else chances))
    (limit, attack), (defense_limit, defense) = pools
    tie, nothing = tried(1, 1), tried(0, 0)
    landed: dict[int, tuple[int, int] | None] = {0: _arrives(tie)}

    def reached(hits: int) -> tuple[int, int] | None:
        """What a net hit more than enough to get through brings, it adds to the damage."""
        if bought:  # there is but one outcome, and that has been tried
            return _arrives(best)
        if hits not in landed:
            before = reached(hits - 1) if hits > 1 else None
            landed[hits] = (before[0] + 1, before[1]) if before else _arrives(tried(hits, 0))
        return landed[hits]

    exchange = Exchange(
        attack=best.attack.terms,
        limit=limit,
        defense=best.defense.terms,
        defense_limit=defense_limit,
        damage=damage,
        strain=bool(battle.field.arena[0]["weapons"][model]["strain"]),
        armor=armor,
        soak=top.soak or soak,
    )
    lost = float(attack[0] * defense[0]) if nothing is not None and nothing.outcome == "miss" else 0.0
    net = np.convolve(attack, defense[::-1])
    return worked_out(exchange, net, reached, points_to_fell(battle, whom, model), top.most, lost)


def _arrives(course: Course | None) -> tuple[int, int] | None:
    """Return damage value and soak dice of an attack that gets to the body, else None."""
    return (course.arrives, course.soak) if course is not None and course.arrives > 0 else None


def _weapon(battle: Battle, course: Course) -> tuple[int, int] | None:
    """Return model of weapon and way of firing of an attack, None for what is no attack of its own."""
    if battle.decision is not None and battle.decision.kind == "defend":
        frame = battle.record[0]["stack"][battle.record[0]["depth"] - 1]
        return int(frame["weapon"]), int(frame["firing"])
    if course.declared is None:
        return None
    firing = course.declared.numbers["firing"]
    weapon = list(battle.field.catalog.weapons).index(str(course.declared.numbers["weapon"]))
    return weapon, FIRINGS.index(firing) if firing in FIRINGS else NO_FIRING
