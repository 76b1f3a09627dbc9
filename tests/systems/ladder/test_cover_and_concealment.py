"""LD-C1: cover of the target and of the attacker, concealment, cover as armor, and shots that wait for a target."""

import pytest
from laddertable import *

from fireteam.env.battle import Battle

CLEAR = "." * 12
WALLS = {"partial": "o", "good": "O"}


def behind(letter: str, weapon: str = "heavy_pistol", at: int = 5, **options: object) -> Battle:
    """Return red_1 with a weapon, and blue_1 behind a row of a letter that stands right before it."""
    row = CLEAR[:at] + letter + CLEAR[at + 1 :]
    blue = fighter((at + 1, 2), weapons=["heavy_pistol"])
    return table([fighter((1, 2), weapons=[weapon])], [blue], ground="\n".join([row] * 5), **options)


def taken(battle: Battle, name: str = "blue_1") -> Battle:
    """Let a unit take the cover it stands at; return the battle."""
    turn(battle, {name: "take_cover"})
    return battle


@pytest.mark.rule("LD-C1")
@pytest.mark.parametrize(
    ("letter", "takes_it", "penalty"),
    [(".", False, 0), ("o", False, -1), ("o", True, -2), ("O", False, -2), ("O", True, -3)],
)
def test_cover_takes_one_to_three_off(letter: str, takes_it: bool, penalty: int) -> None:
    """A penalty from -1 to -3, depending on the amount of cover."""
    battle = taken(behind(letter)) if takes_it else behind(letter)
    assert attack_of(turn(battle, {"red_1": "shoot blue_1"}, 0)) == ({"target in cover": penalty} if penalty else {})


@pytest.mark.rule("LD-C1")
def test_cover_never_takes_more_than_three() -> None:
    """Good cover worth 3 by house rules, taken: still -3."""
    battle = taken(behind("O", catalog={"numbers": {"good_cover": -3}}))
    assert attack_of(turn(battle, {"red_1": "shoot blue_1"}, 0)) == {"target in cover": -3}


@pytest.mark.rule("LD-C1")
def test_who_leaves_its_cover_has_it_no_more() -> None:
    """Blue steps off the wall and back: it has to take the cover anew."""
    battle = taken(behind("O"))
    turn(battle, {"blue_1": "walk"}, 0, blue_1="step east, step west")
    assert attack_of(turn(battle, {"red_1": "shoot blue_1"}, 0)) == {"target in cover": -2}


@pytest.mark.rule("LD-C1")
def test_firing_from_behind_cover_takes_one_off() -> None:
    """Blue, which has taken cover, shoots over it at -1; not at who stands on its own side of the wall."""
    battle = taken(behind("O"))
    assert attack_of(turn(battle, {"blue_1": "shoot red_1"}, 0)).get("from behind cover") == -1
    battle = behind("O")
    assert "from behind cover" not in attack_of(turn(battle, {"blue_1": "shoot red_1"}, 0))
    battle = table(
        [fighter((10, 2))], [fighter((6, 2), weapons=["heavy_pistol"])], ground="\n".join([CLEAR[:5] + "O" + CLEAR[6:]] * 5)
    )
    assert attack_of(turn(taken(battle), {"blue_1": "shoot red_1"}, 0)) == {}


@pytest.mark.rule("LD-C1")
def test_only_who_fires_suffers_from_its_own_cover() -> None:
    """Firing from behind cover, says the page: a blow over the wall has only the target's cover against it."""
    ground = "\n".join([CLEAR[:5] + "o" + CLEAR[6:]] * 5)
    battle = table([fighter((4, 2), weapons=["halberd"])], [fighter((6, 2))], ground=ground)
    terms = attack_of(turn(taken(battle, "red_1"), {"red_1": "strike blue_1"}, 0))
    assert "from behind cover" not in terms


@pytest.mark.rule("LD-C1")
@pytest.mark.parametrize(("light", "penalty"), [("clear", 0), ("dim", 0), ("dark", -1), ("black", -1)])
def test_darkness_conceals(light: str, penalty: int) -> None:
    """Who can be pinpointed is at most 1 harder to hit."""
    battle = table([fighter((1, 1), weapons=["heavy_pistol"])], [fighter((3, 1))], light=light)
    assert attack_of(turn(battle, {"red_1": "shoot blue_1"}, 0)) == ({"target concealed": penalty} if penalty else {})


