"""SS-X3: fight for your life."""

from typing import Any

import pytest

from fireteam.env.battle import Battle
from fireteam.env.rules.record import DEAD, DOWN, UP
from fireteam.systems.swan_song.rules import clauses
from tabletop import *

MISSED = "222222"


def fell(battle: Battle, name: str) -> None:
    """Mark a unit as one that is about to fall, its Flesh gone, as several are at once by an explosion."""
    battle.unit(name)["flesh"], battle.unit(name)["falling"] = 0, 1
    battle.record[0]["falling"] += 1


def shot_down(again: bool = False, **blue: Any) -> Battle:
    """Return a battle in which red_1 has shot blue_1, Flesh 10, with damage 6 and 4 net hits; red_2 may shoot next."""
    red = [unit((1, 1), weapons=["light_pistol"], skills={"pistols": 3})]
    red += [unit((1, 3), weapons=["light_pistol"], skills={"pistols": 3})] if again else []
    made = unit((5, 1), **{"orders": {"defend": "never"}, **blue})
    battle = table(red, [made], dice=[6, 1, 5, 1, 1, 1] if again else [6, 1, 1, 1])
    if blue.get("orders", {}).get("karma") == "never" or not blue.get("karma"):
        play(battle, "shoot blue_1", f"555522 {MISSED} 2")
    else:
        play(battle, "shoot blue_1", f"555522 {MISSED}")
        play(battle, "pass", "2")
    return battle


def fighting_on(**blue: Any) -> Battle:
    """Return a battle in the phase of blue_1, which a gel round has brought to its Strain threshold and which fights on."""
    red = unit((1, 1), weapons=["riot_pistol"], skills={"pistols": 3}, orders={"defend": "never"})
    battle = table([red], [unit((5, 1), **{"karma": 1, "orders": {"defend": "never"}, **blue})])
    battle.unit("blue_1")["strain"] = 9
    battle.dictate([5] + [2] * 60)
    battle.step("shoot blue_1")
    spare_karma(battle)
    is_asked(battle, "blue_1")
    play(battle, "fight_for_life")
    one = battle.unit("blue_1")
    one["flesh"], one["prone"] = sheet(battle, "blue_1")["flesh"], 0
    quietly(battle, "end")
    assert decider(battle) == ("act", "blue_1")
    return battle


def spare_karma(battle: Battle) -> None:
    """Let a defender that could roll its misses again leave it at that."""
    if decider(battle)[0] == "karma":
        quietly(battle, "pass")


def end_round(battle: Battle) -> list[str]:
    """Let everybody end until the round is over; return what happened."""
    kinds: list[str] = []
    current = battle.round
    while not battle.over and battle.round == current:
        kinds += kinds_of(quietly(battle, "end"))
    return kinds


def is_asked(battle: Battle, name: str) -> None:
    """Assert that a unit is asked for its last stand."""
    assert decider(battle) == ("last_stand", name)
    assert choices(battle) == {"pass", "fight_for_life"}


@pytest.mark.rule("SS-X3")
def test_who_is_about_to_fall_is_asked_and_may_fall() -> None:
    """It is still up, injured as whoever comes down to no Flesh; it passes, is unconscious, and the battle is over."""
    battle = shot_down(karma=1)
    is_asked(battle, "blue_1")
    assert battle.decision is not None
    assert battle.decision.opponent == "red_1"
    assert (battle.unit("blue_1")["flesh"], battle.unit("blue_1")["status"]) == (0, UP)
    injuries = int(battle.unit("blue_1")["injuries"])
    assert injuries > 0
    events = play(battle, "pass")
    assert (only(events, "unconscious").actor, only(events, "unconscious").target) == ("red_1", "blue_1")
    assert battle.unit("blue_1")["injuries"] == injuries
    assert (battle.unit("blue_1")["status"], battle.unit("blue_1")["karma"]) == (DOWN, 1)
    assert battle.winner == "red"


@pytest.mark.rule("SS-X3")
@pytest.mark.parametrize("changes", [{"karma": 0}, {"karma": 1, "orders": {"defend": "never", "karma": "never"}}])
def test_without_karma_or_by_orders_it_falls_at_once(changes: dict[str, Any]) -> None:
    """Nobody is asked."""
    battle = shot_down(**changes)
    assert battle.unit("blue_1")["status"] == DOWN
    assert battle.winner == "red"


