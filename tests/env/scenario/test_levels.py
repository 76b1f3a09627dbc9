"""Levels: battles that are drawn by a number, for ever the same."""

import json
import re
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from fireteam.content.errors import ContentError
from fireteam.env.rules.arena import UNREACHABLE
from fireteam.env.scenario.levels.model import MAPS, MISSIONS, STARTS, Draw
from fireteam.env.scenario.levels.worth import worth_of
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.scenario.setup import laid_out, prepared
from fireteam.env.seats.levels import END, TEST, Levels, levels_of

SHIPPED = ("swan_song", "d10_pool", "ladder")
LEVELS = load_scenario("levels")
NUMBERS = [*range(24), TEST, TEST + 1, END - 1]


def drawing_of(**changes: Any) -> Scenario:
    """Return the levels that come with the package, with some of what they draw changed."""
    assert LEVELS.draw is not None
    written = LEVELS.draw.model_dump(exclude_unset=True) | changes
    return LEVELS.model_copy(update={"draw": Draw.model_validate(written)})


def digest(scenario: Scenario, number: int) -> int:
    """Return a digest of all that a number draws."""
    return crc32(scenario.drawn(number).model_dump_json().encode())


def test_a_number_draws_the_same_battle_for_ever() -> None:
    """The battles of some numbers are those of version 2: other ones are a new version of the levels."""
    assert {number: digest(LEVELS, number) for number in DIGESTS} == DIGESTS


def test_what_was_drawn_before_there_were_levels_is_drawn_still() -> None:
    """Scenarios with [draw] give the maps and teams that they gave before other kinds of maps could be drawn."""
    skirmish = load_scenario("skirmish")
    drawn = {seed: skirmish.drawn(seed) for seed in SKIRMISHES}
    texts = {seed: f"{one.drawing().ground}{one.drawing().marks}{names_of(one)}" for seed, one in drawn.items()}
    assert {seed: crc32(text.encode()) for seed, text in texts.items()} == SKIRMISHES


def names_of(scenario: Scenario) -> list[list[str]]:
    """Return the templates of all teams."""
    return [[unit.template for unit in team.units] for team in scenario.teams]


@pytest.mark.parametrize("system", SHIPPED)
def test_nobody_is_shut_off(system: str) -> None:
    """Everybody can walk to every enemy, to the ground that is fought for, and to the tiles by which teams leave."""
    scenario = load_scenario("levels", system)
    for number in NUMBERS:
        field = prepared(scenario.drawn(number))
        arena = field.arena[0]
        size, width = int(arena["size"]), int(arena["width"])
        paths = arena["paths"][: size * size].reshape(size, size)
        units = field.opening[0]["units"][: len(field.roster)]
        places = (units["y"].astype(int) * width + units["x"]).tolist()
        zones = np.flatnonzero(np.isin(arena["tiles"]["zone"][:size], [ord("k"), ord("x")])).tolist()
        reached = paths[np.ix_(places, [*places, *zones])]
        assert (reached != UNREACHABLE).all(), f"level {number}"


@pytest.mark.parametrize("feature", ["maps", "starts", "missions", "matches", "light", "mirrored", "fog", "rounds", "waves"])
def test_each_feature_is_drawn_by_itself(feature: str) -> None:
    """Other weights of one feature leave the others as they are."""
    other: dict[str, Any] = {
        "maps": {"scattered": 1},
        "starts": {"corners": 1},
        "missions": {"meeting": 1},
        "matches": {"any": 1},
        "light": {"black": 1},
        "mirrored": 100,
        "fog": 100,
        "rounds": [30, 30],
        "waves": 100,
    }
    changed = drawing_of(**{feature: other[feature]})
    for number in range(12):
        own = {"maps": "kind", "starts": "start", "missions": "mission"}.get(feature, feature)
        for name in {"kind", "start", "mission", "mirrored"} - {own}:
            assert getattr(changed.facts(number), name) == getattr(LEVELS.facts(number), name), (number, name)
        ours, theirs = LEVELS.drawn(number), changed.drawn(number)
        for name in {"light", "fog", "rounds"} - {feature}:
            assert getattr(ours, name) == getattr(theirs, name), (number, name)


