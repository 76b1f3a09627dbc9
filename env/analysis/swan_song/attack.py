"""Exact odds of one attack, as a person asks for them: who attacks whom with what, how far off, through which cover.

The pools are built by the rules' own functions on a small table (`table.py`), so every term carries its rule;
the distributions are exact.
"""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from pydantic import Field

from fireteam.maps import ContentError
from fireteam.maps.reading import Strict, listed

from ...battle import Battle
from ...observe.events import Event, term_of
from ...rules.ground.sight import GOOD, TOTAL
from ...rules.swan_song.odds import MOST_DICE, net_hits, quote
from ...rules.swan_song.rolls.pools import NO_LIMIT
from ...rules.swan_song.tables import MODES, NO_FIRING, SHOOT_OF_MODE, VOLLEY_OF_MODE
from ...rules.verbs import BLOCK, DODGE, PARRY, PASS
from ...scenario.options import check_choice
from ...scenario.setup import Field as Battlefield
from .outcome import points_to_fell, worked_out
from .result import Exchange, Odds

REPLIES = ("standard", "dodge", "parry", "block", "full_defense")
REPLY_VERBS = {"standard": PASS, "dodge": DODGE, "parry": PARRY, "block": BLOCK, "full_defense": PASS}


class Asked(Strict):
    """What may be asked of an attack of Swan Song."""

    mode: str | None = Field(None, description="gun mode: SS, SA, BF or FA; the weapon's first unless given")
    volley: bool = Field(False, description="the heavier burst of the mode")
    reply: Literal[REPLIES] = Field("standard", description="how the target defends itself: " + ", ".join(REPLIES))  # type: ignore[valid-type]
    aim: int = Field(0, ge=0, le=20, description="dice of aim")


def odds_on_table(battle: Battle, weapon: str, cover: int, asked: Asked) -> Odds:
    """Return the odds of red_1's attack on blue_1."""
    firing = firing_of(weapon, battle.field.catalog.weapons[weapon], asked.mode, asked.volley)
    prepare_units(battle, asked.reply, asked.aim)
    return odds_of(battle, weapon, firing, REPLY_VERBS[asked.reply], cover)


def firing_of(weapon: str, entry: Any, mode: str | None, volley: bool) -> int:
    """Return the way of firing that a gun mode offers, NO_FIRING for weapons without modes."""
    modes = entry.modes
    if entry.kind != "firearm":
        if mode or volley:
            raise ContentError(f"weapon {weapon!r} has no gun modes: leave out mode and volley")
        return NO_FIRING
    mode = modes[0] if mode is None else mode
    check_choice("mode", mode, modes)
    ways = VOLLEY_OF_MODE if volley else SHOOT_OF_MODE
    if ways[MODES.index(mode)] == NO_FIRING:
        those = listed(other for other in modes if ways[MODES.index(other)] != NO_FIRING)
        raise ContentError(f"mode = {mode!r}: it has no volley. Modes of the {weapon} that have: {those}.")
    return ways[MODES.index(mode)]


def prepare_units(battle: Battle, reply: str, aim: int) -> None:
    """Bring the two units into the state that was asked for."""
    red, blue = battle.unit("red_1"), battle.unit("blue_1")
    red["aim"], red["aim_at"] = aim, 1
    blue["full_defense"] = reply == "full_defense"
    sheet = battle.field.arena[0]["sheets"][1]
    if reply == "parry":
        melee = [slot for slot in range(4) if sheet["weapons"][slot] >= 0 and is_melee(battle, sheet["weapons"][slot])]
        if not melee:
            raise ContentError("reply = 'parry': the target carries no melee weapon")
        blue["hand"] = melee[0]
    elif reply == "block":
        blue["hand"] = 4


def is_melee(battle: Battle, model: int) -> bool:
    """Return whether a model of weapon is for melee."""
    return bool(battle.field.arena[0]["weapons"][model]["melee"])


def odds_of(battle: Battle, weapon: str, firing: int, reply: int, cover: int) -> Odds:
    """Return the odds of red_1's attack on blue_1 as the table stands."""
    model = list(battle.field.catalog.weapons).index(weapon)
    numbers = np.zeros(8, np.int64)
    quote(*battle.arrays, 0, 1, model, firing, reply, min(cover, GOOD), cover == TOTAL, numbers)
    pool, count, limit, defense, defense_limit, damage, armor, soak = numbers.tolist()
    log = battle.log[0]
    terms = [
        term_of(battle.field.system.CLAUSES[clause], value) for clause, value in log["terms"][: log["terms_count"]].tolist()
    ]
    strain = bool(battle.field.arena[0]["weapons"][model]["strain"])
    exchange = Exchange(
        attack=terms[:count],
        limit=limit,
        defense=terms[count:],
        defense_limit=None if defense_limit > MOST_DICE else defense_limit,
        damage=damage,
        strain=strain,
        armor=armor,
        soak=soak,
    )
    net = np.zeros(2 * MOST_DICE + 1)
    net_hits(pool, limit, defense, defense_limit, net)

    def reached(hits: int) -> tuple[int, int] | None:
        return (damage + hits, soak) if hits > 0 and (strain or damage + hits >= armor) else None

    return worked_out(exchange, net, reached, points_to_fell(battle, 1, model))


def chance_of(field: Battlefield, attack: Event, told: Sequence[Event]) -> float | None:
    """Return the chance of at least one net hit with the pools that were thrown, the weapon's accuracy as the limit."""
    dice: dict[str, int] = {}
    for roll in told:
        if roll.kind != "roll":
            continue
        purpose = str(roll.numbers["purpose"])
        if (purpose, roll.actor) in (("attack", attack.actor), ("defense", attack.target)):
            dice[purpose] = max(sum(term.dice for term in roll.terms), 0)
    if len(dice) < 2:
        return None
    entry = field.catalog.weapons.get(str(attack.numbers.get("weapon")))
    chances = np.zeros(2 * MOST_DICE + 1)
    net_hits(dice["attack"], (entry.accuracy if entry is not None else 0) or NO_LIMIT, dice["defense"], NO_LIMIT, chances)
    return float(chances[MOST_DICE + 1 :].sum())