@pytest.mark.rule("SS-X3")
def test_it_fights_on_until_the_round_is_over() -> None:
    """A point of karma: it stays up and has its phase; at the end of the round it falls and is not asked again."""
    battle = shot_down(karma=2)
    events = play(battle, "fight_for_life")
    assert only(events, "karma_spent").numbers == {"verb": "fight_for_life", "left": 1}
    assert only(events, "last_stand").actor == "blue_1"
    assert battle.log[0]["used"][clauses.LAST_STAND] > 0
    assert battle.unit("blue_1")["status"] == UP
    assert decider(battle) == ("act", "red_1")
    quietly(battle, "end")
    assert decider(battle) == ("act", "blue_1")
    kinds = end_round(battle)
    assert "unconscious" in kinds
    assert "critical_injury" not in kinds  # that came when its Flesh was gone
    assert battle.unit("blue_1")["status"] == DOWN
    assert battle.winner == "red"


@pytest.mark.rule("SS-X3")
@pytest.mark.parametrize(("score", "now", "points"), [(0, 1, 3), (-4, 1, 3), (5, 5, 2)])
def test_who_had_no_phase_left_has_one_more(score: int, now: int, points: int) -> None:
    """A score of 0 or below becomes 1, with points for a phase of this pass; a higher one stays."""
    battle = shot_down(karma=1)
    battle.unit("blue_1")["score"] = score
    battle.unit("blue_1")["ap"] = 2 if score > 0 else 0
    play(battle, "fight_for_life")
    assert (battle.unit("blue_1")["score"], battle.unit("blue_1")["ap"]) == (now, points)
    quietly(battle, "end")
    assert decider(battle) == ("act", "blue_1")
    assert battle.record[0]["pass_number"] == 1
    end_round(battle)
    assert battle.over


@pytest.mark.rule("SS-X3", "SS-T4")
@pytest.mark.parametrize("score", [-2, 1, 8])
def test_who_has_acted_in_this_pass_has_its_final_phase_in_another(score: int) -> None:
    """Source, Fight for your Life: a final phase; a score of 1 until the round ends. Red has 12, so 2; blue comes after."""
    battle = shot_down(karma=1)
    battle.unit("blue_1")["score"] = score
    battle.unit("blue_1")["acted"] = 1
    play(battle, "fight_for_life")
    quietly(battle, "end")
    assert decider(battle) == ("act", "red_1")
    assert battle.record[0]["pass_number"] == 2
    quietly(battle, "end")
    assert decider(battle) == ("act", "blue_1")
    assert (battle.unit("blue_1")["score"], battle.unit("blue_1")["ap"]) == (1, 3)
    assert "unconscious" in kinds_of(quietly(battle, "end"))


@pytest.mark.rule("SS-X3", "SS-T4")
def test_a_final_phase_makes_a_pass_of_its_own() -> None:
    """Nobody else is above zero: there is a second pass all the same, and blue alone acts in it, once."""
    battle = shot_down(karma=1)
    for name in ("red_1", "blue_1"):
        battle.unit(name)["score"] = 3
    battle.unit("blue_1")["acted"] = 1
    play(battle, "fight_for_life")
    quietly(battle, "end")
    assert decider(battle) == ("act", "blue_1")
    assert battle.record[0]["pass_number"] == 2
    assert battle.unit("red_1")["ap"] == 0
    assert "unconscious" in kinds_of(quietly(battle, "end"))


@pytest.mark.rule("SS-X3")
def test_wounds_do_not_take_its_phase_away() -> None:
    """Its score does not sink below 1 by wounds of its last stand."""
    battle = shot_down(again=True, karma=1)
    battle.unit("blue_1")["score"] = 1
    play(battle, "fight_for_life")
    wounds = int(battle.unit("blue_1")["wounds"])
    quietly(battle, "end")
    play(battle, "shoot blue_1", "555522")  # no dice are left for a defense
    spare_karma(battle)
    assert battle.unit("blue_1")["wounds"] == wounds - 1
    assert battle.unit("blue_1")["score"] == 1


@pytest.mark.rule("SS-X3")
def test_pools_are_halved_before_modifiers() -> None:
    """Agility 5 and Pistols 4: four dice. Reaction 3 and Intuition 4: three. Armor and half of Body: half of it."""
    attributes = {"agility": 5, "body": 7, "intuition": 4}
    battle = fighting_on(weapons=["light_pistol"], skills={"pistols": 4}, attributes=attributes, armour=["vest"])
    wounds = int(battle.unit("blue_1")["wounds"])
    attack = roll(quietly(battle, "shoot red_1"), "attack")
    expected = {"Agility": 5, "Pistols": 4, "fights for its life": -5, "wounded": wounds}
    assert terms(attack) == expected
    quietly(battle, "end")
    assert decider(battle) == ("act", "red_1")
    events = shot_again(battle)
    assert terms(roll(events, "defense")) == {"Reaction": 3, "Intuition": 4, "fights for its life": -4, "wounded": wounds}
    soak = roll(events, "soak")
    reasons = terms(soak)
    lost = reasons.pop("fights for its life")
    assert reasons["half Body"] == 3
    assert reasons["armor"] > 0
    assert pool(soak) == sum(reasons.values()) // 2 == sum(reasons.values()) + lost


