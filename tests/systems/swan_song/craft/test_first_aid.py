"""SS-H9: first aid; SS-H6: bleeding until stabilized; SS-C3: wounds that only first aid closes."""

from typing import Any

import pytest

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from fireteam.env.rules.record import DEAD, DOWN, UP
from fireteam.systems.swan_song.rules.tables import AILMENTS, FOR_GOOD
from tabletop import *

MEDIC = {"skills": {"first_aid": 4}, "attributes": {"logic": 5}}  # Mental limit 6


def ward(beside: tuple[int, int] = (2, 1), medic: dict[str, Any] | None = None, **hurt: Any) -> Battle:
    """Return red's medic, nine dice, with a comrade beside it that has Flesh 10, and blue far off."""
    return table(
        [unit((1, 1), **{**MEDIC, **(medic or {})}), target(beside, **hurt)],
        [target((30, 4))],
        dice=order(6, 5, 1),
        rounds=400,
        stalemate=400,
    )


def hurt(battle: Battle, flesh: int, name: str = "red_2", **more: int) -> Any:
    """Set the Flesh of a unit, and let it lie if there is none left; return it. The medic's actions are looked at anew."""
    patient = battle.unit(name)
    patient["flesh"] = flesh
    if flesh <= 0:
        patient["status"], patient["prone"] = DOWN, 1
    for field, value in more.items():
        patient[field] = value
    quietly(battle, "drop_prone")
    return patient


def ail(battle: Battle, name: str, who: str = "red_2") -> None:
    """Give a unit an ailment that only treatment ends."""
    sick = battle.unit(who)
    sick["ailing"] |= 1 << AILMENTS.index(name)
    sick["ailments"][AILMENTS.index(name)] = FOR_GOOD


def aid(battle: Battle, hits: int, dice: int = 9, who: str = "red_2") -> list[Event]:
    """Give first aid with so many hits."""
    return play(battle, f"first_aid {who}", "5" * hits + "2" * (dice - hits))


@pytest.mark.rule("SS-H9")
@pytest.mark.parametrize(("hits", "healed"), [(1, 0), (2, 0), (3, 1), (5, 3), (6, 4), (7, 4)])
def test_each_hit_above_two_heals_a_point(hits: int, healed: int) -> None:
    """First Aid 4 + Logic 5 [Mental 6] (2), for two action points."""
    battle = ward()
    patient = hurt(battle, 4)
    events = aid(battle, hits)
    assert patient["flesh"] == 4 + healed
    assert terms(roll(events, "first aid")) == {"First aid": 4, "Logic": 5}
    assert ("healed" in kinds_of(events)) == (healed > 0)
    assert ("task_fails" in kinds_of(events)) == (hits < 2)
    assert battle.unit("red_1")["ap"] == 1


@pytest.mark.rule("SS-H9")
def test_flesh_heals_up_to_its_maximum() -> None:
    """Two points are missing: three hits above the threshold heal two."""
    battle = ward()
    patient = hurt(battle, 8)
    assert only(aid(battle, 5), "healed").numbers == {"points": 2, "pool": "flesh"}
    assert patient["flesh"] == 10
    assert "first_aid" not in verbs(battle)


@pytest.mark.rule("SS-H9")
def test_first_aid_is_for_the_hurt_beside_oneself_and_for_oneself() -> None:
    """Neither the sound, nor those two metres off, nor enemies; oneself always."""
    battle = ward((3, 1))
    hurt(battle, 5)
    assert "first_aid" not in verbs(battle)
    battle = ward((2, 2))
    hurt(battle, 5)
    hurt_myself = battle.unit("red_1")
    hurt_myself["flesh"] = 9
    quietly(battle, "stand_up")
    assert {words for words in choices(battle) if words.startswith("first_aid")} == {"first_aid red_1", "first_aid red_2"}
    assert "first_aid" not in verbs(ward())


