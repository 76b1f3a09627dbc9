"""Field by field: what a team in fog is told of units, of other teams, of changed ground, and of the fallen."""

import pytest
from fogged import differences, fields_seen, three_teams

from fireteam.env.battle import Battle
from fireteam.env.rules.record import DEAD, DOWN, NOBODY
from fireteam.env.rules.sides.knowledge import BROKEN, MOVED, MOVED_TWICE
from fireteam.env.rules.verbs import SHOOT
from fireteam.systems.ladder.rules.tables import OUT

LEAVES_ROOM = "......######"  # red sees blue, and nothing of gold
RED, BLUE, GOLD = range(3)
SYSTEMS = ("swan_song", "d10_pool", "ladder")
by_system = pytest.mark.parametrize("system", SYSTEMS)

# Of an enemy in sight that was not studied: what every system shows of it, and what one has besides.
ANYBODY = {
    "team", "status", "x", "y", "facing", "prone", "covered", "broken", "due", "side", "engaged", "hidden", "falling",
    "amid", "ap", "steps", "shot", "score", "acted", "diagonals", "hand", "off_hand", "attacked", "aim", "aim_at", "metres",
    "carries", "carried_by", "aboard",
}  # fmt: skip
IN_VIEW = {
    "d10_pool": {"gait", "pace", "mind"},
    "ladder": {
        "items", "actions", "awaits", "bearing", "gripped", "held_by", "holds", "kept_up", "pinned", "resisted", "strangles",
        "warded",
    },
}  # fmt: skip
STUDIED = {
    "d10_pool": {"begun", "cap", "committed", "dedicated", "level", "scars", "spent", "stunned"},
    "ladder": {"level"},
}


def fogged(system: str) -> Battle:
    """Return red, blue in its sight, and gold out of it; red decides."""
    battle = Battle(three_teams(LEAVES_ROOM, system), 1, reasons=False)
    assert int(battle.record[0]["teams"]["known"][RED]) & 0b111 == 0b011
    battle.record[0]["decider"] = RED
    return battle


@pytest.mark.parametrize("system", IN_VIEW)
def test_every_field_of_an_enemy_is_known_or_not(system: str) -> None:
    """In sight it shows what can be seen, once studied how it fares, too; of one that is not known nothing is told."""
    battle = fogged(system)
    assert fields_seen(battle, BLUE) == ANYBODY | IN_VIEW[system]
    battle.record[0]["teams"]["studied"][RED] = 0b110
    assert fields_seen(battle, BLUE) == ANYBODY | IN_VIEW[system] | STUDIED[system]
    assert fields_seen(battle, GOLD) == {"team"}


# Fields of an enemy that name somebody else, each with a number that goes with it; and those that are sets of units.
LINKED = [("aim_at", "aim"), ("carries", ""), ("carried_by", ""), ("aboard", "")]
LINKED_BY = {
    "swan_song": [*LINKED, ("charge", ""), ("together", ""), ("holds", ""), ("held_by", "hold")],
    "d10_pool": LINKED,
    "ladder": [*LINKED, ("awaits", ""), ("holds", "strangles"), ("held_by", "pinned"), ("kept_up", "")],
}
MARKED_BY = {"swan_song": ["amid", "asked", "surprised_by"], "d10_pool": [], "ladder": ["warded"]}


@by_system
def test_no_link_of_an_enemy_leads_to_the_unknown(system: str) -> None:
    """Whom blue aims at, holds, carries or guards against shows if red knows of gold, and not if it does not."""
    battle = fogged(system)
    for known in (False, True):
        battle.record[0]["teams"]["known"][RED] |= known << GOLD
        for name, besides in LINKED_BY[system]:
            other = battle.copy()
            other.unit("blue_1")[name] = GOLD
            if besides:
                other.unit("blue_1")[besides] = 1
            assert bool(differences(battle, other, RED)) == known, name
        for name in MARKED_BY[system]:
            other = battle.copy()
            other.unit("blue_1")[name] = 1 << GOLD
            assert bool(differences(battle, other, RED)) == known, name


