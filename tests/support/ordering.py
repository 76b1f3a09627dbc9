"""Positions at which orders are given, in every rule system."""

from collections.abc import Iterator

import numpy as np
from everysystem import under

from fireteam.agents.bots import load_bot, parameters_of
from fireteam.agents.orders.asking import Staff
from fireteam.env.battle import Battle
from fireteam.env.rules.arena import TEMPERS

SYSTEMS = ("swan_song", "d10_pool", "ladder")
SCENARIOS = ("yard", "duel", "night", "breakout", "keep")
BOTS = ("tactician", "charger", "random")


def positions(
    system: str, scenario: str, seed: int, decisions: int = 150, apart: int = 1, temper: str = ""
) -> Iterator[Battle]:
    """Yield a battle at decisions of self-play of several bots, mixed at random; `apart` decisions lie between two.

    With a `temper` all units have it.
    """
    rng = np.random.default_rng(seed)
    bots = [load_bot(name, seed) for name in BOTS]
    fought = under(system, scenario, fog=scenario == "night")
    battle = Battle(fought, seed, reasons=False)
    if temper:
        battle.field = battle.field._replace(arena=battle.field.arena.copy())
        battle.field.arena["sheets"]["temper"] = TEMPERS.index(temper)
        battle.bind()
    for number in range(decisions):
        if battle.over:
            return
        if number % apart == 0:
            yield battle
        battle.step(bots[int(rng.integers(len(bots)))].decide(battle))


def staff() -> Staff:
    """Return what gives orders by the worth of a tactician."""
    return Staff(parameters_of("tactician"))
