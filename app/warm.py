"""Compiles the kernels in advance, before tests and measurements."""

from typing import Any


def warm() -> None:
    """Call every compiled entry point once, except those of the benchmarks and of the search bot, which few need."""
    import gymnasium
    import numpy as np

    from fireteam.agents.bots import load_bot
    from fireteam.agents.series.series import fight_series
    from fireteam.env.analysis import overlays
    from fireteam.env.analysis.odds import attack_odds, has_odds
    from fireteam.env.scenario.reading import load_scenario
    from fireteam.env.skirmish import raw_env

    from .registry import SOLO, make_vector

    scenario = load_scenario("duel")
    bots: dict[str, Any] = {team.name: load_bot("tactician") for team in scenario.teams}
    fight_series(scenario, bots, 1)
    environment = raw_env("duel")
    environment.reset(seed=1)
    environment.step(int(environment.observe(environment.agent_selection)["action_mask"].argmax()))
    environment.state()
    solo = gymnasium.make(SOLO, scenario="duel")
    solo.reset(seed=1)
    vector = make_vector(1, scenario="duel")
    _, infos = vector.reset(seed=1)
    vector.step(np.array([infos["action_mask"][0].argmax()]))
    if has_odds(scenario.system):
        attack_odds(system=scenario.system)
    battle = environment.match.battle
    battle.cover(environment.agents[0], environment.agents[-1])
    for of_one in (
        overlays.tiles_in_zone,
        overlays.tiles_seen,
        overlays.tiles_in_reach,
        overlays.danger,
        overlays.allowance,
    ):
        of_one(battle, 0)
    overlays.paths(battle, 0, 1)
    overlays.fan(battle, (1, 1), (2, 2))