def shot_again(battle: Battle) -> list[Any]:
    """Let red_1 shoot at blue_1 and hit; return what happened."""
    battle.dictate([5] * 6 + [2] * 60)
    events = battle.step("shoot blue_1")
    battle.dictate([])
    return events


@pytest.mark.rule("SS-X3")
def test_the_walk_rate_is_halved() -> None:
    """Agility 5: ten metres a round become five, less the two it has walked; a run brings five more."""
    battle = shot_down(karma=1, attributes={"agility": 5})
    blue = battle.unit("blue_1")
    blue["walk_left"], blue["run_left"] = 8, 2
    play(battle, "fight_for_life")
    assert (blue["walk_left"], blue["run_left"]) == (3, 0)
    quietly(battle, "end")
    play(battle, "stand_up")
    assert only(play(battle, "run"), "run").numbers["metres"] == 5


@pytest.mark.rule("SS-X3")
def test_nothing_fells_it_in_the_round_but_damage_counts() -> None:
    """Overflow beyond Body during the last stand: up until the round ends, then dead at once."""
    battle = shot_down(again=True, karma=1)
    play(battle, "fight_for_life")
    quietly(battle, "end")
    play(battle, "shoot blue_1", "555522")
    spare_karma(battle)
    assert battle.unit("blue_1")["flesh"] < -3
    assert battle.unit("blue_1")["status"] == UP
    assert battle.record[0]["falling"] == 0
    assert "dead" in end_round(battle)
    assert battle.unit("blue_1")["status"] == DEAD


@pytest.mark.rule("SS-X3")
def test_who_no_longer_has_to_fall_when_the_round_ends_does_not() -> None:
    """Healed beyond its wounds, it stands without having earned it."""
    battle = fighting_on()
    battle.unit("blue_1")["strain"] = 2
    end_round(battle)
    assert battle.round == 2
    assert (battle.unit("blue_1")["status"], battle.unit("blue_1")["strain"]) == (UP, 2)
    assert battle.unit("blue_1")["last_stand"] == 0


@pytest.mark.rule("SS-X3")
def test_a_killing_blow_earns_the_next_round() -> None:
    """It strikes an enemy down: the next round it has a point of Flesh and half of its Strain."""
    battle = about_to_strike_back()
    play(battle, "fight_for_life")
    quietly(battle, "end")
    battle.unit("blue_1")["wounds"] = 0  # so that there are dice to shoot with
    battle.unit("blue_1")["strain"] = 5
    events = play(battle, "shoot red_1", f"55555 {MISSED} 2")
    assert battle.unit("red_1")["status"] == DEAD
    assert only(events, "saved").actor == "blue_1"
    end_round(battle)
    one = battle.unit("blue_1")
    assert (one["status"], one["flesh"], one["strain"]) == (UP, 1, 2)
    assert (one["last_stand"], one["saved"]) == (0, 0)


def about_to_strike_back() -> Battle:
    """Return a battle in which red_1, Flesh 1, has shot blue_1 down; blue_2 acts after them."""
    slow: dict[str, Any] = {"initiative_dice": 0, "attributes": {"reaction": 2}}
    red = [target((1, 1), weapons=["light_pistol"], skills={"pistols": 3}), target((20, 4), **slow)]
    armed: dict[str, Any] = {"weapons": ["light_pistol"], "skills": {"pistols": 8}, "orders": {"defend": "never"}}
    battle = table(red, [unit((5, 1), karma=1, **armed), unit((5, 3), **slow, **armed)], dice=[6, 1, 1, 6, 1, 2])
    play(battle, "shoot blue_1", f"555522 {MISSED}")
    play(battle, "pass", "2")
    battle.unit("red_1")["flesh"] = 1
    return battle


@pytest.mark.rule("SS-X3")
def test_the_blow_of_somebody_else_earns_nothing() -> None:
    """Its friend strikes the enemy down: that saves neither."""
    battle = about_to_strike_back()
    play(battle, "fight_for_life")
    quietly(battle, "end")
    quietly(battle, "end")
    assert decider(battle) == ("act", "blue_2")
    events = play(battle, "shoot red_1", f"55555555552 {MISSED} 2")
    assert battle.unit("red_1")["status"] == DEAD
    assert "saved" not in kinds_of(events)
    assert "unconscious" in end_round(battle)


