"""SS-H4 to SS-H7 and SS-K1: Strain, wound modifiers, unconsciousness and death, critical injuries, knockdown."""

import pytest

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from fireteam.env.rules.record import DEAD, DOWN, UP
from tabletop import *


def hurt(damage: int, as_strain: bool = False, gel: bool = False, then: int | None = None, **blue: object) -> Battle:
    """Return a battle in which a pistol has just hit blue_1 for so much, unsoaked; `then` comes from red_2's knife."""
    battle = table(
        [target((1, 1), skills={"pistols": 3}), target((4, 1), weapons=["knife"], skills={"blades": 3})],
        [target((5, 1), **blue), target((5, 3))],
        dice=order(6, 5, 1, 1),
        forged={
            "light_pistol": {"damage": damage - 1, "strain": as_strain, "gel": gel},
            "knife": {"damage": (then or 1) - 1, "adds_strength": 0},
        },
    )
    soak = "2" * (int(sheet(battle, "blue_1")["attributes"][0]) // 2)
    play(battle, "shoot blue_1", f"522222 222 {soak}")  # the defense is shot at in melee
    if then is not None:
        next_phase(battle, "red_2")
        defense = "2" * max(6 - 1 + int(battle.unit("blue_1")["wounds"]), 0)
        play(battle, "strike blue_1", f"522222 {defense} {soak}")
    return battle


STURDY = {"strength": 20, "body": 4}  # not knocked down below 10, no critical injury up to 8


@pytest.mark.rule("SS-H4")
@pytest.mark.parametrize(("damage", "status"), [(9, UP), (10, DOWN)])
def test_strain_at_its_threshold_knocks_out(damage: int, status: int) -> None:
    """The threshold is ten: nine are borne, ten are unconsciousness without any harm to Flesh."""
    battle = hurt(damage, as_strain=True, attributes=STURDY)
    unconscious = battle.unit("blue_1")
    assert (unconscious["status"], unconscious["strain"], unconscious["flesh"]) == (status, damage, 10)
    assert unconscious["injuries"] == 0
    assert ("unconscious" in kinds_of(battle.events())) == (status == DOWN)


@pytest.mark.rule("SS-H4")
@pytest.mark.parametrize(("damage", "flesh"), [(11, 10), (12, 9), (13, 9), (14, 8), (18, 6)])
def test_every_two_excess_strain_cost_a_point_of_flesh(damage: int, flesh: int) -> None:
    """Ten fill the threshold, of the rest every full two go over into Flesh."""
    battle = hurt(damage, as_strain=True, attributes=STURDY)
    assert battle.unit("blue_1")["strain"] == 10
    assert battle.unit("blue_1")["flesh"] == flesh


@pytest.mark.rule("SS-H4")
def test_excess_strain_goes_into_flesh_past_other_pools() -> None:
    """Shields and Armored health do not take what carries over."""
    battle = hurt(14, as_strain=True, shield=5, armored=5, attributes=STURDY)
    struck = battle.unit("blue_1")
    assert (struck["shield"], struck["armored"], struck["flesh"]) == (5, 5, 8)


@pytest.mark.rule("SS-H4")
@pytest.mark.parametrize("shield", [0, 4])
def test_those_without_flesh_lose_armored_health_to_excess_strain(shield: int) -> None:
    """Four excess Strain are two points of the next pool: Armored before shields, point for point."""
    battle = hurt(14, as_strain=True, flesh=0, armored=8, shield=shield, attributes=STURDY)
    struck = battle.unit("blue_1")
    assert (struck["shield"], struck["armored"]) == (shield, 6)


@pytest.mark.rule("SS-H5")
@pytest.mark.parametrize(("lost", "modifier"), [(4, 0), (5, -2), (9, -2)])
def test_each_full_half_of_flesh_lost_costs_two(lost: int, modifier: int) -> None:
    """Of ten Flesh: four lost nothing, five -2."""
    battle = hurt(lost, attributes={**STURDY, "body": 5}, flesh=10)
    assert battle.unit("blue_1")["wounds"] == modifier


@pytest.mark.rule("SS-H5")
@pytest.mark.parametrize(("lost", "modifier"), [(5, 0), (6, -2)])
def test_half_of_an_odd_number_is_not_full_below_it(lost: int, modifier: int) -> None:
    """Of eleven Flesh five are less than half, six are more."""
    assert hurt(lost, attributes=STURDY, flesh=11).unit("blue_1")["wounds"] == modifier


@pytest.mark.rule("SS-H5")
@pytest.mark.parametrize(("strain", "modifier"), [(4, 0), (5, -1), (9, -1)])
def test_each_full_half_of_the_strain_threshold_costs_one(strain: int, modifier: int) -> None:
    """Of a threshold of ten: four nothing, five -1."""
    assert hurt(strain, as_strain=True, attributes=STURDY).unit("blue_1")["wounds"] == modifier


@pytest.mark.rule("SS-H5")
def test_flesh_strain_and_injuries_add_up() -> None:
    """Half of Strain (-1), then half of Flesh (-2) by a blow that is a critical injury (-1)."""
    battle = hurt(5, as_strain=True, then=7, attributes={"strength": 20}, flesh=14)
    assert battle.unit("blue_1")["injuries"] == 1
    assert battle.unit("blue_1")["wounds"] == -4


@pytest.mark.rule("SS-H5")
@pytest.mark.parametrize(
    ("weapons", "before", "action", "purpose"),
    [
        (["light_pistol"], [], "shoot red_1", "attack"),
        (["light_pistol"], [], "suppress_line red_1", "suppressive fire"),
        (["knife"], [], "strike red_2", "attack"),
        (["knife"], ["run"], "sprint", "sprint"),
        (["knife"], ["walk"], "evade", "evade interception"),
    ],
)
def test_wounds_count_for_all_own_tests(weapons: list[str], before: list[str], action: str, purpose: str) -> None:
    """Blue has lost half of its Flesh: two dice fewer, whatever it does."""
    battle = hurt(5, attributes=STURDY, flesh=10, weapons=weapons, skills={"acrobatics": 3, "running": 3})
    pass_until(battle, "blue_1")
    for preparation in before:
        quietly(battle, preparation)
    assert terms(roll(quietly(battle, action), purpose))["wounded"] == -2


@pytest.mark.rule("SS-H5")
def test_wounds_do_not_count_for_soaking() -> None:
    """The second hit is soaked with Body and armor alone."""
    battle = hurt(5, then=2, attributes=STURDY, flesh=10)
    assert battle.unit("blue_1")["wounds"] == -2
    events = battle.events()
    assert terms(roll(events, "defense"))["wounded"] == -2
    assert terms(roll(events, "soak")) == {"half Body": 2}


@pytest.mark.rule("SS-H5")
def test_wounds_count_for_stray_shots() -> None:
    """A wounded shooter's zone of fire rolls its stray shots with the modifier, like all tests but soaking."""
    battle = hurt(5, attributes=STURDY, flesh=10, weapons=["submachine_gun"])
    pass_until(battle, "blue_1")
    quietly(battle, "suppress_line red_1")
    assert battle.unit("blue_1")["wounds"] == -2
    events: list[Event] = []
    while "stray_shot" not in kinds_of(events):
        events = end(battle, quiet=True)
    assert terms(roll(events, "stray shot")).get("wounded") == -2


@pytest.mark.rule("SS-H6")
@pytest.mark.parametrize(("damage", "status", "injuries"), [(9, UP, 0), (10, DOWN, 1), (16, DOWN, 1), (17, DEAD, 1)])
def test_at_no_flesh_unconscious_and_beyond_body_dead(damage: int, status: int, injuries: int) -> None:
    """Ten Flesh and Body 6: nine points are borne, ten fell, overflow up to 6 is survived, 7 is death."""
    battle = hurt(damage, attributes={"strength": 20, "body": 6}, flesh=10)
    struck = battle.unit("blue_1")
    overwhelming = damage > 12  # more than twice Body: a critical injury of its own (SS-H7)
    assert struck["status"] == status
    assert struck["flesh"] == 10 - damage
    assert struck["injuries"] == injuries + overwhelming
    assert ("dead" in kinds_of(battle.events())) == (status == DEAD)


@pytest.mark.rule("SS-H6")
@pytest.mark.parametrize(("flesh", "left", "injuries"), [(7, 3, 0), (4, 0, 1), (1, -3, 1)])
def test_no_flesh_left_is_a_critical_injury_whenever_it_happens(flesh: int, left: int, injuries: int) -> None:
    """Source, combat page, Ways to get Injured: whenever Health falls to 0, so also of those who lie there with full Strain.

    Eighteen Strain fill the threshold of ten and carry four points over. A bleeding point further down is no new injury.
    """
    battle = hurt(18, as_strain=True, flesh=flesh, attributes=STURDY)
    struck = battle.unit("blue_1")
    assert (struck["status"], struck["flesh"], struck["injuries"]) == (DOWN, left, injuries)


@pytest.mark.rule("SS-H6")
@pytest.mark.parametrize(("damage", "flesh", "injuries"), [(2, 1, 0), (3, 0, 1), (4, -1, 1)])
def test_whoever_lies_unconscious_is_injured_when_the_flesh_is_gone(damage: int, flesh: int, injuries: int) -> None:
    """Knocked out by Strain, then hurt by a blast: the Flesh of an unconscious body comes down to 0 like any other's."""
    battle = table(
        [target((1, 1), weapons=["fragmentation_grenade"], skills={"throwing": 9})],
        [target((5, 1), attributes=STURDY, flesh=6), target((5, 2))],
        dice=order(6, 1, 1),
        forged={"fragmentation_grenade": {"damage": damage, "timed": 0, "falloff": 0, "blast": 2}},
    )
    struck = battle.unit("blue_1")
    struck["status"], struck["strain"], struck["prone"] = DOWN, 10, 1
    battle.dictate([5] * 3 + [2] * 190)
    battle.step("throw blue_2")
    battle.dictate([])
    assert (struck["status"], struck["flesh"], struck["injuries"]) == (DOWN, flesh, injuries)
    assert struck["wounds"] == -2 - injuries - (2 if flesh <= 3 else 0) - (2 if flesh <= 0 else 0)


@pytest.mark.rule("SS-H6")
def test_the_unconscious_lie_and_do_nothing() -> None:
    """Blue is prone, has no points, and its phase of this round is skipped; nobody may attack it."""
    battle = hurt(10, attributes=STURDY, flesh=10)
    assert battle.unit("blue_1")["prone"] == 1
    assert battle.unit("blue_1")["ap"] == 0
    acting = set()
    while battle.round == 1:
        decision = battle.decision
        assert decision is not None
        acting.add(decision.unit)
        assert "strike blue_1" not in [battle.words(action) for action in battle.legal()]
        quietly(battle, "end")
    assert acting == {"red_1", "red_2", "blue_2"}


@pytest.mark.rule("SS-H6")
@pytest.mark.parametrize(("body", "rounds"), [(1, 12), (2, 24)])
def test_the_dying_bleed_a_point_every_body_minutes(body: int, rounds: int) -> None:
    """Twelve rounds a minute; when the overflow exceeds Body the next point kills."""
    battle = table(
        [unit((1, 1), skills={"pistols": 3})],
        [target((5, 1), attributes={"body": body, "strength": 20}, flesh=7), target((5, 3))],
        dice=order(6, 1, 1),
        rounds=200,
        stalemate=200,
    )
    play(battle, "shoot blue_1", "522222 222222" + "2" * (body // 2))
    bled = {}
    while battle.unit("blue_1")["status"] == DOWN:
        number = battle.round
        if "bled" in kinds_of(quietly(battle, "end")):
            bled[number] = int(battle.unit("blue_1")["flesh"])
    assert bled == {rounds * (point + 1): -1 - point for point in range(body + 1)}
    assert battle.unit("blue_1")["status"] == DEAD


@pytest.mark.rule("SS-H7")
@pytest.mark.parametrize(("damage", "injuries"), [(6, 0), (7, 1)])
def test_more_flesh_lost_at_once_than_twice_body_is_a_critical_injury(damage: int, injuries: int) -> None:
    """Body 3: six points are not more than twice that, seven are."""
    battle = hurt(damage, attributes={"strength": 20}, flesh=20)
    assert battle.unit("blue_1")["injuries"] == injuries
    assert ("critical_injury" in kinds_of(battle.events())) == bool(injuries)
    assert battle.unit("blue_1")["wounds"] == -injuries


@pytest.mark.rule("SS-H7")
@pytest.mark.parametrize("pools", [{"shield": 20}, {"armored": 20}, {"flesh": 0, "armored": 20}, {"shield": 9, "flesh": 20}])
def test_shields_and_armored_health_take_no_critical_injury(pools: dict[str, int]) -> None:
    """Fifteen points at once, of which Flesh loses six or none."""
    assert hurt(15, attributes={"strength": 20}, **pools).unit("blue_1")["injuries"] == 0


@pytest.mark.rule("SS-H7")
def test_strain_makes_no_critical_injury() -> None:
    """Fifteen Strain against Body 3, borne by a threshold of twenty."""
    assert hurt(15, as_strain=True, strain=20).unit("blue_1")["injuries"] == 0


@pytest.mark.rule("SS-H7")
def test_it_takes_a_single_attack() -> None:
    """Six points and six points again are no critical injury against Body 3."""
    battle = hurt(6, then=6, attributes={"strength": 20}, flesh=20)
    assert battle.unit("blue_1")["flesh"] == 8
    assert battle.unit("blue_1")["injuries"] == 0


@pytest.mark.rule("SS-K1")
@pytest.mark.parametrize("strain", [False, True])
@pytest.mark.parametrize(("damage", "prone"), [(4, 0), (5, 1)])
def test_damage_above_the_physical_limit_knocks_down(damage: int, prone: int, strain: bool) -> None:
    """Physical 4: four points are borne standing, five are not, be they Strain or health."""
    battle = hurt(damage, as_strain=strain, flesh=20)
    assert sheet(battle, "blue_1")["physical"] == 4
    assert battle.unit("blue_1")["prone"] == prone
    assert ("knockdown" in kinds_of(battle.events())) == bool(prone)


@pytest.mark.rule("SS-K1")
@pytest.mark.parametrize(("damage", "prone"), [(9, 0), (10, 1)])
def test_ten_points_knock_down_anybody(damage: int, prone: int) -> None:
    """Physical 16, and still."""
    battle = hurt(damage, attributes={"strength": 20, "body": 5}, flesh=30)
    assert sheet(battle, "blue_1")["physical"] > 10
    assert battle.unit("blue_1")["prone"] == prone


@pytest.mark.rule("SS-K1")
@pytest.mark.parametrize(("damage", "gel", "prone"), [(2, True, 0), (3, True, 1), (3, False, 0)])
def test_gel_rounds_knock_down_as_if_the_limit_were_two_lower(damage: int, gel: bool, prone: int) -> None:
    """Physical 4 counts as 2 against gel."""
    assert hurt(damage, as_strain=True, gel=gel).unit("blue_1")["prone"] == prone


@pytest.mark.rule("SS-K1", "SS-H3")
@pytest.mark.parametrize(("damage", "pools", "prone"), [
    (8, {"armored": 20}, 0),  # four points lost
    (9, {"armored": 20}, 1),  # five
    (19, {"armored": 40, "attributes": {"strength": 20}}, 1),  # ten
    (18, {"armored": 40, "attributes": {"strength": 20}}, 0),  # nine
    (8, {"shield": 20}, 1),
    (6, {"shield": 2, "armored": 20}, 0),  # two and two
])  # fmt: skip
def test_the_points_that_pools_lose_knock_down(damage: int, pools: dict[str, object], prone: int) -> None:
    """Source, combat page, Types of Injury: damage is what it comes to after the percentages of each kind of health."""
    assert hurt(damage, **pools).unit("blue_1")["prone"] == prone


@pytest.mark.rule("SS-K1")
def test_it_is_damage_after_the_soak_that_knocks_down() -> None:
    """Seven points, three of them soaked, are four: blue stays on its feet."""
    battle = table([unit((1, 1), skills={"pistols": 3})], [target((5, 1), armour=["jacket"])], dice=order(6, 1))
    events = play(battle, "shoot blue_1", "522222 222222 55522")
    assert only(events, "damage").numbers["damage"] == 4
    assert battle.unit("blue_1")["prone"] == 0


@pytest.mark.rule("SS-K1", "SS-M3")
def test_only_an_attack_knocks_down() -> None:
    """Source, Knockdown: damage from a single attack. A sprint that costs five Strain, above the limit of 4, is none."""
    battle = table([target((1, 1), strain=20)], [target((9, 1))], catalog={"numbers": {"sprint_strain": 5}})
    play(battle, "run")
    quietly(battle, "sprint")
    assert (battle.unit("red_1")["strain"], battle.unit("red_1")["prone"]) == (5, 0)
