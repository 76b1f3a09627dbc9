"""SS-R10: smoke that dims shots through it, gas that is breathed, and how both fade."""

import pytest

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from tabletop import *

OPEN = "\n".join(["." * 40] * 9)


def field(weapon: str = "smoke_grenade", blue: tuple[int, int] = (12, 4), **options: object) -> Battle:
    """Return a battle of a thrower with a pistol in its belt against a target ten metres away."""
    red = unit((2, 4), weapons=[weapon, "light_pistol"], skills={"throwing": 3, "pistols": 3})
    return table([red], [target(blue, attributes={"strength": 9})], OPEN, order(6, 1), **options)  # type: ignore[arg-type]


def smoke(events: list[Event]) -> int:
    """Return the modifier of smoke in the one attack among some events."""
    return terms(roll(events, "attack")).get("smoke", 0)


@pytest.mark.rule("SS-R10")
def test_a_cloud_of_smoke_dims_every_shot_through_it() -> None:
    """Three metres around where it lands: four of its tiles lie on the line to its middle, more than two count -6."""
    battle = field()
    events = play(battle, "throw blue_1", "555222")
    assert only(events, "cloud").numbers == {"weapon": "smoke_grenade", "rounds": 3}
    assert only(events, "cloud").at == (12, 4)
    assert battle.record[0]["clouds"] == 1
    play(battle, "switch light_pistol")
    next_phase(battle, "red_1")
    assert smoke(quietly(battle, "shoot blue_1")) == -6


@pytest.mark.rule("SS-R10")
@pytest.mark.parametrize(("x", "dice"), [(8, 0), (9, -1), (10, -3), (11, -6)])
def test_every_tile_of_smoke_on_the_line_counts(x: int, dice: int) -> None:
    """The cloud hangs from column 9 to 15: a target at its rim is behind one tile of smoke, then two, then three."""
    battle = field(blue=(x, 4))
    battle.record[0]["effects"][2]["kind"] = 3
    battle.record[0]["effects"][2]["x"], battle.record[0]["effects"][2]["y"] = 12, 4
    weapons = battle.field.catalog.weapons
    battle.record[0]["effects"][2]["weapon"] = list(weapons).index("smoke_grenade")
    battle.record[0]["effects"][2]["radius"] = weapons["smoke_grenade"].blast
    battle.record[0]["effects"][2]["round_number"] = 9
    battle.record[0]["live"] = battle.record[0]["clouds"] = 1
    play(battle, "switch light_pistol")
    assert smoke(quietly(battle, "shoot blue_1")) == dice


@pytest.mark.rule("SS-R10")
def test_a_cloud_fades_when_its_rounds_are_over() -> None:
    """Smoke of the first round hangs in that and two more, and is gone when the fourth begins."""
    battle = field()
    play(battle, "throw blue_1", "555222")
    for round_number in (2, 3, 4):
        while battle.round < round_number:
            events = end(battle, quiet=True)
        assert ("cloud_fades" in kinds_of(events)) == (round_number == 4)
        assert battle.record[0]["clouds"] == battle.record[0]["live"] == (0 if round_number == 4 else 1)


@pytest.mark.rule("SS-C3")
def test_gas_is_breathed_at_the_beginning_of_a_phase() -> None:
    """Body + Willpower with two hits resists; with less it does what its contact says: tear gas.

    It blinds, and two more tests of Body + Willpower are for nausea and two points of Strain.
    """
    for dice, resists in (("552222", True), ("522222 222222 222222", False)):
        battle = field("gas_grenade")
        play(battle, "throw blue_1", "555222")
        events = end(battle, dice)
        test = next(event for event in events if event.numbers.get("purpose") == "resist an effect")
        assert terms(test) == {"Body": 3, "Willpower": 3}
        assert battle.decision is not None
        assert battle.decision.unit == "blue_1"
        assert (battle.unit("blue_1")["strain"] == 2) != resists
        ailments = {event.numbers["ailment"] for event in events if event.kind == "ails"}
        assert ailments == (set() if resists else {"blinded", "nauseous"})


@pytest.mark.rule("SS-C3")
def test_gas_reaches_who_is_within_it_only() -> None:
    """Four metres from its middle the air is clear."""
    battle = field("gas_grenade")
    play(battle, "throw blue_1", "555222")
    battle.unit("blue_1")["x"] = 16
    end(battle)
    pass_until(battle, "red_1")
    assert battle.unit("blue_1")["strain"] == 0


@pytest.mark.rule("SS-C3")
def test_who_passes_out_in_gas_has_no_phase() -> None:
    """With one point left to its threshold blue falls, and as it was the last of its team the battle ends."""
    battle = field("gas_grenade")
    play(battle, "throw blue_1", "555222")
    battle.unit("blue_1")["strain"] = 9
    events = end(battle, quiet=True)
    assert "unconscious" in kinds_of(events)
    assert battle.winner == "red"
