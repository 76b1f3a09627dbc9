"""LD-G5: feints, who takes them for attacks, and what they look like to whom they fool."""

from typing import Any

import numpy as np
import pytest
from laddertable import *

from fireteam.env.battle import Battle
from fireteam.env.observe.actions import layout
from fireteam.env.observe.observation import observation_size
from fireteam.env.rules import kernel
from fireteam.env.seats.bots import look

NUMBERING = layout(8, 8, "ladder")
RED, BLUE, GREEN = range(3)


def facing(red: dict[str, Any] | None = None, blue: dict[str, Any] | None = None, **options: Any) -> Battle:
    """Return red_1, who declares first, beside blue_1."""
    one = {"skills": {"discipline": -1}} | (red or {})
    return table([fighter((1, 1), **one)], [fighter((2, 1), **(blue or {}))], stalemate=20, **options)


def feigned(battle: Battle, *results: int, said: str = "feint blue_1") -> list[Any]:
    """Let red_1 declare, with the rolls of its feints; return what was told."""
    return turn(battle, {"red_1": said}, *results, until="blue_1")


def seen_by(battle: Battle, who: int) -> bytes:
    """Return the observation and the mask of a unit."""
    observation = np.full(observation_size(8, 8, "ladder"), 9.0, np.float32)
    mask = np.full(int(NUMBERING[0]["size"]), 9, np.int8)
    look(*battle.arrays, kernel.plain(NUMBERING), who, observation, mask)
    return observation.tobytes() + mask.tobytes()


@pytest.mark.rule("LD-G5")
@pytest.mark.parametrize(("feint", "insight", "fools"), [(1, 0, True), (0, 0, False), (2, 3, False), (-1, -2, True)])
def test_a_feint_is_an_opposed_check(feint: int, insight: int, fools: bool) -> None:
    """If it is successful the target believes that it is attacked."""
    battle = facing()
    events = feigned(battle, feint, insight)
    assert rolls(events) == [("red_1", "feint", feint), ("blue_1", "insight", insight)]
    assert ("fooled" in kinds_of(events)) == fools
    assert planned(battle.as_known(BLUE), "red_1") == ["punch blue_1" if fools else "feint blue_1"]


@pytest.mark.rule("LD-G5")
@pytest.mark.parametrize(("melee", "unarmed", "uses"), [(2, 1, {"Melee": 2}), (1, 3, {"Unarmed": 3})])
def test_either_side_uses_melee_or_unarmed(melee: int, unarmed: int, uses: dict[str, int]) -> None:
    """An opposed Melee or Unarmed Combat check: the better of the two on either side, and no Physique."""
    skills = {"melee": melee, "unarmed": unarmed, "physique": 4}
    for side in ("red", "blue"):
        battle = facing(**{side: {"skills": {"discipline": -1} | skills if side == "red" else skills}})
        events = feigned(battle, 0, 0)
        assert made_of(roll(events, "feint" if side == "red" else "insight")) == uses


@pytest.mark.rule("LD-G5", "LD-A1")
def test_several_actions_count_for_the_feinter_alone() -> None:
    """A feint and a blow: -2 on either; blue, with two actions of its own declared before, has nothing off its roll."""
    battle = facing({"skills": {"discipline": 4}}, {"skills": {"discipline": -1}})
    plans = {"blue_1": "punch red_1, dodge_attacks red_1", "red_1": "feint blue_1, punch blue_1"}
    events = turn(battle, plans, 3, 0, 0, 0, 0)
    assert made_of(roll(events, "feint")) == {"several actions": -2}
    assert made_of(roll(events, "insight")) == {}
    assert {rolled[2] for rolled in rolls(events) if rolled[1] == "attack"} == {-2}


@pytest.mark.rule("LD-G5", "LD-A1")
def test_a_feint_alone_is_one_action() -> None:
    """No penalty."""
    assert made_of(roll(feigned(facing(), 0, 0), "feint")) == {}


@pytest.mark.rule("LD-G5")
def test_it_needs_a_target_within_five_feet() -> None:
    """The next tile, diagonals too; two tiles off there is none, whatever the reach of the weapon."""
    for at, open_ in (((2, 1), True), ((2, 2), True), ((3, 1), False)):
        battle = table([fighter((1, 1), weapons=["halberd"], skills={"discipline": -1})], [fighter(at)])
        assert ("feint blue_1" in choices(battle)) == open_


@pytest.mark.rule("LD-G5")
def test_several_feints_and_several_targets() -> None:
    """It is possible to feint more than once, and against multiple targets: three feints, three rolls at -3."""
    battle = table(
        [fighter((1, 1), skills={"discipline": -1})], [fighter((2, 1)), fighter((1, 2), skills={"discipline": 4})]
    )
    said = "feint blue_1, feint blue_2, feint blue_1"
    events = turn(battle, {"red_1": said}, 0, 0, 4, 0, 4, 0, until="blue_1")
    assert [made_of(event) for event in events if event.numbers.get("purpose") == "feint"] == [{"several actions": -3}] * 3
    assert kinds(events, "fooled") == [("fooled", "red_1", "blue_2"), ("fooled", "red_1", "blue_1")]


