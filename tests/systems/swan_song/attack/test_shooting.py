"""SS-R8 to SS-R10: range, recoil, light, smoke and shots at what cannot be seen."""

import pytest

from fireteam.env.battle import Battle
from tabletop import *

WEAPON_SKILLS = {"pistols": 9, "automatics": 9, "longarms": 9, "heavy_weapons": 9, "archery": 9}


def lane(length: int) -> str:
    """Return an open lane in which somebody at its west end has so many metres before it."""
    return "\n".join(["." * (length + 1)] * 3)


def shot_at(distance: int, weapon: str) -> dict[str, int] | None:
    """Return the terms of a shot over a distance in metres, None where no shot is open."""
    battle = table([unit((0, 1), weapons=[weapon], skills=WEAPON_SKILLS)], [target((distance, 1))], lane(distance))
    if "shoot blue_1" not in choices(battle):
        return None
    return terms(roll(quietly(battle, "shoot blue_1"), "attack"))


@pytest.mark.rule("SS-R8")
@pytest.mark.parametrize(("distance", "dice"), [(5, 0), (6, -1), (15, -1), (16, -3), (30, -3), (31, -6), (50, -6)])
def test_range_costs_dice(distance: int, dice: int) -> None:
    """A light pistol: short to 5 metres, medium to 15, long to 30, extreme to 50."""
    fired = shot_at(distance, "light_pistol")
    assert fired is not None
    assert fired.get("range", 0) == dice


@pytest.mark.rule("SS-R8")
@pytest.mark.parametrize(("weapon", "farthest"), [("light_pistol", 50), ("heavy_pistol", 60), ("bow", 120)])
def test_nothing_is_shot_at_beyond_extreme_range(weapon: str, farthest: int) -> None:
    """One metre beyond the last band the target can be neither shot at nor aimed at."""
    assert shot_at(farthest, weapon) is not None
    assert shot_at(farthest + 1, weapon) is None
    battle = table([unit((0, 1), weapons=[weapon], skills=WEAPON_SKILLS)], [target((farthest + 1, 1))], lane(farthest + 1))
    assert "aim" not in verbs(battle)


@pytest.mark.rule("SS-R8")
@pytest.mark.parametrize(
    ("weapon", "short"),
    [
        ("heavy_pistol", 5),
        ("submachine_gun", 10),
        ("assault_rifle", 25),
        ("shotgun", 10),
        ("sniper_rifle", 50),
        ("machine_gun", 25),
        ("bow", 10),
    ],
)
def test_the_bands_belong_to_the_weapon(weapon: str, short: int) -> None:
    """Short range ends where the weapon's class says."""
    inside, outside = shot_at(short, weapon), shot_at(short + 1, weapon)
    assert inside is not None
    assert outside is not None
    assert "range" not in inside
    assert outside["range"] == -1


@pytest.mark.rule("SS-R8")
def test_bands_are_metres_not_tiles() -> None:
    """On a map of two metres a tile, three tiles are beyond a pistol's five metres."""
    for tiles, dice in ((2, 0), (3, -1)):
        battle = table([unit((0, 1))], [target((tiles, 1))], metres_per_tile=2)
        assert terms(roll(quietly(battle, "shoot blue_1"), "attack")).get("range", 0) == dice


def gunner(weapon: str, strength: int = 3, dice: list[int] | None = None) -> Battle:
    """Return a battle of red_1 with a gun, quick enough for three phases a round, against a target at four metres."""
    red = unit((1, 1), weapons=[weapon], skills=WEAPON_SKILLS, attributes={"strength": strength}, initiative_dice=3)
    return table([red], [target((5, 1), attributes={"reaction": 9, "intuition": 9})], dice=dice or [6, 6, 6, 1, 1, 1])


def recoil(battle: Battle, action: str = "shoot blue_1") -> int:
    """Shoot, and return the recoil modifier of the shot."""
    return terms(roll(quietly(battle, action), "attack")).get("recoil", 0)


