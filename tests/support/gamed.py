"""Games of two on open ground."""

import random
from pathlib import Path
from typing import Any

from fireteam.agents.bots import load_bot
from fireteam.env.game.game import Game
from fireteam.env.replay.replay import Replay
from fireteam.env.scenario.models import Scenario
from tabletop import *

FAR = [unit((2, 2), weapons=["light_pistol"])], [unit((20, 2), weapons=["light_pistol"])]


NEAR = [unit((3, 2), weapons=["light_pistol", "knife"])], [unit((4, 2), weapons=["knife"])]


def game_of(units: Any = FAR, people: tuple[str, ...] = ("red", "blue"), **options: Any) -> Game:
    """Return a game on open ground, or the ground given; who is not played by people is a tactician."""
    bots = {team: load_bot("tactician", 1) for team in ("red", "blue") if team not in people}
    return Game(scenario_of(units, **options), 1, bots, people, dice=RED_FIRST)


def scenario_of(units: Any, **options: Any) -> Scenario:
    """Return the scenario of a table."""
    return table(*units, **options).field.scenario


def play_at_random(game: Game, seed: int, most: int = 400) -> None:
    """Play on: people at random, bots as they do."""
    dice = random.Random(seed)
    for _ in range(most):
        if game.battle.over:
            return
        if game.pending is None:
            assert game.advance() is not None
        else:
            game.act(dice.choice(game.battle.legal()))


def checked(game: Game, path: Path) -> Replay:
    """Return the replay of a game as it is read from a file; it must verify."""
    game.save(path)
    replay = Replay.load(path)
    replay.verify()
    assert replay.battle_at(len(replay.steps) + 1).record.tobytes() == game.battle.record.tobytes()
    return replay