def test_everything_is_drawn_that_has_a_weight() -> None:
    """Among some hundred levels there is every kind of map, start and mission, and nothing that has no weight."""
    facts = [LEVELS.facts(number) for number in range(300)]
    assert {one.kind for one in facts} == set(MAPS)
    assert {one.start for one in facts} == set(STARTS)
    assert {one.mission for one in facts} == set(MISSIONS)
    assert {one.kind for one in map(drawing_of(maps={"woods": 3, "yards": 0}).facts, range(20))} == {"woods"}
    assert {one.mirrored for one in map(drawing_of(mirrored=0).facts, range(20))} == {False}


def test_even_teams_have_even_chances_by_the_table() -> None:
    """Teams that are to have even chances have them by the table of their system: nine of ten from 40 to 60 per cent."""
    even = drawing_of(matches={"even": 1}, missions={"meeting": 1})
    shares = [even.facts(number).share for number in range(60)]
    assert sum(share is not None and 0.4 <= share <= 0.6 for share in shares) >= 54
    assert any(len(first) != len(second) for first, second in (names_of(even.drawn(number)) for number in range(60)))


def test_the_same_teams_have_the_same_units() -> None:
    """Teams that are to be the same are, and then the table calls a battle that is alike for both sides even."""
    same = drawing_of(matches={"same": 1}, missions={"hill": 1}, starts={"ends": 1}, waves=0)
    for number in range(20):
        first, second = names_of(same.drawn(number))
        assert first == second
        assert same.facts(number).share == 0.5


def test_teams_of_their_own_sizes_and_units() -> None:
    """A team that is drawn from units of its own has no others; a team that is kept fights as it is written."""
    odd = drawing_of(sides={"red": {"units": [1, 2], "templates": ["marksman"]}}, kept=["blue"])
    for number in range(10):
        red, blue = names_of(odd.drawn(number))
        assert set(red) == {"marksman"}
        assert 1 <= len(red) <= 2
        assert blue == ["soldier"]


@pytest.mark.parametrize("mission", MISSIONS)
def test_missions_can_be_fought(mission: str) -> None:
    """Each mission gives objectives that its map has the ground for, and that fit its teams."""
    only = drawing_of(missions={mission: 1})
    for number in range(12):
        level = only.drawn(number)
        laid_out(level)
        kinds = sorted(team.objective.kind for team in level.teams)
        assert (
            kinds
            == {
                "meeting": ["eliminate", "eliminate"],
                "hill": ["hold", "hold"],
                "assault": ["eliminate", "hold"],
                "breakthrough": ["eliminate", "exit"],
                "escort": ["eliminate", "exit"],
                "bodyguard": ["eliminate", "protect"],
            }[mission]
        )
        acts = only.facts(number).attacker
        assert (acts >= 0) == bool(level.winner_at_limit)
        if acts >= 0:
            assert level.winner_at_limit == level.teams[1 - acts].name


def test_waves_come_later() -> None:
    """Half of a team comes in a later round where there are waves, and somebody of each team is there from the start."""
    late = drawing_of(waves=100, units=[2, 6])
    for number in range(20):
        level = late.drawn(number)
        rounds = [[unit.arrives for unit in team.units] for team in level.teams]
        assert any(any(one) for one in rounds)
        assert all(one[0] == 0 for one in rounds)


def test_options_of_the_rules_are_drawn() -> None:
    """Readings of the rules are in force as often as they are to be, in the systems that have them."""
    pools = load_scenario("levels", "d10_pool")
    assert pools.draw is not None
    draw = pools.draw.model_copy(update={"options": {"weather": {"storm": 1, "clear": 0}}})
    stormy = pools.model_copy(update={"draw": draw})
    assert {stormy.drawn(number).options.weather for number in range(5)} == {"storm"}


