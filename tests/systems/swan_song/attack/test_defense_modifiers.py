"""SS-F4: what changes the pool of a defender."""

import pytest

from tabletop import *

PLAIN = {"Reaction": 3, "Intuition": 3}


def defended(red: dict, blue: dict, action: str, before: list[str] | None = None, **options: object) -> dict[str, int]:
    """Return the terms of blue_1's defense against an action of red_1, both made ready by the actions before it."""
    battle = table([red], [blue], **options)
    for preparation in before or []:
        quietly(battle, preparation)
    return terms(roll(quietly(battle, action), "defense"))


@pytest.mark.rule("SS-F4")
@pytest.mark.parametrize(
    ("weapon", "mode", "action", "modifier"),
    [
        ("assault_rifle", "SA", "shoot", {}),
        ("assault_rifle", "SA", "volley", {"volume of fire": -2}),  # semi-automatic burst
        ("assault_rifle", "BF", "shoot", {"volume of fire": -2}),  # burst
        ("assault_rifle", "BF", "volley", {"volume of fire": -5}),  # long burst
        ("assault_rifle", "FA", "shoot", {"volume of fire": -5}),  # six rounds
        ("assault_rifle", "FA", "volley", {"volume of fire": -9}),  # ten rounds
        ("sniper_rifle", "SS", "shoot", {}),
        ("bow", "", "shoot", {}),
    ],
)
def test_volume_of_fire(weapon: str, mode: str, action: str, modifier: dict[str, int]) -> None:
    """The more rounds come at once, the fewer dice; a single shot and an arrow take none."""
    before = [f"mode {mode}"] if mode in ("BF", "FA") else []
    blue = target((5, 1), attributes={"reaction": 5, "intuition": 5})
    assert defended(unit((1, 1), weapons=[weapon]), blue, f"{action} blue_1", before) == {
        "Reaction": 5, "Intuition": 5, **modifier
    }  # fmt: skip


@pytest.mark.rule("SS-F4")
@pytest.mark.parametrize(("choke", "dice"), [("narrow", -1), ("medium", -3), ("wide", -5)])
def test_flechettes(choke: str, dice: int) -> None:
    """The wider the choke, the harder to avoid."""
    before = [] if choke == "narrow" else [f"choke {choke}"]
    shotgun = unit((1, 1), weapons=["shotgun"])
    assert defended(shotgun, target((5, 1)), "shoot blue_1", before) == {**PLAIN, "flechette spread": dice}


@pytest.mark.rule("SS-F4")
@pytest.mark.parametrize(("distance", "dice"), [(1, -2), (4, -2), (5, -2), (6, 0), (12, 0)])
def test_the_prone_defend_worse_against_near_shots(distance: int, dice: int) -> None:
    """-2 against shots from up to five metres, nothing beyond."""
    battle = table([unit((1, 1))], [target((1 + distance, 1))], dice=order(1, 6))
    take(battle, "drop_prone", "end")
    fired = terms(roll(quietly(battle, "shoot blue_1"), "defense"))
    assert fired.get("prone", 0) == dice


@pytest.mark.rule("SS-F4")
def test_the_prone_defend_worse_against_blows() -> None:
    """-2 in melee, at whatever reach."""
    for weapon, distance in (("knife", 1), ("pole_axe", 3)):
        battle = table([unit((1, 1), weapons=[weapon])], [target((1 + distance, 1))], dice=order(1, 6))
        take(battle, "drop_prone", "end")
        assert terms(roll(quietly(battle, "strike blue_1"), "defense"))["prone"] == -2


@pytest.mark.rule("SS-F4")
@pytest.mark.rule("SS-H5")
def test_wounds_count_for_defense() -> None:
    """Half of blue's Flesh is gone: the next defense has two dice fewer."""
    battle = table(
        [unit((1, 1), skills={"pistols": 3}), unit((1, 3), skills={"pistols": 3})],
        [target((5, 1), flesh=14, attributes={"strength": 9, "body": 4})],
        dice=order(6, 5, 1),
    )
    play(battle, "shoot blue_1", "522222 222222 22")
    pass_until(battle, "red_2")
    assert terms(roll(quietly(battle, "shoot blue_1"), "defense"))["wounded"] == -2