@pytest.mark.rule("LD-C1")
def test_smoke_conceals() -> None:
    """Smoke on the line, two tiles from the target: at most -1."""
    ground = "\n".join([CLEAR[:4] + "%" + CLEAR[5:]] * 5)
    battle = table([fighter((1, 2), weapons=["heavy_pistol"])], [fighter((6, 2))], ground=ground)
    assert attack_of(turn(battle, {"red_1": "shoot blue_1"}, 0)) == {"target concealed": -1}


@pytest.mark.rule("LD-C1")
@pytest.mark.parametrize(
    ("letter", "terms"), [("o", {"target in cover": -1}), ("O", {"target in cover": -2}), (".", {"target concealed": -1})]
)
def test_cover_and_concealment_do_not_stack(letter: str, terms: dict[str, int]) -> None:
    """In the dark behind a wall the worse of the two counts, not both."""
    assert attack_of(turn(behind(letter, light="dark"), {"red_1": "shoot blue_1"}, 0)) == terms


@pytest.mark.rule("LD-C1")
def test_the_worse_of_the_two_may_be_concealment() -> None:
    """By house rules concealment takes 3: then it counts, and the cover does not."""
    battle = behind("o", light="dark", catalog={"numbers": {"concealed": -3}})
    assert attack_of(turn(battle, {"red_1": "shoot blue_1"}, 0)) == {"target concealed": -3}


@pytest.mark.rule("LD-C1")
def test_firing_from_concealment_that_hampers_takes_one_off() -> None:
    """Red stands in smoke: -1 for its own sight, -1 for the smoke between; blue, outside of it, has only the latter."""
    ground = "\n".join(["..%" + CLEAR[3:]] * 5)
    sides = ([fighter((2, 2), weapons=["heavy_pistol"])], [fighter((7, 2), weapons=["heavy_pistol"])])
    terms = attack_of(turn(table(*sides, ground=ground), {"red_1": "shoot blue_1"}, 0))
    assert terms["out of concealment"] == -1
    assert "out of concealment" not in attack_of(turn(table(*sides, ground=ground), {"blue_1": "shoot red_1"}, 0))


@pytest.mark.rule("LD-C1")
@pytest.mark.parametrize(("house", "term"), [({}, "from behind cover"), ({"from_concealment": -2}, "out of concealment")])
def test_cover_and_concealment_of_who_fires_do_not_stack(house: dict[str, int], term: str) -> None:
    """Red fires over a wall and out of smoke: penalties from cover and concealment do not stack, here as with the target."""
    ground = "\n".join(["........", "..%O....", "........"])
    red, blue = fighter((2, 1), weapons=["heavy_pistol"]), fighter((7, 1))
    battle = table([red], [blue], ground=ground, catalog={"numbers": house}, stalemate=20)
    turn(battle, {"red_1": "take_cover"})
    terms = {term: min(house.values(), default=-1), "target in cover": -2}
    assert attack_of(turn(battle, {"red_1": "shoot blue_1"}, 0)) == terms


@pytest.mark.rule("LD-C1")
def test_who_hides_is_not_pinpointed() -> None:
    """Concealment prevents the attacker from pinpointing: nothing is declared against who is hidden, until it attacks."""
    battle = table([fighter((1, 1), weapons=["heavy_pistol"])], [fighter((8, 1), weapons=["heavy_pistol"], hidden=True)])
    turn(battle, {}, until="red_1")
    assert not {words for words in choices(battle) if words.endswith("blue_1")}
    play(battle, "end")
    assert "revealed" in kinds_of(turn(battle, {"blue_1": "shoot red_1"}, 0))
    turn(battle, {}, until="red_1")
    assert "shoot blue_1" in choices(battle)


@pytest.mark.rule("LD-C1")
@pytest.mark.parametrize("shows", ["step southwest", "step west"])
def test_who_hides_and_moves_in_sight_is_found(shows: str) -> None:
    """Blue comes out of its corner."""
    battle = table([fighter((1, 1))], [fighter((8, 1), hidden=True)])
    assert "revealed" in kinds_of(turn(battle, {"blue_1": "walk"}, 0, blue_1=shows))


@pytest.mark.rule("LD-C1")
def test_who_hides_is_found_when_come_upon() -> None:
    """Within three metres red finds who hides; farther off it does not."""
    battle = table([fighter((1, 1), skills={"physique": 4})], [fighter((8, 1), hidden=True)])
    events = turn(battle, {"red_1": "walk"}, 0, red_1="step east, step east, step east")
    assert "revealed" not in kinds_of(events)
    assert "revealed" in kinds_of(turn(battle, {"red_1": "walk"}, 0, red_1="step east"))