@pytest.mark.parametrize(
    ("team", "told"),
    [(RED, {"known", "studied", "fallen", "rounds_held", "escaped"}), (BLUE, {"rounds_held", "escaped"})],
)
@by_system
def test_what_other_teams_know_is_not_told(system: str, team: int, told: set[str]) -> None:
    """Only how far another team is shows, not what it has seen, studied, or seen fall."""
    battle, found = fogged(system), set()
    for name in battle.record[0]["teams"].dtype.names or ():
        other = battle.copy()
        other.record[0]["teams"][name][team] ^= 0b110
        if differences(battle, other, RED):
            found.add(name)
    assert found == told


@pytest.mark.parametrize("state", [MOVED, BROKEN, MOVED_TWICE])
def test_what_other_teams_take_the_ground_for_is_not_told(state: int) -> None:
    """A door that red has seen move looks the same to it, whatever blue and gold have seen of it."""
    scenario = three_teams("#V##########")
    drawing = scenario.map.model_copy(update={"legend": {"V": "vault_door"}})
    battle = Battle(scenario.model_copy(update={"map": drawing}), 1, reasons=False)
    battle.record[0]["changed"] = 1
    change = battle.record[0]["changes"][0]
    change["tile"], change["x"], change["y"], change["believed"] = 2 * 12 + 1, 1, 2, state
    change["terrain"] = list(battle.field.catalog.terrain).index("debris")
    for others in range(16):
        other = battle.copy()
        other.record[0]["changes"][0]["believed"] = state | others << 2
        assert not differences(battle, other, RED)


@pytest.mark.parametrize(
    ("system", "status", "wounds", "taken_for"),
    [
        ("swan_song", DOWN, [{"flesh": 0}, {"flesh": -3}, {"flesh": 2, "strain": 12}], {"flesh": 0, "stable": 1}),
        ("ladder", DOWN, [{"level": OUT}, {"level": OUT + 2}], {"level": OUT}),
        ("ladder", DEAD, [{"level": 10}, {"level": 14}], {"level": 10}),
    ],
)
def test_how_badly_the_fallen_are_hurt_is_not_told(
    system: str, status: int, wounds: list[dict[str, int]], taken_for: dict[str, int]
) -> None:
    """Who lies in sight is taken for just as hurt as it takes to fall, until it is studied."""
    battle = fogged(system)
    body = battle.unit("blue_1")
    body["status"] = status
    for wound in wounds:
        for name, number in wound.items():
            body[name] = number
        seen = battle.as_known(RED).unit("blue_1")
        assert {name: int(seen[name]) for name in taken_for} == taken_for
    battle.record[0]["teams"]["studied"][RED] = 0b110
    seen = battle.as_known(RED).unit("blue_1")
    assert {name: int(seen[name]) for name in wounds[-1]} == wounds[-1]


def test_how_long_somebody_is_strangled_is_not_told() -> None:
    """Of an enemy's garrote red sees that it strangles; with what outcome only who has studied it."""
    battle = fogged("ladder")
    battle.unit("blue_1")["strangles"] = 3
    assert battle.as_known(RED).unit("blue_1")["strangles"] == 1
    battle.record[0]["teams"]["studied"][RED] = 0b110
    assert battle.as_known(RED).unit("blue_1")["strangles"] == 3


@pytest.mark.parametrize(("y", "decider", "told"), [(0, RED, True), (0, BLUE, False), (3, RED, False)])
def test_plans_are_seen_when_they_are_complete_and_who_has_them_is(y: int, decider: int, told: bool) -> None:
    """LD-T1: blue has declared a shot at red: red sees it if blue is in sight, not only heard, and has done declaring."""
    battle = fogged("ladder")
    battle.unit("blue_1")["x"], battle.unit("blue_1")["y"], battle.record[0]["decider"] = 8, y, decider
    other = battle.copy()
    body = other.unit("blue_1")
    body["items"], body["actions"], body["kept_up"] = 1, 1, RED
    body["plan"][0]["verb"], body["plan"][0]["argument"] = SHOOT, RED
    assert bool(differences(battle, other, RED)) == told
    seen = other.as_known(RED).unit("blue_1")
    assert (int(seen["items"]), int(seen["kept_up"])) == ((1, RED) if told else (0, NOBODY))