@pytest.mark.rule("SS-H9")
def test_one_can_treat_oneself() -> None:
    """The wound modifier of the healer counts, and goes with the points that come back."""
    battle = ward()
    hurt(battle, 5, "red_1", wounds=-2)
    events = aid(battle, 3, 7, "red_1")
    assert terms(roll(events, "first aid"))["wounded"] == -2
    assert (battle.unit("red_1")["flesh"], battle.unit("red_1")["wounds"]) == (6, 0)


@pytest.mark.rule("SS-H9")
def test_a_medkit_adds_its_dice() -> None:
    """Three dice, and it is not used up."""
    battle = ward(medic={"items": {"medkit": 1}})
    hurt(battle, 5)
    events = aid(battle, 2, 12)
    assert terms(roll(events, "first aid"))["tools"] == 3
    assert battle.unit("red_1")["items"][0] == 1


@pytest.mark.rule("SS-H9")
def test_a_medkit_that_is_spent_adds_nothing() -> None:
    """Where house rules let a medkit be used up, the second test goes without."""
    battle = table(
        [unit((1, 1), **{**MEDIC, "items": {"medkit": 1}}), target((2, 1))],
        [target((30, 4))],
        dice=order(6, 5, 1),
        catalog={"items": {"medkit": {"spent": True}}},
    )
    hurt(battle, 1)
    aid(battle, 2, 12)
    assert battle.unit("red_1")["items"][0] == 0
    next_phase(battle, "red_1")
    aid(battle, 2, 9)


@pytest.mark.rule("SS-H9", "SS-D12")
def test_each_failure_makes_the_next_try_harder() -> None:
    """Two dice fewer after each; a success, or another patient, begins anew."""
    battle = ward()
    hurt(battle, 1)
    aid(battle, 1)
    next_phase(battle, "red_1")
    assert terms(roll(aid(battle, 0, 7), "first aid"))["tries again"] == -2
    next_phase(battle, "red_1")
    assert terms(roll(aid(battle, 2, 5), "first aid"))["tries again"] == -4
    next_phase(battle, "red_1")
    aid(battle, 2, 9)
    next_phase(battle, "red_1")
    aid(battle, 1, 9)
    next_phase(battle, "red_1")
    battle.unit("red_1")["flesh"] = 9
    quietly(battle, "stand_up")
    aid(battle, 2, 9, "red_1")


@pytest.mark.rule("SS-H9", "SS-H6")
def test_success_stabilizes_and_the_stable_bleed_no_more() -> None:
    """Two hits heal nothing, but Body minutes later no point is lost; without them one is."""
    for treated in (False, True):
        battle = ward(attributes={"body": 1})
        patient = hurt(battle, 0)
        if treated:
            assert "stabilized" in kinds_of(aid(battle, 2))
        for _ in range(13):
            number = battle.record[0]["round_number"]
            while battle.record[0]["round_number"] == number:
                next_phase(battle, "red_1")
        assert patient["flesh"] == (0 if treated else -1)


@pytest.mark.rule("SS-H9")
def test_who_is_hurt_again_bleeds_again() -> None:
    """Damage ends what first aid had done."""
    battle = table([unit((1, 1), **MEDIC), target((2, 1))], [target((5, 1), skills={"pistols": 6})], dice=order(6, 1, 5))
    patient = hurt(battle, 0)
    aid(battle, 2)
    assert patient["stable"] == 1
    patient["status"], patient["flesh"] = UP, 8
    pass_until(battle, "blue_1")
    battle.dictate([5] + [2] * 100)
    battle.step("shoot red_2")
    battle.dictate([])
    assert patient["flesh"] < 8
    assert patient["stable"] == 0