# Total cover: a firing port, a corner, a door.
CORNER = "......B.....\n" * 2 + "......B.....\n" + "............\n" * 2


def corner(quick: str = "red_1", **blue: object) -> Battle:
    """Return red_1 and, behind a bunker wall but one tile from its end, blue_1; one of them acts first."""
    ranks = {"red_1": 0, "blue_1": 0} | {quick: 4}
    red = fighter((1, 1), weapons=["heavy_pistol"], skills={"discipline": ranks["red_1"], "ranged": 3})
    other = fighter((8, 2), weapons=["heavy_pistol"], skills={"discipline": ranks["blue_1"], "physique": 2}, **blue)
    return table([red], [other], (0, 0), ground=CORNER)


@pytest.mark.rule("LD-C1")
def test_who_is_wholly_hidden_cannot_be_attacked_but_waited_for() -> None:
    """Extremely good cover prevents an effective attack unless special measures are taken: no shot, a delayed one."""
    battle = corner()
    turn(battle, {}, until="red_1")
    assert "await blue_1" in choices(battle)
    assert not verbs(battle) & {"shoot", "volley", "shoot_through", "aim"}


@pytest.mark.rule("LD-C1")
def test_a_delayed_shot_comes_as_soon_as_the_target_shows_itself() -> None:
    """Blue steps round the corner and is shot at in the middle of its way, before what else it has declared."""
    events = turn(
        corner(),
        {"red_1": "await blue_1", "blue_1": "walk, shoot red_1"},
        *(2, -1, 0),
        blue_1="step south, step southwest, step west",
    )
    found = [kind for kind in kinds_of(events) if kind in ("awaits", "step", "attack", "wounded")]
    assert found.index("attack") < len(found) - 1 - found[::-1].index("step")
    assert kinds(events, "attack")[0] == ("attack", "red_1", "blue_1")
    assert made_of(roll([event for event in events if event.actor == "red_1"], "attack"))["Ranged"] == 3
    assert only([event for event in events if event.actor == "red_1"], "attack").numbers["firing"] == "as soon as it can"


@pytest.mark.rule("LD-C1")
def test_a_delayed_shot_is_lost_if_nobody_comes() -> None:
    """It waits in this turn only."""
    battle = corner()
    assert "attack" not in kinds_of(turn(battle, {"red_1": "await blue_1"}))
    assert kinds(turn(battle, {"blue_1": "walk"}, 2, blue_1="step south, step southwest"), "attack") == []


@pytest.mark.rule("LD-C1")
def test_who_waits_shoots_once() -> None:
    """After its shot blue walks on unharmed."""
    events = turn(
        corner(),
        {"red_1": "await blue_1", "blue_1": "walk"},
        4,
        -3,
        blue_1="step south, step southwest, step west, step west",
    )
    assert kinds_of(events).count("attack") == 1


@pytest.mark.rule("LD-C1")
def test_the_quick_show_themselves_before_the_wait_begins() -> None:
    """Blue acts first and comes round the corner: red's shot comes as its own turn does."""
    events = turn(
        corner("blue_1"), {"red_1": "await blue_1", "blue_1": "walk"}, 0, -3, blue_1="step south, step southwest, step west"
    )
    assert "awaits" not in kinds_of(events)
    assert rolls(events)[-1] == ("red_1", "attack", 0)


@pytest.mark.rule("LD-C1")
def test_who_runs_up_to_the_port_may_wait_there() -> None:
    """The page's own measure: running up to the firing port and preparing to shoot through it as soon as it opens."""
    battle = corner()
    events = turn(
        battle,
        {"red_1": "walk, await blue_1", "blue_1": "walk"},
        *(0, 2, -2),
        red_1="step east",
        blue_1="step south, step southwest, step west",
    )
    assert lapsed(events) == []
    assert kinds(events, "attack") == [("attack", "red_1", "blue_1")]
    assert attack_of(events) == {"Ranged": 3, "several actions": -2}


