"""Replays for tests that show them."""

from fireteam.agents.bots import load_bot
from fireteam.agents.series.series import play_recorded
from fireteam.env.battle import Battle
from fireteam.env.replay.replay import Replay
from fireteam.env.scenario.models import Scenario


def fought(scenario: Scenario | str, seed: int = 3) -> Replay:
    """Return the replay of a battle of tacticians."""
    battle = Battle(scenario, seed)
    bots = {team.name: load_bot("tactician", seed) for team in battle.field.scenario.teams}
    record = Replay.of(battle, seed, dict.fromkeys(bots, "tactician"))
    play_recorded(battle, bots, record)
    record.finish(battle)
    return record


def recorded(scenario: str = "duel", seed: int = 3) -> tuple[Battle, Replay]:
    """Return a battle of two bots and its replay."""
    battle = Battle(scenario, seed)
    record = Replay.of(battle, seed, {"red": "tactician", "blue": "random"})
    bots = {"red": load_bot("tactician", seed), "blue": load_bot("random", seed)}
    play_recorded(battle, bots, record)
    record.finish(battle)
    return battle, record