@pytest.mark.rule("SS-H9")
@pytest.mark.parametrize(
    ("flesh", "strain", "hits", "status"), [(0, 0, 3, UP), (-1, 0, 3, DOWN), (-1, 0, 4, UP), (5, 10, 6, DOWN)]
)
def test_who_has_flesh_and_bears_its_strain_comes_to(flesh: int, strain: int, hits: int, status: int) -> None:
    """At one point or more, and below the Strain threshold: up, prone, with its score and without points for this pass."""
    battle = ward()
    patient = hurt(battle, flesh, strain=strain, status=DOWN, prone=1, ap=0, score=5, injuries=1)
    events = aid(battle, hits)
    assert patient["status"] == status
    assert ("wakes" in kinds_of(events)) == (status == UP)
    assert (patient["prone"], patient["ap"]) == (1, 0)
    if status == UP:
        assert patient["wounds"] == -3  # nine of ten Flesh lost, an injury
        assert patient["score"] == 2


@pytest.mark.rule("SS-H9")
def test_the_fallen_act_again_in_the_next_round() -> None:
    """Who came to has its own phase when initiative is rolled anew."""
    battle = ward()
    hurt(battle, 0, score=0)
    aid(battle, 4)
    quietly(battle, "end")
    pass_until(battle, "red_2")
    assert battle.record[0]["round_number"] == 2
    assert "stand_up" in verbs(battle)


@pytest.mark.rule("SS-H9")
def test_whom_somebody_stands_over_cannot_be_treated() -> None:
    """The fallen cannot get up under somebody's feet."""
    battle = ward()
    hurt(battle, 0)
    assert "first_aid red_2" in choices(battle)
    battle.unit("red_1")["x"] = 2
    quietly(battle, "stand_up")
    assert "first_aid red_2" not in choices(battle)


@pytest.mark.rule("SS-H9")
def test_the_dead_and_machines_are_past_first_aid() -> None:
    """A dead comrade and a drone without Flesh."""
    battle = ward()
    hurt(battle, -9, status=DEAD)
    assert "first_aid" not in verbs(battle)
    battle = ward(template="drone", flesh=0, initiative_dice=1)
    hurt(battle, 0, armored=1, status=UP)
    assert "first_aid" not in verbs(battle)


@pytest.mark.rule("SS-H9", "SS-D7")
def test_a_critical_glitch_costs_the_patient_a_point() -> None:
    """Ones on more than half of the dice and no hit: a point lost, and it counts as a failure."""
    battle = ward()
    patient = hurt(battle, 5)
    events = play(battle, "first_aid red_2", "111112222")
    assert patient["flesh"] == 4
    assert "bled" in kinds_of(events)
    assert battle.unit("red_1")["task_tries"] == 1


@pytest.mark.rule("SS-H9")
def test_a_critical_glitch_can_be_the_end() -> None:
    """The last comrade, and oneself: who falls of it is out of the fight."""
    battle = table([unit((1, 1), **MEDIC)], [target((30, 4))])
    hurt(battle, 1, "red_1")
    play(battle, "first_aid red_1", "111112222")
    assert battle.unit("red_1")["status"] == DOWN
    assert battle.decision is None


@pytest.mark.rule("SS-H9")
def test_a_runner_treats_worse() -> None:
    """Two dice fewer, like all own actions of a runner."""
    battle = ward((2, 1))
    quietly(battle, "run")
    hurt(battle, 5)
    assert terms(roll(aid(battle, 2, 7), "first aid"))["running"] == -2


@pytest.mark.rule("SS-X3", "SS-H9")
def test_a_point_recovered_saves_from_a_last_stand() -> None:
    """Who fights on for its life has earned the next round with a point, not with none."""
    for hits, saved in ((2, 0), (3, 1)):
        battle = ward()
        patient = hurt(battle, 1, last_stand=1)
        aid(battle, hits)
        assert patient["saved"] == saved


@pytest.mark.rule("SS-C3", "SS-H9")
@pytest.mark.parametrize(("hits", "closed"), [(3, False), (4, True)])
def test_four_hits_at_once_close_a_bleeding_neck(hits: int, closed: bool) -> None:
    """Three heal a point but do not close it; the sound in Flesh can be treated for it."""
    battle = ward()
    ail(battle, "bleedout")
    patient = hurt(battle, 10)
    events = aid(battle, hits)
    assert (patient["ailing"] == 0) == closed
    assert ("recovers" in kinds_of(events)) == closed