@pytest.mark.rule("LD-G5")
@pytest.mark.parametrize(("weapons", "verb"), [(["knife"], "strike"), ([], "punch")])
def test_the_fooled_cannot_tell_it_from_an_attack(weapons: list[str], verb: str) -> None:
    """Observation and mask of blue are those that it has before a real blow with what is in hand, to the byte."""
    fooled, real, seen_through = (facing({"weapons": weapons, "skills": {"discipline": -1}}) for _ in range(3))
    feigned(fooled, 1, 0)
    feigned(real, said=f"{verb} blue_1")
    feigned(seen_through, 0, 0)
    for battle in (fooled, real, seen_through):
        assert decider(battle) == ("declare", "blue_1")
    assert seen_by(fooled, 1) == seen_by(real, 1)
    assert seen_by(seen_through, 1) != seen_by(real, 1)
    assert seen_by(fooled, 0) != seen_by(real, 0)  # red knows what it does
    assert fooled.as_known(BLUE).record[0]["units"].tobytes() == real.as_known(BLUE).record[0]["units"].tobytes()
    assert planned(fooled.as_known(BLUE), "red_1") == [f"{verb} blue_1"]
    assert planned(fooled.as_known(RED), "red_1") == ["feint blue_1"]


@pytest.mark.rule("LD-G5")
def test_the_fooled_are_told_of_an_attack() -> None:
    """Of what happens blue hears the same as before a real blow; neither the rolls nor that it is fooled."""
    heard = []
    for said, dice in (("feint blue_1", (1, 0)), ("punch blue_1", ())):
        events = feigned(facing(), *dice, said=said)
        heard.append([(event.kind, event.actor, event.target, event.numbers) for event in events if "blue" in event.seen_by])
    assert heard[0] == heard[1]
    assert ("declares", "red_1", "blue_1", {"verb": "punch", "penalty": 0}) in heard[0]


@pytest.mark.rule("LD-G5")
def test_only_one_person_believes_it() -> None:
    """It causes one person to believe: another side, which sees them, is told of a feint."""
    teams = [{"name": name, "units": [fighter(at)]} for name, at in (("blue", (2, 1)), ("green", (5, 1)))]
    battle = facing()
    scenario = battle.field.scenario.model_dump(exclude_unset=True)
    scenario["teams"] = [scenario["teams"][0], *teams]
    battle = Battle(type(battle.field.scenario).model_validate(scenario), 1, dice=[2] * 12)
    assert decider(battle) == ("declare", "red_1")
    events = turn(battle, {"red_1": "feint blue_1"}, 1, 0, until="blue_1")
    assert planned(battle.as_known(BLUE), "red_1") == ["punch blue_1"]
    assert planned(battle.as_known(GREEN), "red_1") == ["feint blue_1"]
    told_to = {str(event.numbers["verb"]): event.seen_by for event in events if event.kind == "declares"}
    assert told_to == {"feint": ["red", "green"], "punch": ["blue"]}


@pytest.mark.rule("LD-G5")
def test_no_attack_comes_of_it() -> None:
    """The fooled dodges for nothing; as red's turn comes everybody sees that it was none."""
    battle = facing()
    events = turn(battle, {"red_1": "feint blue_1", "blue_1": "dodge_attacks red_1"}, 1, 0)
    assert kinds(events, "attack", "reply", "feinted") == [("feinted", "red_1", "blue_1")]
    assert battle.record[0]["shams"] == 0


@pytest.mark.rule("LD-G5")
def test_a_feint_of_who_falls_is_over() -> None:
    """Blue is quicker and puts red out: no feint is left behind."""
    battle = table([fighter((1, 1), skills={"discipline": -1}), fighter((8, 1))], [fighter((2, 1))])
    battle.unit("red_1")["level"] = 5
    events = turn(battle, {"red_1": "feint blue_1", "blue_1": "punch red_1"}, 4, 0, 1)
    assert "unconscious" in kinds_of(events)
    assert battle.record[0]["shams"] == 0
    play(battle, "end")


@pytest.mark.rule("LD-G5")
@pytest.mark.parametrize(
    ("weapons", "said", "looks"),
    [
        (["light_pistol", "sword"], "switch sword, feint blue_1", ["switch", "strike blue_1"]),
        (["sword", "light_pistol"], "switch light_pistol, feint blue_1", ["switch", "punch blue_1"]),
        (["sword", "light_pistol"], "feint blue_1, switch light_pistol", ["strike blue_1", "switch"]),
    ],
)
def test_a_feint_looks_like_the_attack_that_would_come_then(weapons: list[str], said: str, looks: list[str]) -> None:
    """Believing that you are attacked: by what the plan has in hand by then, as with a blow that is meant."""
    battle = facing({"weapons": weapons, "skills": {"discipline": -1}})
    events = feigned(battle, 1, 0, said=said)
    assert planned(battle.as_known(BLUE), "red_1") == looks
    heard = [str(event.numbers["verb"]) for event in events if event.kind == "declares" and "blue" in event.seen_by]
    assert heard == [words.split()[0] for words in looks]
