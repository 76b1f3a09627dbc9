"""SS-B7: lifting bodies, carrying them, and what they are worth as a shield."""

import pytest

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from tabletop import *

DOWN, DEAD, ESCAPED = 2, 3, 4
OPEN = "\n".join(["." * 20] * 5)


def scene(
    friend: dict[str, object] | None = None,
    enemy: tuple[int, int] = (8, 2),
    weapon: str = "light_pistol",
    forged: dict[str, dict[str, int]] | None = None,
    marks: str = "",
    **red_team: object,
) -> Battle:
    """Return a battle in which red_1 stands beside its fallen friend red_2; blue_1 stands east of them with a pistol."""
    battle = table(
        [
            unit((3, 2), weapons=[], orders={"defend": "never", "intercept": "never"}),
            unit((4, 2), flesh=10, **(friend or {})),  # type: ignore[arg-type]
        ],
        [target(enemy, weapons=[weapon], skills={"pistols": 3, "blades": 3})],
        OPEN,
        order(6, 1, 1),
        red_team=red_team or None,
        marks=marks,
        forged=forged,
    )
    battle.unit("red_2")["status"] = DOWN
    battle.unit("red_2")["prone"] = 1
    quietly(battle, "walk")
    return battle


HEAVY = {"attributes": {"body": 5}}


def shot(battle: Battle, dice: str) -> list[Event]:
    """Lift the friend, turn it to the enemy, and let blue shoot with the given dice."""
    take(battle, "lift red_2", "end")
    return play(battle, "shoot red_1", dice)


@pytest.mark.rule("SS-B7")
def test_a_body_is_lifted_and_moves_along() -> None:
    """A simple action; the body comes to its carrier and goes where it goes, until it is put down."""
    battle = scene()
    assert "lift red_2" in choices(battle)
    events = play(battle, "lift red_2")
    assert only(events, "lifts").target == "red_2"
    body = battle.unit("red_2")
    assert battle.unit("red_1")["ap"] == 2
    assert (body["x"], body["y"]) == (3, 2)
    play(battle, "step north")
    assert (body["x"], body["y"]) == (3, 1)
    assert "lift" not in verbs(battle)
    assert only(play(battle, "put_down"), "puts_down").target == "red_2"
    assert battle.unit("red_1")["ap"] == 1
    play(battle, "step north")
    assert (body["x"], body["y"]) == (3, 1)
    assert battle.unit("red_1")["carries"] == body["carried_by"] == -1


@pytest.mark.rule("SS-B7")
def test_who_can_be_lifted() -> None:
    """The unconscious and the dead a step away, friend or enemy; nobody on its feet, far off, or behind a corner."""
    battle = scene(enemy=(4, 3))
    assert not {"lift_enemy", "lift blue_1"} & verbs(battle)
    battle.unit("red_2")["status"] = DEAD
    quietly(battle, "drop_prone")
    assert "lift" not in verbs(battle)  # from the ground nobody lifts anything
    play(battle, "stand_up")
    assert "lift red_2" in choices(battle)
    battle.unit("red_2")["x"] = 5
    battle.dictate([])
    battle.unit("red_1")["ap"] = 3
    play(battle, "run")
    assert "lift" not in verbs(battle)
    battle = table([unit((3, 2))], [target((4, 2)), target((12, 2))], OPEN, order(6, 1, 1))
    battle.unit("blue_1")["status"] = DEAD
    take(battle, "walk", "lift_enemy blue_1")
    assert battle.unit("blue_1")["carried_by"] == 0


@pytest.mark.rule("SS-B7")
def test_a_heavy_body_costs_agility_and_reaction() -> None:
    """Body 5 on Strength 3: two dice less to attack and to defend, and a walk rate of one times two metres."""
    battle = scene(HEAVY)
    assert battle.unit("red_1")["walk_left"] == 6
    play(battle, "lift red_2")
    assert battle.unit("red_1")["walk_left"] == 2
    assert only(play(battle, "run"), "run").numbers["metres"] == 2
    play(battle, "end")
    defense = roll(quietly(battle, "shoot red_1"), "defense")
    assert terms(defense)["carries a body"] == -2
    battle = scene(HEAVY, enemy=(3, 3))
    play(battle, "lift red_2")
    attack = roll(quietly(battle, "punch blue_1"), "attack")
    assert terms(attack)["carries a body"] == -2