@pytest.mark.rule("SS-F4")
@pytest.mark.parametrize(
    ("attacker", "defender", "dice"),
    [
        ("knife", "knife", 0),
        ("sword", "knife", -1),
        ("pole_axe", "knife", -2),
        ("knife", "sword", 1),
        ("knife", "pole_axe", 2),
        ("pole_axe", "sword", -1),
        ("sword", "sword", 0),
        ("sword", "light_pistol", -1),  # a gun in hand has no reach
    ],
)
def test_net_reach(attacker: str, defender: str, dice: int) -> None:
    """A die per point of reach, for or against the defender."""
    red, blue = unit((1, 1), weapons=[attacker]), target((2, 1), weapons=[defender])
    assert defended(red, blue, "strike blue_1").get("reach", 0) == dice


@pytest.mark.rule("SS-F4")
def test_reach_counts_in_melee_only_and_of_what_strikes() -> None:
    """A punch has no reach, whatever the other hand holds; a shot asks for none."""
    assert defended(unit((1, 1), weapons=["pole_axe"]), target((2, 1), weapons=["sword"]), "punch blue_1")["reach"] == 1
    assert defended(unit((1, 1)), target((2, 1), weapons=["sword"]), "shoot blue_1").get("reach", 0) == 0


@pytest.mark.rule("SS-F4")
def test_each_attack_defended_against_costs_a_die() -> None:
    """0, -1, -2 against three attackers; after blue's own phase it starts anew."""
    red = [unit((1, y), skills={"pistols": 3}) for y in (0, 1, 2)]
    battle = table(red, [target((5, 1))], dice=order(6, 5, 4, 1))
    for before, name in enumerate(("red_1", "red_2", "red_3")):
        pass_until(battle, name)
        fired = terms(roll(quietly(battle, "shoot blue_1"), "defense"))
        assert fired.get("defended before", 0) == -before
    pass_until(battle, "blue_1")
    pass_until(battle, "red_1")
    assert battle.unit("blue_1")["defended"] == 0
    assert "defended before" not in terms(roll(quietly(battle, "shoot blue_1"), "defense"))


@pytest.mark.rule("SS-F4")
@pytest.mark.parametrize(("place", "dice"), [((6, 1), -3), ((6, 2), -3), ((7, 1), 0)])
def test_who_is_in_melee_defends_worse_against_shots(place: tuple[int, int], dice: int) -> None:
    """-3 with an enemy beside, also diagonally; an enemy two metres off does not count."""
    battle = table([unit((1, 1)), target(place, weapons=["knife"])], [target((5, 1))], dice=order(6, 1, 1))
    assert terms(roll(quietly(battle, "shoot blue_1"), "defense")).get("shot at in melee", 0) == dice


@pytest.mark.rule("SS-F4")
def test_a_friend_beside_is_no_melee_and_blows_know_no_such_penalty() -> None:
    """Only enemies count, and only for shots."""
    battle = table([unit((1, 1))], [target((5, 1)), target((6, 1))], dice=order(6, 1, 1))
    assert "shot at in melee" not in terms(roll(quietly(battle, "shoot blue_1"), "defense"))
    assert defended(unit((1, 1), weapons=["knife"]), target((2, 1)), "strike blue_1") == PLAIN


@pytest.mark.rule("SS-F4")
@pytest.mark.parametrize(("letter", "dice"), [("o", 2), ("O", 4)])
def test_cover_adds_to_defense(letter: str, dice: int) -> None:
    """Partial cover +2 (a low wall), good cover +4 (a barricade)."""
    ground = "\n".join(["." * 12, f"....{letter}" + "." * 7, "." * 12])
    battle = table([unit((1, 1))], [target((5, 1))], ground, dice=order(1, 6))
    take(battle, "take_cover", "end")
    assert terms(roll(quietly(battle, "shoot blue_1"), "defense")) == {**PLAIN, "cover": dice}


