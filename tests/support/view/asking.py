"""A table game of two on open ground, and questions for the dice of people who sit at it."""

from typing import Any

from fireteam.agents.bots import load_bot
from fireteam.env.game.game import Game
from fireteam.env.game.questions import HITS_WANTED, Dice, Meaning, Question
from fireteam.systems.swan_song.table import DICE
from tabletop import *

GUNS = (
    [unit((2, 2), weapons=["light_pistol"], skills={"pistols": 4})],
    [unit((9, 2), weapons=["light_pistol"], armour=["vest"])],
)


def game_of(units: Any = GUNS, people: tuple[str, ...] = ("red", "blue"), **options: Any) -> Game:
    """Return a game on open ground in which red_1 acts first."""
    bots = {team: load_bot("tactician", 1) for team in ("red", "blue") if team not in people}
    return Game(table(*units, **options).field.scenario, 1, bots, people, dice=RED_FIRST)


def question(dice: int = 6, wanted: str = HITS_WANTED, explodes: bool = False, kind: Dice = DICE) -> Question:
    """Return a question for so many dice."""
    means = Meaning(wanted, aimed=True, explodes=explodes)
    return Question("red_1", "attack", "blue_1", dice, "", means, kind, [], "Vega (red_1)", "blue_1 the ganger")