@pytest.mark.rule("SS-B7")
def test_a_heavy_body_makes_slow() -> None:
    """The initiative of the next round is rolled with two points of Reaction less."""
    battle = scene(HEAVY)
    play(battle, "lift red_2")
    events = quietly(battle, "end")
    while "round" not in kinds_of(events):
        events = quietly(battle, "end" if "end" in verbs(battle) else "pass")
    rolled = next(event for event in events if event.kind == "roll" and event.numbers["purpose"] == "initiative")
    assert rolled.actor == "red_1"
    assert terms(rolled) == {"initiative dice": 1, "Reaction": 3, "Intuition": 3, "carries a body": -2}


@pytest.mark.rule("SS-B7")
def test_the_strong_carry_without_loss() -> None:
    """Body 3 on Strength 3 weighs nothing."""
    battle = scene()
    play(battle, "lift red_2")
    assert battle.unit("red_1")["walk_left"] == 6
    play(battle, "end")
    assert "carries a body" not in terms(roll(quietly(battle, "shoot red_1"), "defense"))


@pytest.mark.rule("SS-B7")
@pytest.mark.parametrize(("x", "cover"), [(6, 2), (1, 0)])
def test_a_body_is_partial_cover_against_a_blast_from_ahead(x: int, cover: int) -> None:
    """Red looks eastwards over the body it carries when a grenade goes off before it, or behind it."""
    battle = table(
        [unit((3, 2), weapons=[]), unit((4, 2), flesh=10), target((x, 2), flesh=60)],
        [target((12, 2), weapons=["fragmentation_grenade"], skills={"throwing": 3})],
        OPEN,
        order(6, 1, 1, 5),
        forged={"fragmentation_grenade": {"timed": 0}},
    )
    battle.unit("red_2")["status"] = DOWN
    battle.unit("red_2")["prone"] = 1
    take(battle, "walk", "lift red_2")
    assert battle.unit("red_1")["facing"] == 2
    play(battle, "end")
    battle.dictate([5, 5, 5, *[2] * 60])
    events = battle.step("throw red_3")
    defense = next(event for event in events if event.numbers.get("purpose") == "defense" and event.actor == "red_1")
    assert terms(defense).get("cover", 0) == cover


@pytest.mark.rule("SS-B7")
def test_a_body_is_partial_cover_against_what_comes_from_ahead() -> None:
    """Two dice without a Take Cover action; from behind none."""
    battle = scene()
    take(battle, "lift red_2", "end")
    assert terms(roll(quietly(battle, "shoot red_1"), "defense"))["cover"] == 2
    battle = scene()
    play(battle, "lift red_2")
    play(battle, "step west")  # and so faces west
    play(battle, "end")
    assert "cover" not in terms(roll(quietly(battle, "shoot red_1"), "defense"))


@pytest.mark.rule("SS-B7")
@pytest.mark.rule("SS-B4")
def test_a_tie_goes_through_the_body_first() -> None:
    """A bullet of 6 leaves a point in the body, without a roll, and goes on with 5."""
    events = shot(scene(), "522222 52222222 2")
    assert only(events, "shield_hit").target == "red_2"
    assert only(events, "shield_hit").numbers["damage"] == 1
    damage = {event.target: event.numbers["damage"] for event in events if event.kind == "damage"}
    assert damage == {"red_2": 1, "red_1": 5}


@pytest.mark.rule("SS-B7")
def test_more_hits_go_past_the_body() -> None:
    """One hit more than the defender hits the carrier alone."""
    events = shot(scene(), "552222 52222222 2")
    assert "shield_hit" not in kinds_of(events)
    assert only(events, "damage").target == "red_1"


@pytest.mark.rule("SS-B7")
def test_the_armor_of_the_body_stops_what_does_not_exceed_it() -> None:
    """Combat armor on the body against a pistol's 6."""
    events = shot(scene({"armour": ["combat_armor"]}), "522222 52222222")
    assert only(events, "shield_hit").numbers["damage"] == 0
    assert "damage" not in kinds_of(events)