@pytest.mark.rule("SS-F4")
def test_the_shooter_beside_one_does_not_distract_from_itself() -> None:
    """Source, combat page, Defender in Melee: -3 because all attention is on another, up close. Red_1 shoots point-blank."""
    battle = table([unit((4, 1))], [target((5, 1), weapons=["knife"])])
    assert "shot at in melee" not in terms(roll(quietly(battle, "shoot blue_1"), "defense"))


@pytest.mark.rule("SS-F4")
def test_across_a_closed_corner_nobody_fights() -> None:
    """Red_2 stands diagonally beyond two walls that touch: it takes no attention up close."""
    ground = "\n".join(["." * 12, "." * 12, "." * 6 + "#" + "." * 5, "." * 5 + "#" + "." * 6])
    battle = table([unit((1, 2)), target((6, 3), weapons=["knife"])], [target((5, 2))], ground, dice=order(6, 1, 1))
    assert "shot at in melee" not in terms(roll(quietly(battle, "shoot blue_1"), "defense"))


@pytest.mark.rule("SS-F4")
def test_from_a_high_ledge_nobody_fights() -> None:
    """Red_2 stands three metres above blue."""
    heights = "\n".join(["000000030000"] * 3)
    battle = table(
        [unit((1, 1)), target((7, 1), weapons=["knife"])],
        [target((6, 1))],
        "\n".join(["." * 12] * 3),
        heights=heights,
        dice=order(6, 1, 1),
    )
    assert "shot at in melee" not in terms(roll(quietly(battle, "shoot blue_1"), "defense"))


BLASTS = {"fragmentation_grenade": {"timed": 0, "penetration": 0}}  # goes off as it lands
FACING_AWAY = {"facing": "east", "flesh": 60}


@pytest.mark.rule("SS-F4", "SS-F5", "SS-F6")
@pytest.mark.parametrize(("blue", "before"), [({}, -1), (FACING_AWAY, 0)])
@pytest.mark.parametrize("attack", ["throw blue_1", "shoot blue_1"])
def test_only_who_could_defend_has_defended(attack: str, blue: dict, before: int) -> None:
    """Source, Defense Modifiers: if a character has defended. Who is unaware has not, be it shot at or in a blast."""
    reds = [
        target((2, 2), weapons=["light_pistol", "fragmentation_grenade"], skills={"throwing": 3, "pistols": 3}),
        target((2, 3), weapons=["light_pistol"], skills={"pistols": 3}),
    ]
    battle = table(reds, [target((12, 2), **{"flesh": 60, "facing": "west", **blue})], dice=order(6, 5, 1), forged=BLASTS)
    if "throw" in attack:
        play(battle, "switch fragmentation_grenade")
    for name in ("red_1", "red_2"):
        battle.unit(name)["engaged"] = 1
    battle.unit("blue_1")["engaged"] = 0
    quietly(battle, attack)
    assert battle.unit("blue_1")["engaged"] == 1
    play(battle, "end")
    assert terms(roll(quietly(battle, "shoot blue_1"), "defense")).get("defended before", 0) == before


@pytest.mark.rule("SS-F4", "SS-A4")
def test_who_holds_somebody_has_no_defense_against_a_blast_either() -> None:
    """Source, Grappling: the holder cannot defend itself. So it has not defended, too."""
    reds = [target((4, 2), skills={"unarmed": 4}, flesh=60), target((12, 3))]
    blues = [target((5, 2), flesh=60), target((12, 2), weapons=["fragmentation_grenade"], skills={"throwing": 3})]
    battle = table(reds, blues, dice=order(6, 1, 1, 5), forged=BLASTS)
    play(battle, "grapple blue_1", "5222222 222222")
    play(battle, "end")
    assert battle.decision is not None
    assert battle.decision.unit == "blue_2"
    battle.dictate([5, 5, 5, 2, 2, 2] + [2] * 100)
    events = battle.step("throw red_1")
    battle.dictate([])
    thrown = [event for event in events if event.kind == "roll" and event.numbers["purpose"] == "defense"]
    assert {event.actor: len(event.dice) > 0 for event in thrown}["red_1"] is False
    assert battle.unit("red_1")["defended"] == 0