@pytest.mark.rule("SS-C3", "SS-H9")
def test_giving_first_aid_does_not_make_ones_own_neck_bleed() -> None:
    """The one action that costs no point."""
    battle = ward()
    ail(battle, "bleedout", "red_1")
    medic = hurt(battle, 9, "red_1")
    before = int(medic["flesh"])
    aid(battle, 2, 9, "red_1")
    assert medic["flesh"] == before


@pytest.mark.rule("SS-C3", "SS-D10")
def test_slow_death_takes_sixteen_hits_of_several_tests() -> None:
    """Source, combat page, gut: (16, 1 minute). A die fewer at each, the hits add up, failing the two is no failure."""
    battle = ward(medic={"skills": {"first_aid": 12}, "attributes": {"logic": 12}})
    ail(battle, "slow_death")
    patient = hurt(battle, 10)
    for number, hits in enumerate((9, 1, 5, 1)):
        assert patient["ailing"] != 0
        events = aid(battle, hits, 24 - number)
        assert terms(roll(events, "first aid")).get("rolls before", 0) == -number
        if hits < 9:
            assert only(events, "task").numbers["hits"] == (0, 10, 15, 16)[number]
        if number < 3:
            assert patient["tended"] == 12
            patient["tended"] = 0  # a minute later
            next_phase(battle, "red_1")
    assert patient["ailing"] == 0
    assert decider(battle) == ("act", "red_1")


@pytest.mark.rule("SS-C3", "SS-D10")
def test_slow_death_is_treated_once_a_minute() -> None:
    """Source, combat page, gut: the interval of the test is a minute, at the end of which Strain comes as before."""
    battle = ward(medic={"skills": {"first_aid": 12}, "attributes": {"logic": 12}})
    ail(battle, "slow_death")
    patient = hurt(battle, 10)
    aid(battle, 9, 24)
    treated = []
    for number in range(1, 14):
        current = battle.round
        while battle.round == current:
            next_phase(battle, "red_1")
        treated.append("first_aid red_2" in choices(battle))
        assert patient["strain"] == (2 if number >= 12 else 0)
    assert treated == [False] * 11 + [True] * 2


@pytest.mark.rule("SS-C3")
@pytest.mark.parametrize(("first_aid", "medicine", "pool_of"), [(3, 5, "Medicine"), (5, 3, "First aid"), (0, 2, "Medicine")])
def test_slow_death_is_treated_with_medicine_or_first_aid(first_aid: int, medicine: int, pool_of: str) -> None:
    """Source, combat page, gut: Medicine + Logic, or First Aid + Logic: whichever is more."""
    battle = ward(medic={"skills": {"first_aid": first_aid, "medicine": medicine}})
    ail(battle, "slow_death")
    hurt(battle, 10)
    assert pool_of in terms(roll(quietly(battle, "first_aid red_2"), "first aid"))


@pytest.mark.rule("SS-H9")
def test_the_medic_has_to_go_there_first() -> None:
    """A walk of one metre brings the patient within reach."""
    battle = ward((3, 1))
    battle.unit("red_2")["flesh"] = 3
    quietly(battle, "walk")
    assert "first_aid" not in verbs(battle)
    steps(battle, "east")
    assert pool(roll(aid(battle, 3), "first aid")) == 9


@pytest.mark.rule("SS-H9")
def test_one_inside_and_one_outside_a_vehicle_cannot_treat_each_other() -> None:
    """A patient in a vehicle is treated only by those in it."""
    battle = ward()
    hurt(battle, 5, aboard=2)
    assert "first_aid" not in verbs(battle)
    battle.unit("red_1")["aboard"] = 2
    quietly(battle, "stand_up")
    assert "first_aid red_2" in choices(battle)