@pytest.mark.rule("SS-B7")
@pytest.mark.parametrize(("resisted", "body", "carrier"), [(0, 3, 3), (1, 2, 2), (3, 0, 0)])
def test_a_body_resists_other_attacks_like_a_barrier(resisted: int, body: int, carrier: int) -> None:
    """Body 3 in place of Structure: three dice resist, three points at most stay, the rest of 6 goes on."""
    battle = scene(forged={"light_pistol": {"penetrating": 0}})
    events = shot(battle, "522222 52222222 " + "5" * resisted + "2" * (3 - resisted) + ("2" if carrier else ""))
    damage = {event.target: event.numbers["damage"] for event in events if event.kind == "damage"}
    expected = {name: points for name, points in (("red_2", 3), ("red_1", 3 - resisted)) if points}
    assert damage == expected
    assert only(events, "shield_hit").numbers["damage"] == 3


@pytest.mark.rule("SS-B7")
def test_a_carrier_that_falls_drops_the_body() -> None:
    """Prone, unconscious or dead: the body lies where it fell."""
    battle = scene()
    play(battle, "lift red_2")
    events = play(battle, "drop_prone")
    assert only(events, "puts_down").target == "red_2"
    battle = scene()
    play(battle, "lift red_2")
    battle.unit("red_1")["flesh"] = 1
    events = shot_again(battle, "552222 22222222 2")
    assert "unconscious" in kinds_of(events)
    assert battle.unit("red_2")["carried_by"] == -1


def shot_again(battle: Battle, dice: str) -> list[Event]:
    """Let blue shoot at the carrier with the given dice."""
    play(battle, "end")
    return play(battle, "shoot red_1", dice)


@pytest.mark.rule("SS-B7")
@pytest.mark.rule("SS-T5")
def test_the_weight_of_a_body_changes_the_score_at_once() -> None:
    """Source, combat page, Changing Initiative and Body Barriers: Body 5 costs Strength 3 two Reaction, from 12 to 10."""
    battle = scene(HEAVY)
    events = play(battle, "lift red_2")
    assert battle.unit("red_1")["score"] == 10
    assert only(events, "score_changes").numbers == {"points": -2, "score": 10}
    assert only(play(battle, "put_down"), "score_changes").numbers == {"points": 2, "score": 12}
    falls = scene(HEAVY)
    play(falls, "lift red_2")
    assert only(play(falls, "drop_prone"), "score_changes").numbers == {"points": 2, "score": 12}
    light = scene()
    assert "score_changes" not in kinds_of(play(light, "lift red_2"))


@pytest.mark.rule("SS-B7")
@pytest.mark.rule("SS-T5")
def test_a_score_rolled_under_a_burden_rises_as_it_is_put_down() -> None:
    """In the next round the dice are added to a Reaction of 1; the body laid down gives the two points back."""
    battle = scene(HEAVY)
    play(battle, "lift red_2")
    quietly(battle, "end")
    quietly(battle, "end")
    assert battle.round == 2
    quietly(battle, "end")  # blue's 8 before red's 6
    assert battle.unit("red_1")["score"] == 6
    play(battle, "put_down")
    assert battle.unit("red_1")["score"] == 8


@pytest.mark.rule("SS-B7")
def test_who_comes_round_is_put_down() -> None:
    """A carried friend that wakes up stands on its own feet in its next phase at the latest."""
    battle = scene()
    play(battle, "lift red_2")
    battle.unit("red_2")["status"] = 1
    battle.unit("red_2")["score"] = 5
    events = play(battle, "end")
    if battle.decision is not None and battle.decision.unit == "blue_1":
        events = play(battle, "end")
    assert "puts_down" in kinds_of(events)
    assert battle.unit("red_1")["carries"] == -1


@pytest.mark.rule("SS-B7")
@pytest.mark.parametrize(("status", "escaped"), [(DOWN, 2), (DEAD, 1)])
def test_a_friend_is_carried_out(status: int, escaped: int) -> None:
    """Who lives escapes with its carrier, and counts; the dead are left at the exit."""
    marks = "\n".join(["." * 20, "." * 20, "..z" + "." * 17, "." * 20, "." * 20])
    battle = scene(marks=marks, objective={"kind": "exit", "zone": "z", "needed": 2})
    battle.unit("red_2")["status"] = status
    play(battle, "lift red_2")
    events = play(battle, "step west")
    assert battle.record[0]["teams"]["escaped"][0] == escaped
    assert battle.unit("red_2")["status"] == (ESCAPED if status == DOWN else DEAD)
    assert ("over" in kinds_of(events)) or status == DEAD
    assert battle.unit("red_2")["carried_by"] == -1
