"""SS-A4 and SS-T5: stimulants, the items that are used for themselves."""

from typing import Any

import pytest

from fireteam.env.battle import Battle
from fireteam.env.rules.record import DOWN
from fireteam.systems.swan_song.rules.tables import AILMENTS, STIMULATED
from tabletop import *


def runner(items: dict[str, int] | None = None, **changes: Any) -> Battle:
    """Return red with items of its own, and blue far off; red acts first."""
    return table(
        [unit((1, 1), items={"stimulant": 2} if items is None else items, **changes)],
        [target((30, 4))],
        rounds=40,
        stalemate=40,
    )


@pytest.mark.rule("SS-A4", "SS-T5")
def test_a_stimulant_gives_an_initiative_die_at_once() -> None:
    """A point, a stimulant of two, and a die more: rolled now and in the rounds to come."""
    battle = runner()
    before = int(battle.unit("red_1")["score"])
    events = play(battle, "use_item stimulant", "4")
    user = battle.unit("red_1")
    assert (user["score"] - before, user["ap"], user["items"][0]) == (4, 2, 1)
    assert only(events, "item_used").numbers == {"item": "stimulant", "left": 1}
    assert user["ailments"][STIMULATED] == 3
    number = battle.record[0]["round_number"]
    while battle.record[0]["round_number"] == number:
        events = quietly(battle, "end")
    rolls = [event for event in events if event.actor == "red_1" and event.numbers.get("purpose") == "initiative"]
    assert len(rolls[0].dice) == 2


@pytest.mark.rule("SS-A4")
def test_one_stimulant_at_a_time() -> None:
    """While it works another is not open; medkits and toolkits are not used by themselves."""
    battle = runner()
    quietly(battle, "use_item stimulant")
    assert "use_item" not in verbs(battle)
    assert "use_item" not in verbs(runner({"medkit": 1, "toolkit": 1}))
    assert "use_item stimulant" in choices(runner({"medkit": 1, "stimulant": 1}))
    assert "use_item" not in verbs(runner({}))


@pytest.mark.rule("SS-A4", "SS-T5", "SS-H4")
def test_it_wears_off_after_its_rounds() -> None:
    """After three rounds the die goes, two Strain come, and the next can be taken."""
    battle = runner()
    quietly(battle, "use_item stimulant")
    user = battle.unit("red_1")
    for number, strain in ((2, 0), (3, 0), (4, 2)):
        while battle.record[0]["round_number"] < number:
            next_phase(battle, "red_1")
        assert user["strain"] == strain
    assert (user["ailing"], user["extra_dice"]) == (0, 0)
    assert "use_item stimulant" in choices(battle)
    quietly(battle, "use_item stimulant")
    assert "use_item" not in verbs(battle)
    assert user["items"][0] == 0


@pytest.mark.rule("SS-A4")
def test_what_comes_after_can_be_too_much() -> None:
    """At the edge of its Strain it passes out when the stimulant wears off, and the battle is lost."""
    battle = runner(strain=3)
    quietly(battle, "use_item stimulant")
    user = battle.unit("red_1")
    user["strain"] = 1
    user["ailments"][AILMENTS.index("stimulated")] = 1
    while battle.decision is not None and battle.record[0]["round_number"] == 1:
        events = quietly(battle, "end")
    assert user["status"] == DOWN
    assert kinds_of(events)[-1] == "over"


@pytest.mark.rule("SS-A4", "SS-U8")
def test_remedy_does_not_drive_a_stimulant_out() -> None:
    """It is nothing to be shaken off."""
    battle = runner()
    quietly(battle, "use_item stimulant")
    assert "remedy" not in verbs(battle)


@pytest.mark.rule("SS-A4")
def test_of_two_kinds_the_one_taken_counts() -> None:
    """House rules may know a stronger one: its dice go and its Strain comes."""
    battle = table(
        [unit((1, 1), items={"stimulant": 1, "hammer": 1})],
        [target((30, 4))],
        dice=order(6, 1),
        catalog={
            "items": {
                "hammer": {
                    "words": "hammer",
                    "kind": "stimulant",
                    "spent": True,
                    "initiative_dice": 3,
                    "lasts": 1,
                    "strain": 5,
                }
            }
        },
    )
    play(battle, "use_item hammer", "123")
    user = battle.unit("red_1")
    assert user["extra_dice"] == 3
    while battle.record[0]["round_number"] == 1:
        quietly(battle, "end")
    assert (user["extra_dice"], user["strain"]) == (0, 5)
    pass_until(battle, "red_1")


def shielded(shield: int, cells: int = 2, **changes: Any) -> Battle:
    """Return red with so much left of a shield of six, and energy cells; blue far off."""
    battle = runner({"energy_cell": cells}, shield=6, **changes)
    battle.unit("red_1")["shield"] = shield
    quietly(battle, "drop_prone")
    return battle


@pytest.mark.rule("SS-H2")
@pytest.mark.parametrize("left", [0, 4])
def test_an_energy_cell_charges_a_shield_at_once(left: int) -> None:
    """Source, combat page, Health Damage: certain energy sources recharge shields instantly; it takes a point."""
    battle = shielded(left)
    events = play(battle, "use_item energy_cell")
    user = battle.unit("red_1")
    assert (user["shield"], user["items"][0], user["ap"], user["ailing"]) == (6, 1, 2, 0)
    assert only(events, "healed").numbers == {"points": 6 - left, "pool": "shield"}
    assert "use_item" not in verbs(battle)  # it is full


@pytest.mark.rule("SS-H2")
def test_a_cell_gives_no_shield_to_those_without() -> None:
    """Nor anything to a full one, nor when the cells are used up."""
    assert "use_item" not in verbs(runner({"energy_cell": 1}))
    assert "use_item" not in verbs(shielded(6))
    battle = shielded(1, cells=1)
    play(battle, "use_item energy_cell")
    battle.unit("red_1")["shield"] = 0
    quietly(battle, "stand_up")
    assert "use_item" not in verbs(battle)


@pytest.mark.rule("SS-H2")
def test_a_cell_works_beside_a_stimulant() -> None:
    """One works on the body, the other on the shield."""
    battle = runner({"energy_cell": 1, "stimulant": 2}, shield=6)
    battle.unit("red_1")["shield"] = 3
    quietly(battle, "use_item stimulant")
    assert {words for words in choices(battle) if words.startswith("use_item")} == {"use_item energy_cell"}