@pytest.mark.parametrize(
    ("said", "start", "stop"),
    [
        ("levels", 0, TEST),
        ("levels:5", 5, 6),
        ("17", 17, 18),
        ("0..11", 0, 12),
        ("skirmish:3..4", 3, 5),
        ("levels:test", TEST, END),
        (range(7, 9), 7, 9),
    ],
)
def test_levels_by_what_people_write(said: Any, start: int, stop: int) -> None:
    """A name means all training levels; numbers at its end, or alone, mean those."""
    assert levels_of(said).numbers == range(start, stop)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("yard", "draws nothing: it has no [draw]"),
        ("levels:9..3", "the first one is the smallest"),
        ([3, -1], "must be whole numbers from 0"),
        ([1.5], "must be whole numbers from 0"),
        (range(0), "one at least"),
        (range(TEST - 1, TEST + 1), "are for training, the others for tests"),
        (f"levels:{END}", "from 0 to"),
        (3.5, "must be a range"),
        ("lewels", "no scenario is called 'lewels'. Did you mean 'levels'"),
    ],
)
def test_what_are_no_levels(said: Any, wrong: str) -> None:
    """What names no levels is refused with a sentence."""
    with pytest.raises(ContentError, match=re.escape(wrong)):
        levels_of(said)


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"maps": {"yard": 1}}, "maps"),
        ({"maps": {"yards": 0}}, "maps: must give a weight above 0"),
        ({"starts": {}}, "starts: must give a weight above 0"),
        ({"rounds": [20, 10]}, "rounds = [20, 10]: must be a range within 1 to 500"),
        ({"sides": {"red": {"units": [0, 3]}}}, "sides.red.units = [0, 3]: must be a range within 1 to 8"),
        ({"sides": {"red": {}}, "kept": ["red"]}, "team 'red' is kept as it is written"),
        ({"sides": {"rde": {}}}, "draw.sides: 'rde' is no team. Did you mean 'red'?"),
        ({"templates": ["soldeir"]}, "draw.templates"),
        ({"sides": {"red": {"templates": ["soldeir"]}}}, "draw.sides.red.templates"),
        ({"options": {"wether": {"fog": 1}}}, "draw.options.wether: no option is called 'wether'"),
    ],
)
def test_what_cannot_be_drawn(changes: dict[str, Any], wrong: str, tmp_path: Path) -> None:
    """What is wrong in [draw] is said with its place."""
    assert LEVELS.draw is not None
    draw = LEVELS.draw.model_dump(exclude_unset=True) | changes
    teams = [f'[[teams]]\nname = "{name}"\nunits = [{{ template = "soldier" }}]' for name in ("red", "blue")]
    lines = ['title = "Mine"', "[draw]", *(f"{key} = {inline(value)}" for key, value in draw.items()), *teams]
    path = tmp_path / "mine.scenario.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(ContentError, match=re.escape(wrong)):
        load_scenario(path)


def inline(value: Any) -> str:
    """Return a value as TOML on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {inline(inner)}" for key, inner in value.items()) + " }"
    return json.dumps(value)


def test_levels_are_a_sequence_of_battles() -> None:
    """Levels have a length and are taken by their place; a stream draws each of their numbers."""
    few = Levels(LEVELS, range(100, 104))
    assert len(few) == 4
    assert few[1] == LEVELS.drawn(101)
    assert {few.number(7, battle) for battle in range(60)} == {100, 101, 102, 103}


@pytest.mark.parametrize("system", SHIPPED)
def test_every_system_has_a_table_of_worth(system: str) -> None:
    """The table of each system has every template that levels draw, and was measured with some thousand battles."""
    worth = worth_of(system)
    assert LEVELS.draw is not None
    assert set(worth.templates) >= set(LEVELS.draw.templates)
    assert worth.battles >= 4000
    assert all(value > 0 for value in worth.templates.values())


DIGESTS: dict[int, int] = {
    0: 277201219,
    1: 4188422123,
    2: 94442872,
    3: 235306589,
    4: 1326728529,
    5: 3778326157,
    17: 92795827,
    1000000: 2182055117,
    2147483648: 3184526183,
    4294967295: 1523886463,
}
SKIRMISHES: dict[int, int] = {
    0: 2581379246,
    1: 3376466581,
    7: 2664127912,
    12345: 2136689542,
    18446744073709551615: 1651348271,
}
