"""SS-M4 to SS-M7: what running does to attacks and defense."""

import pytest

from fireteam.env.battle import Battle
from fireteam.systems.swan_song.rules.tables import AILMENTS
from tabletop import *


def runner(enemy: tuple[int, int], **changes: object) -> Battle:
    """Return a battle in which red_1 stands at (5, 2), and blue_1 somewhere."""
    return table([unit((5, 2), **changes)], [target(enemy)])


@pytest.mark.rule("SS-M4")
@pytest.mark.parametrize(
    ("red", "enemy", "action", "purpose"),
    [
        ({"weapons": ["light_pistol"]}, (9, 2), "shoot blue_1", "attack"),
        ({"weapons": ["knife"]}, (6, 2), "strike blue_1", "attack"),
        ({"weapons": []}, (6, 2), "punch blue_1", "attack"),
        ({"weapons": ["light_pistol"]}, (9, 2), "suppress_line blue_1", "suppressive fire"),
        ({"weapons": ["light_pistol"]}, (9, 2), "evade", "evade interception"),
    ],
)
def test_running_costs_two_dice_on_own_actions(red: dict, enemy: tuple[int, int], action: str, purpose: str) -> None:
    """Every test of the runner's own phase loses two dice, though it has not moved a metre."""
    battle = runner(enemy, **red)
    play(battle, "run")
    rolled = roll(quietly(battle, action), purpose)
    assert terms(rolled)["running"] == -2
    assert pool(rolled) == 3 - 1 - 2  # an attribute of 3, defaulting, running


@pytest.mark.rule("SS-M4")
def test_the_sprint_itself_loses_nothing() -> None:
    """Strength 3, no Running: two dice, and no more taken away."""
    battle = runner((30, 2))
    play(battle, "run")
    assert terms(roll(play(battle, "sprint", "22"), "sprint")) == {"Strength": 3, "defaulting": -1}


@pytest.mark.rule("SS-M5")
def test_running_into_melee_gives_four_dice() -> None:
    """Three steps at a run towards blue, then a blow: -2 and +4."""
    battle = runner((9, 2), weapons=["knife"], skills={"blades": 3})
    play(battle, "run")
    steps(battle, "east", "east", "east")
    attack = roll(quietly(battle, "strike blue_1"), "attack")
    assert terms(attack) == {"Agility": 3, "Blades": 3, "running": -2, "charging into melee": 4}


@pytest.mark.rule("SS-M5")
@pytest.mark.parametrize("gait", ["walks up", "runs on the spot", "runs past"])
def test_only_who_runs_into_melee_has_the_four_dice(gait: str) -> None:
    """Not at a walk, not without a step, not when the last step led past the enemy."""
    enemy = (8, 2) if gait == "walks up" else (6, 2)
    battle = runner(enemy, weapons=["knife"], skills={"blades": 3})
    play(battle, "walk" if gait == "walks up" else "run")
    steps(battle, *{"walks up": ["east", "east"], "runs on the spot": [], "runs past": ["northeast"]}[gait])
    assert "charging into melee" not in terms(roll(quietly(battle, "strike blue_1"), "attack"))


@pytest.mark.rule("SS-M6")
@pytest.mark.rule("SS-M7")
@pytest.mark.parametrize(
    ("pace", "attack", "defense"),
    [
        ("still", {}, {}),
        ("run", {"target runs": -2}, {"on the run": 2}),
        ("sprint", {"target sprints": -4}, {"on the run": 2}),
    ],
)
def test_shots_at_runners_and_their_defense(pace: str, attack: dict, defense: dict) -> None:
    """A shot loses two dice at a runner and four at a sprinter; both defend with two more."""
    battle = table([target((5, 2), skills={"running": 1})], [unit((9, 2), weapons=["light_pistol"], skills={"pistols": 3})])
    if pace != "still":
        play(battle, "run")
    if pace == "sprint":
        play(battle, "sprint", "2222")
    play(battle, "end")
    events = quietly(battle, "shoot red_1")
    assert terms(roll(events, "attack")) == {"Agility": 3, "Pistols": 3, **attack}
    assert terms(roll(events, "defense")) == {"Reaction": 3, "Intuition": 3, **defense}


@pytest.mark.rule("SS-M6")
def test_by_the_option_a_shot_at_a_sprinter_loses_the_dice_of_a_run_besides() -> None:
    """Source, Running Modifiers: shots at a sprinter also suffer four dice. By the other reading that is six in all."""
    battle = table(
        [target((5, 2), skills={"running": 1})],
        [unit((9, 2), weapons=["light_pistol"], skills={"pistols": 3})],
        options={"sprinting_target": "six"},
    )
    play(battle, "run")
    play(battle, "sprint", "2222")
    play(battle, "end")
    attack = terms(roll(quietly(battle, "shoot red_1"), "attack"))
    assert attack == {"Agility": 3, "Pistols": 3, "target runs": -2, "target sprints": -4}


@pytest.mark.rule("SS-M7")
def test_a_runner_defends_against_blows_with_two_dice_more_too() -> None:
    """The bonus is not only against shots; a blow at a runner loses nothing."""
    battle = table([target((5, 2))], [unit((6, 2), weapons=["knife"], skills={"blades": 3})])
    take(battle, "run", "end")
    events = quietly(battle, "strike red_1")
    assert terms(roll(events, "attack")) == {"Agility": 3, "Blades": 3}
    assert terms(roll(events, "defense")) == {"Reaction": 3, "Intuition": 3, "on the run": 2}


@pytest.mark.rule("SS-M4")
@pytest.mark.parametrize(("action", "purpose"), [("remedy", "remedy"), ("observe", "detailed observation")])
def test_running_costs_two_dice_on_every_action(action: str, purpose: str) -> None:
    """Source, combat page, Running Modifiers: on all actions performed while running, so these two as well."""
    battle = table(
        [unit((5, 2), attributes={"body": 4, "intuition": 4}), unit((1, 1))],
        [target((30, 2))],
        dice=order(6, 1, 1),
        fog=True,
    )
    red = battle.unit("red_1")
    red["ailing"], red["ailments"][AILMENTS.index("slowed")] = 1 << AILMENTS.index("slowed"), 5
    play(battle, "run")
    rolled = roll(quietly(battle, action), purpose)
    assert terms(rolled)["running"] == -2


@pytest.mark.rule("SS-M5")
@pytest.mark.parametrize("name", ["blue_1", "blue_2"])
def test_every_enemy_that_one_runs_at_is_run_into(name: str) -> None:
    """Source, Running Modifiers: +4 when running into melee. Two stand equally near: the roster does not choose."""
    battle = table(
        [unit((5, 2), weapons=["knife"], skills={"blades": 3})], [target((8, 1)), target((8, 3))], dice=order(6, 1, 1)
    )
    play(battle, "run")
    steps(battle, "east", "east")
    assert terms(roll(quietly(battle, f"strike {name}"), "attack"))["charging into melee"] == 4
