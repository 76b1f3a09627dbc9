"""The assumptions of a forecast about people: `rules.toml`."""

from functools import cache
from importlib import resources
from pathlib import Path

from fireteam.content.reading import Strict, read_toml, validated

AVERAGE = "average"


class StyleRule(Strict):
    """A style of play: the bot that plays it, and its description."""

    bot: str
    says: str


class PaceRule(Strict):
    """Seconds that something takes at the table, and why."""

    seconds: float
    why: str


class Paces(Strict):
    """What takes time at the table."""

    round: PaceRule
    hero_phase: PaceRule
    hero_answer: PaceRule
    enemy_phase: PaceRule
    enemy_answer: PaceRule
    attack: PaceRule
    fall: PaceRule


class Rules(Strict):
    """The whole file."""

    styles: dict[str, StyleRule]
    minutes: Paces


@cache
def rules() -> Rules:
    """Return the assumptions of a forecast."""
    path = Path(str(resources.files(__package__))) / "rules.toml"
    return validated(Rules, read_toml(path), path)
