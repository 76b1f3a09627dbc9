"""No bot sprints itself unconscious, in any scenario."""

import pytest

from fireteam.agents.bots import load_bot
from fireteam.env.battle import Battle
from fireteam.env.scenario.reading import load_scenario, scenario_names
from fireteam.systems.swan_song.words.verbs import SPRINT
from tabletop import *

BATTLES = 2


def breathless() -> Battle:
    """Return a battle in which red_1 has run, and one more sprint would fill its Strain."""
    battle = table([unit((1, 1), strain=4)], [target((38, 3))])
    battle.step("run")
    battle.record[0]["units"][0]["strain"] = 3
    battle.record[0]["units"][0]["ap"] = 3
    battle.step("walk")
    assert "sprint" in {battle.words(action) for action in battle.legal()}
    return battle


def test_random_play_ends_its_phase_instead() -> None:
    """What would fell it is never what it draws."""
    battle = breathless()
    drawn = {battle.words(load_bot("random", seed).decide(battle)) for seed in range(200)}
    assert "end" in drawn
    assert len(drawn) > 3
    assert "sprint" not in drawn


@pytest.mark.parametrize("scenario", scenario_names())
@pytest.mark.parametrize("name", ["random", "tactician", "charger"])
def test_whole_battles(scenario: str, name: str) -> None:
    """A unit that sprints is still up when it has: nobody falls of its own sprint."""
    loaded = load_scenario(scenario)
    for seed in range(BATTLES):
        battle = Battle(loaded, seed)
        bot = load_bot(name, seed)
        while not battle.over:
            action = bot.decide(battle)
            events = battle.step(action)
            if action.verb == SPRINT:
                assert not [event for event in events if event.kind == "unconscious"]