@pytest.mark.rule("SS-R9")
@pytest.mark.parametrize(
    ("weapon", "mode", "action", "strength", "modifier"),
    [
        ("light_pistol", "SA", "shoot", 3, 0),  # one round
        ("light_pistol", "SA", "volley", 3, -1),  # 3 - 1 - ceil(3/3)
        ("light_pistol", "SA", "volley", 4, 0),  # 3 - 1 - ceil(4/3)
        ("submachine_gun", "BF", "shoot", 3, 0),  # 3 - 1 - 1 - 1
        ("submachine_gun", "BF", "volley", 3, -3),  # 6 - 1 - 1 - 1
        ("submachine_gun", "FA", "shoot", 3, -3),
        ("submachine_gun", "FA", "volley", 3, -7),  # 10 - 1 - 1 - 1
        ("submachine_gun", "FA", "volley", 7, -5),  # 10 - 1 - 1 - ceil(7/3)
        ("machine_gun", "FA", "volley", 3, -5),  # 10 - 1 - 3 - 1
    ],
)
def test_rounds_beyond_the_first_and_compensation_cost_a_die(
    weapon: str, mode: str, action: str, strength: int, modifier: int
) -> None:
    """The weapon compensates what the catalog says, its bearer a third of Strength, rounded up."""
    battle = gunner(weapon, strength)
    if f"mode {mode}" in choices(battle):
        play(battle, f"mode {mode}")
    assert recoil(battle, f"{action} blue_1") == modifier


@pytest.mark.rule("SS-R9")
def test_bows_do_not_recoil() -> None:
    """Recoil is for firearms; a bow's second arrow flies like its first."""
    battle = gunner("bow")
    assert recoil(battle) == 0
    quietly(battle, "reload")
    next_phase(battle, "red_1")
    assert recoil(battle) == 0


@pytest.mark.rule("SS-A4")
def test_a_bow_is_drawn_and_loosed() -> None:
    """Source, combat actions, Fire Weapon: a simple action draws the string, a free one looses it."""
    battle = gunner("bow")
    quietly(battle, "shoot blue_1")
    assert (battle.unit("red_1")["ap"], battle.unit("red_1")["free_used"]) == (2, 1)
    battle = gunner("bow")
    assert "aim" not in verbs(battle)  # to draw it then would cost the aim
    play(battle, "ready")
    assert "ready" not in verbs(battle)
    for _ in range(2):
        play(battle, "aim blue_1")
    assert battle.unit("red_1")["ap"] == 0
    fired = roll(quietly(battle, "shoot blue_1"), "attack")
    assert terms(fired)["aimed"] == 2
    assert (battle.unit("red_1")["ap"], battle.unit("red_1")["free_used"]) == (0, 1)


@pytest.mark.rule("SS-A4")
@pytest.mark.parametrize(("drawn", "points"), [(True, 1), (False, 2)])
def test_a_second_free_action_costs_the_archer_a_point(drawn: bool, points: int) -> None:
    """After a walk has taken the free action of the pass, to loose the bow costs a point more; put away it goes slack."""
    battle = gunner("bow")
    if drawn:
        play(battle, "ready")
    play(battle, "walk")
    before = battle.unit("red_1")["ap"]
    quietly(battle, "shoot blue_1")
    assert before - battle.unit("red_1")["ap"] == points


@pytest.mark.rule("SS-R9")
def test_recoil_adds_up_from_phase_to_phase() -> None:
    """Bursts of three, three and three: 3 - 3, 6 - 3, 9 - 3 rounds too many."""
    battle = gunner("submachine_gun")
    play(battle, "mode BF")
    fired = []
    for _ in range(3):
        fired.append(recoil(battle))
        next_phase(battle, "red_1")
    assert fired == [0, -3, -6]


@pytest.mark.rule("SS-R9")
def test_a_phase_without_shooting_ends_recoil() -> None:
    """After a pause the next burst is as good as the first."""
    battle = gunner("submachine_gun")
    play(battle, "mode BF")
    assert recoil(battle, "volley blue_1") == -3
    next_phase(battle, "red_1")
    next_phase(battle, "red_1")
    assert recoil(battle, "volley blue_1") == -3


