"""SS-H4: who lies unconscious as a target, by the option `unconscious` (source, combat page, Types of Injury)."""

import pytest

from fireteam.agents.bots import load_bot
from fireteam.env.battle import Battle
from tabletop import *

FIELD = "\n".join(["." * 30] * 3)


def beside_the_fallen(fallen: str, weapon: str = "light_pistol", at: int = 5, **blue: int) -> Battle:
    """Return a battle in which blue_1 lies unconscious at no Flesh, Body 3, and blue_2 stands far off."""
    battle = table(
        [unit((4, 1), weapons=[weapon], skills={"pistols": 3, "blades": 3, "throwing": 3})],
        [target((at, 1)), target((25, 1))],
        FIELD,
        order(6, 1, 1),
        options={"unconscious": fallen},
    )
    lying = battle.unit("blue_1")
    lying["status"], lying["flesh"], lying["prone"] = 2, 0, 1
    for name, value in blue.items():
        lying[name] = value
    play(battle, "walk")
    return battle


@pytest.mark.rule("SS-H4")
@pytest.mark.parametrize(
    ("weapon", "attacks"),
    [
        ("light_pistol", {"shoot blue_1", "aim blue_1", "strike blue_1", "punch blue_1"}),
        ("knife", {"strike blue_1", "punch blue_1"}),
        ("fragmentation_grenade", {"throw blue_1", "punch blue_1"}),
    ],
)
def test_the_fallen_are_attacked_only_where_the_option_says_so(weapon: str, attacks: set[str]) -> None:
    """Spared by default; else as any enemy in reach, but for a charge, which ends with an enemy on its feet."""
    spared = {words for words in choices(beside_the_fallen("spared", weapon)) if words.endswith("blue_1")}
    assert spared == {"lift_enemy blue_1"}
    assert {words for words in choices(beside_the_fallen("targets", weapon)) if words.endswith("blue_1")} >= attacks
    assert "charge blue_1" not in choices(beside_the_fallen("targets", weapon, at=8))


@pytest.mark.rule("SS-H4")
@pytest.mark.rule("SS-H6")
def test_who_lies_unconscious_has_no_defense_and_can_be_killed() -> None:
    """Three hits and a pistol's 6 make 9, of which Body 3 soaks with a die: overflow beyond Body kills. Nobody is asked."""
    events = play(beside_the_fallen("targets"), "shoot blue_1", "555222 2")
    assert terms(roll(events, "defense")) == {}
    assert only(events, "damage").numbers["damage"] == 9
    assert "dead" in kinds_of(events)


@pytest.mark.rule("SS-F5")
@pytest.mark.rule("SS-B1")
def test_the_fallen_have_the_cover_of_the_prone() -> None:
    """Prone at twenty metres is good cover, for whoever has no other defense too. Without a hit the attack misses."""
    battle = beside_the_fallen("targets", at=24)
    events = quietly(battle, "shoot blue_1")
    assert terms(roll(events, "defense")) == {"cover": 4}
    assert "miss" in kinds_of(events)


@pytest.mark.parametrize("weapon", ["light_pistol", "knife", "fragmentation_grenade"])
@pytest.mark.parametrize("bot", ["charger", "guard", "marksman", "suppressor", "tactician"])
def test_bots_spare_the_fallen(bot: str, weapon: str) -> None:
    """They fight who can fight, whatever is open."""
    battle = beside_the_fallen("targets", weapon)
    chosen = load_bot(bot, 1).decide(battle)
    assert not battle.words(chosen).endswith("blue_1")