@pytest.mark.rule("SS-X3")
def test_a_point_of_flesh_recovered_earns_the_next_round() -> None:
    """Half of the Strain goes even if that is what had felled it; the wounds follow."""
    battle = fighting_on()
    battle.unit("blue_1")["saved"] = 1
    assert "unconscious" not in end_round(battle)
    blue = battle.unit("blue_1")
    assert (blue["status"], blue["strain"], blue["wounds"]) == (UP, 5, -1)
    assert battle.round == 2


@pytest.mark.rule("SS-X3")
def test_strain_of_a_sprint_can_call_for_a_last_stand() -> None:
    """In its own phase: it sprints itself to its threshold, fights on and goes on with its phase."""
    battle = table([unit((1, 1), karma=1)], [target((20, 1))])
    battle.unit("red_1")["strain"] = sheet(battle, "red_1")["strain"] - 1
    play(battle, "run")
    play(battle, "sprint", "22")
    is_asked(battle, "red_1")
    play(battle, "fight_for_life")
    assert decider(battle) == ("act", "red_1")
    assert battle.unit("red_1")["ap"] == 1
    assert "step" in verbs(battle)


@pytest.mark.rule("SS-X3")
def test_a_fall_in_the_own_phase_ends_it() -> None:
    """The same, but it passes: the next unit acts."""
    battle = table([unit((1, 1), karma=1), unit((1, 3))], [target((20, 1))], dice=[6, 1, 5, 1, 1, 1])
    battle.unit("red_1")["strain"] = sheet(battle, "red_1")["strain"] - 1
    play(battle, "run")
    play(battle, "sprint", "22")
    assert "unconscious" in kinds_of(play(battle, "pass"))
    assert decider(battle) == ("act", "red_2")
    assert battle.record[0]["depth"] == 1


@pytest.mark.rule("SS-X3")
def test_several_are_asked_before_anything_else() -> None:
    """Two of blue and one of red are felled at once; nobody has won before the last of them has answered."""
    battle = table([unit((1, 1), karma=1)], [unit((5, 1), karma=1), unit((5, 3), karma=1)], dice=[6, 1, 1, 1, 1, 1])
    for name in ("red_1", "blue_1", "blue_2"):
        fell(battle, name)
    play(battle, "walk")
    for name in ("red_1", "blue_1", "blue_2"):
        is_asked(battle, name)
        assert not battle.over
        play(battle, "pass")
    assert battle.over
    assert battle.winner is None


@pytest.mark.rule("SS-X3")
def test_what_saves_it_before_it_is_asked_spares_the_question() -> None:
    """Healed in the meantime: it keeps its karma and stands."""
    battle = table([unit((1, 1))], [unit((5, 1), karma=1)])
    fell(battle, "blue_1")
    battle.unit("blue_1")["flesh"] = 3
    play(battle, "end")
    assert decider(battle) == ("act", "blue_1")
    assert battle.record[0]["falling"] == 0
    assert battle.unit("blue_1")["karma"] == 1


@pytest.mark.rule("SS-X3")
def test_those_without_flesh_get_armored_health_back() -> None:
    """A machine lives by it."""
    battle = shot_down(karma=1, flesh=0, armored=4)
    is_asked(battle, "blue_1")
    play(battle, "fight_for_life")
    battle.unit("blue_1")["saved"] = 1
    end_round(battle)
    assert (battle.unit("blue_1")["armored"], battle.unit("blue_1")["status"]) == (1, UP)


@pytest.mark.rule("SS-X3")
def test_a_stray_shot_can_call_for_a_last_stand() -> None:
    """Hit by suppressive fire at the beginning of its phase: it is asked before it acts."""
    red = unit((1, 1), weapons=["assault_rifle"], skills={"automatics": 4}, attributes={"edge": 5})
    battle = table([red], [unit((5, 1), karma=1)])
    play(battle, "mode FA")
    quietly(battle, "suppress_line blue_1")
    battle.unit("blue_1")["flesh"] = 1
    battle.dictate([5] * 15 + [2] * 100)
    battle.step("end")
    battle.step("step_in")
    events = battle.step("pass")  # no full defense against it
    battle.dictate([])
    assert "stray_shot" in kinds_of(events)
    is_asked(battle, "blue_1")
    play(battle, "fight_for_life")
    assert decider(battle) == ("act", "blue_1")