@pytest.mark.rule("SS-R9")
@pytest.mark.rule("SS-U4")
def test_taking_aim_lowers_recoil_by_one() -> None:
    """The second burst would have -3; aimed once -2, aimed twice -1."""
    for aims, modifier in ((0, -3), (1, -2), (2, -1)):
        battle = gunner("submachine_gun")
        play(battle, "mode BF")
        recoil(battle)
        next_phase(battle, "red_1")
        for _ in range(aims):
            play(battle, "aim blue_1")
        assert recoil(battle) == modifier


@pytest.mark.rule("SS-R10")
@pytest.mark.parametrize(("light", "dice"), [("clear", 0), ("dim", -1), ("dark", -3), ("black", -6)])
def test_light_costs_dice(light: str, dice: int) -> None:
    """The less light there is, the fewer dice a shot has."""
    battle = table([unit((1, 1), skills=WEAPON_SKILLS)], [target((5, 1))], light=light)
    assert terms(roll(quietly(battle, "shoot blue_1"), "attack")).get("light", 0) == dice


@pytest.mark.rule("SS-R10")
@pytest.mark.parametrize(("smoke", "dice"), [("...", 0), ("%..", -1), ("%%.", -3), ("%%%", -6)])
def test_smoke_on_the_line_costs_dice(smoke: str, dice: int) -> None:
    """One tile of smoke, two, and three or more; light and smoke add up."""
    ground = "\n".join(["." * 12, f"..{smoke}" + "." * 7, "." * 12])
    battle = table([unit((1, 1), skills=WEAPON_SKILLS)], [target((5, 1))], ground, light="dim")
    fired = terms(roll(quietly(battle, "shoot blue_1"), "attack"))
    assert fired.get("smoke", 0) == dice
    assert fired["light"] == -1


@pytest.mark.rule("SS-R10")
def test_blows_lose_nothing_in_the_dark() -> None:
    """Light and smoke are modifiers of shots."""
    battle = table([unit((1, 1), weapons=["knife"], skills={"blades": 3})], [target((2, 1))], light="black")
    assert terms(roll(quietly(battle, "strike blue_1"), "attack")) == {"Agility": 3, "Blades": 3}


PLASTER = "\n".join(["." * 12, "...p" + "." * 8, "." * 12])


@pytest.mark.rule("SS-R10")
def test_blind_fire_costs_six_dice() -> None:
    """Behind a plaster wall blue cannot be seen, but shot at; it cannot be aimed at."""
    battle = table([unit((1, 1), skills={"pistols": 9})], [target((5, 1))], PLASTER, legend={"p": "partition"})
    assert battle.cover("blue_1", "red_1") == "total"
    assert "shoot blue_1" in choices(battle)
    assert "aim blue_1" not in choices(battle)
    events = play(battle, "shoot blue_1", "555222 222222 2")
    assert terms(roll(events, "attack"))["blind fire"] == -6
    assert only(events, "through_cover").numbers["damage"] == 8  # 6 + 3, and a point for the wall


@pytest.mark.rule("SS-R10")
def test_who_is_in_sight_is_not_shot_at_blindly() -> None:
    """The same shot past the wall."""
    battle = table([unit((1, 0), skills={"pistols": 9})], [target((5, 0))], PLASTER, legend={"p": "partition"})
    events = quietly(battle, "shoot blue_1")
    assert terms(roll(events, "attack")) == {"Agility": 3, "Pistols": 9}
    assert "through_cover" not in kinds_of(events)


@pytest.mark.rule("SS-R10")
def test_blind_fire_is_not_open_where_nothing_could_pass() -> None:
    """A pistol's best hit, 6 + 6, does not exceed the armor of a brick wall, 16."""
    battle = table([unit((1, 1), skills={"pistols": 9})], [target((5, 1))], PLASTER, legend={"p": "wall"}, dice=order(6, 1))
    assert "shoot" not in verbs(battle)