@pytest.mark.rule("LD-C1")
def test_a_door_that_opens_lets_the_delayed_shot_through() -> None:
    """The port opens very briefly: blue opens the door, and red, which has waited for that, shoots through it at once."""
    ground = "\n".join(["BBBBBBBBBBBB", ".....+......", "BBBBBBBBBBBB"])
    battle = table([fighter((1, 1), weapons=["heavy_pistol"])], [fighter((6, 1), weapons=["heavy_pistol"])], ground=ground)
    events = turn(battle, {"red_1": "await blue_1", "blue_1": "door west"}, -3)
    assert [kind for kind in kinds_of(events) if kind in ("awaits", "door", "attack")] == ["awaits", "door", "attack"]
    assert kinds(events, "attack")[0] == ("attack", "red_1", "blue_1")


# Cover that can be shot through.


@pytest.mark.rule("LD-C1", "LD-H1")
@pytest.mark.parametrize(("letter", "armor"), [("P", 1), ("C", 2), ("+", 2), ("T", 2), ("#", 4)])
def test_cover_that_is_shot_through_is_armor(letter: str, armor: int) -> None:
    """It slows the bullet: a quarter of the armor of its material, and no penalty for what is cover no more, concealment."""
    battle = behind(letter)
    events = turn(battle, {"red_1": "shoot_through blue_1"}, 3)
    assert harm_of(events) == {"outcome": 3 + sum(attack_of(events).values()), "weapon": 3, "cover": -armor}
    assert set(attack_of(events)) <= {"target concealed"}


@pytest.mark.rule("LD-C1")
def test_who_cannot_be_seen_through_it_is_concealed() -> None:
    """The cover may actually be concealment: -1 behind a plaster wall, and nothing behind a crate over which it is seen."""
    assert attack_of(turn(behind("P"), {"red_1": "shoot_through blue_1"}, 0)) == {"target concealed": -1}
    assert attack_of(turn(behind("C"), {"red_1": "shoot_through blue_1"}, 0)) == {}


@pytest.mark.rule("LD-C1")
def test_brush_is_concealment_only() -> None:
    """What absorbs nothing of the bullet gives no armor."""
    events = turn(behind('"'), {"red_1": "shoot_through blue_1"}, 1)
    assert damage(events) == only(events, "hit").numbers["net_hits"] + 3  # type: ignore[operator]
    assert "cover" not in harm_of(events)


@pytest.mark.rule("LD-C1")
@pytest.mark.parametrize(("letter", "weapon"), [("B", "rifle"), ("P", "bow"), ("P", "throwing_knife")])
def test_what_cannot_be_shot_through(letter: str, weapon: str) -> None:
    """A bunker is too strong, and arrows and knives go through no wall."""
    battle = behind(letter, weapon)
    turn(battle, {}, until="red_1")
    assert "shoot_through" not in verbs(battle)


@pytest.mark.rule("LD-C1", "LD-H1")
def test_armor_of_cover_stacks_with_worn_armor_and_that_of_the_body() -> None:
    """It stacks with both integral armor and worn armor: 3 + 5 - 2 - 1 - 2."""
    row = CLEAR[:5] + "C" + CLEAR[6:]
    red = fighter((1, 2), weapons=["sniper_rifle"])
    blue = fighter((6, 2), armour=["combat_armor"], hide=1)
    events = turn(table([red], [blue], ground="\n".join([row] * 5)), {"red_1": "shoot_through blue_1"}, 3)
    assert harm_of(events) == {"outcome": 3, "weapon": 5, "armor": -3, "cover": -2}
    assert damage(events) == 3


@pytest.mark.rule("LD-C1")
@pytest.mark.parametrize(("letter", "armor"), [("=", 1), ("G", 3)])
def test_glass_is_armor_and_no_cover(letter: str, armor: int) -> None:
    """What is seen through is no penalty, and takes off what it absorbs."""
    events = turn(behind(letter), {"red_1": "shoot blue_1"}, 1)
    assert attack_of(events) == {}
    assert harm_of(events) == {"outcome": 1, "weapon": 3, "cover": -armor}


@pytest.mark.rule("LD-C1")
def test_nobody_walks_through_who_hides() -> None:
    """Red steps where blue hides in the dark of a house rule that finds nobody: it stays where it is, and blue is found."""
    battle = table([fighter((1, 1))], [fighter((2, 1), hidden=True)], catalog={"numbers": {"found_within": 0}})
    events = turn(battle, {"red_1": "walk"}, 0, red_1="step east")
    assert ("revealed" in kinds_of(events), "step" in kinds_of(events)) == (True, False)
    assert int(battle.unit("red_1")["x"]) == 1
    turn(battle, {}, until="red_1")
    assert "punch blue_1" in choices(battle)
