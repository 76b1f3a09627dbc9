"""Changes of a scenario in a few words: what they make of it, and what is said of those that cannot be."""

import random
import re

import pytest
from everysystem import each, under

from fireteam.content.errors import ContentError
from fireteam.env.scenario.changes.apply import Changed, changed, parts_of
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.scenario.setup import laid_out

BANK = load_scenario("bank")


def bank(text: str, **keys: object) -> Changed:
    """Return the bank with a change, as the robbers' game master asks for it."""
    return changed(BANK.model_copy(update=keys), text, "robbers")


def templates(scenario: Scenario, team: int) -> list[str]:
    """Return the templates of a team's units."""
    return [unit.template for unit in scenario.teams[team].units for _ in range(unit.count)]


def test_several_changes_stand_side_by_side() -> None:
    """With & always, with a comma where what follows begins like a change; lists and weights keep theirs."""
    assert parts_of("-Hammer & light=dark") == parts_of("-Hammer, light=dark") == ["-Hammer", "light=dark"]
    assert parts_of("Mara.weapons=knife, pistol, +gunner") == ["Mara.weapons=knife, pistol", "+gunner"]
    assert parts_of("blue=tactician:cover=0,danger=2 & fog=true") == ["blue=tactician:cover=0,danger=2", "fog=true"]


def test_one_more_is_the_double_of_one_that_is_there() -> None:
    """It has what that one has, but for its name; one placed by hand gets its double beside it."""
    made = bank("+police_2").scenario
    assert templates(made, 1) == [*templates(BANK, 1), "guard"]
    x, y = made.teams[1].units[-1].at or (0, 0)
    assert max(abs(x - 20), abs(y - 12)) == 1
    assert templates(bank("+ 2 marksman").scenario, 1)[-2:] == ["marksman"] * 2
    assert templates(bank("robbers+medic").scenario, 0)[-1] == "medic"
    against = bank("+Ada").scenario.teams[1].units[-1]
    assert (against.template, against.name, against.karma) == ("gunslinger", "", 3)


def test_one_more_has_no_place_of_its_own_where_the_map_is_drawn() -> None:
    """It starts with its team, for a tile that is free on one map is none on another."""
    skirmish = load_scenario("skirmish")
    assert skirmish.draw is not None
    kept = skirmish.model_copy(update={"draw": skirmish.draw.model_copy(update={"kept": ["red"]})})
    made = changed(kept, "red+medic", "red").scenario
    assert (made.teams[0].units[-1].template, made.teams[0].units[-1].at) == ("medic", None)
    assert templates(made.drawn(3), 0) == templates(made, 0)


@pytest.mark.parametrize(
    ("scenario", "text"),
    [
        ("bank", "+police_2"),
        ("yard", "+2 gunner"),
        ("stand", "+brawler"),
        ("yard", "+scout & -soldier"),
        ("duel", "+duelist"),
    ],
)
def test_who_is_added_stands_where_it_is_said(scenario: str, text: str) -> None:
    """Much may hang on the tile: the words name that of each, and there a unit of its kind stands which did not before."""
    loaded = load_scenario(scenario)
    made = changed(loaded, text, loaded.teams[0].name)
    places = [(int(x), int(y)) for x, y in re.findall(r"\((\d+), (\d+)\)", made.says)]
    fought = made.scenario if made.after is None else made.after.scenario
    field = laid_out(fought)
    units = field.opening[0]["units"][: len(field.roster)]
    last = [who for who, fighter in enumerate(field.roster) if fighter.team == 1][-len(places) :]
    assert places == [(int(units[who]["x"]), int(units[who]["y"])) for who in last]
    assert len(places) == (2 if "2" in text and "_" not in text else 1)


def test_one_less() -> None:
    """By its name, its template or as agents are called; of the enemies where both sides have some."""
    assert [unit.name for unit in bank("-Ada").scenario.teams[0].units] == ["Brick", "", "", "Ox"]
    assert templates(bank("-2 riot officer").scenario, 1).count("riot_officer") == 1
    assert templates(bank("-police_1").scenario, 1) == templates(BANK, 1)[1:]
    yard = changed(load_scenario("yard"), "-soldier", "red")
    assert (len(templates(yard.scenario, 0)), len(templates(yard.scenario, 1))) == (4, 3)


def test_who_is_left_out_may_keep_its_number() -> None:
    """So that the others keep theirs; whoever is added takes a number that the battle before the change keeps free."""
    assert bank("-Ada").after is not None
    assert bank("-Ada").after.out == (0,)  # type: ignore[union-attr]
    assert bank("-Ada").before is None
    assert bank("+guard").after is None  # it comes behind all others
    added = bank("robbers+medic & -police_1")
    assert added.before is not None
    assert added.after is not None
    assert (added.before.out, added.after.out) == ((5,), (6,))
    assert len(laid_out(added.before.scenario).roster) == len(laid_out(added.after.scenario).roster) == 14
    assert bank("light=dark").after is None


@each
def test_keys_of_every_kind(system: str) -> None:
    """Keys of units, teams and the scenario, bots, numbers of the rules; in every rule system."""
    scenario = under(system)
    made = changed(scenario, "fog=true & rounds=10 & blue.alert=false & blue=guard & soldier.arrives=2", "red")
    assert (made.scenario.fog, made.scenario.rounds, made.scenario.teams[1].alert) == (True, 10, False)
    assert made.bots == {"blue": "guard"}
    assert [unit.arrives for team in made.scenario.teams for unit in team.units] == [0, 0, 0, 0, 2, 0, 0, 0]
    assert made.says == (
        "with fog = true and with rounds = 10 and with alert = false for blue and with guard for blue "
        "and with soldier's arrives = 2"
    )
    assert scenario == under(system)


def test_lists_tables_and_numbers_of_units() -> None:
    """Lists by commas, += and -= with what the template has, either spelling."""
    made = (
        bank("Ada.weapons+=knife & Ada.armor=vest,helmet & Ada.skills.pistols=6 & Ada.karma-=1").scenario.teams[0].units[0]
    )
    assert made.weapons == ["heavy_pistol", "machine_pistol", "gas_grenade", "knife"]
    assert (made.armour, made.skills, made.karma) == (["vest", "helmet"], {"pistols": 6}, 2)
    assert bank("Ada.weapons=none").scenario.teams[0].units[0].weapons == []
    assert bank("Ada.attributes.agility+=1").scenario.teams[0].units[0].attributes == {"agility": 7}


def test_house_rules() -> None:
    """One out, all out, another number, another reading."""
    house = {"numbers": {"partial_cover": 1}, "weapons": {"knife": {"accuracy": 9}}}
    assert bank("rules.knife=none", catalog=house).scenario.catalog == {"numbers": {"partial_cover": 1}}
    assert bank("rules.numbers.partial_cover=none", catalog=house).scenario.catalog == {"weapons": house["weapons"]}
    assert bank("rules=none", catalog=house).scenario.catalog == {}
    assert bank("rules.good_cover=0").scenario.catalog == {"numbers": {"good_cover": 0}}
    assert bank("option.passing=opportunity").scenario.options.passing == "opportunity"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "must be like"),
        ("Ada", "must be like"),
        ("Ada.armor=", "must be like"),
        ("-Adda", "Did you mean 'Ada'?"),
        ("-5 guard", "only 2"),
        ("-0 guard", "at least one"),
        ("-2 guard & -medic & -officer & -marksman & -3 riot_officer", "nobody would be left in team police"),
        ("+guner", "Did you mean 'gunner'?"),
        ("+100 guard", "at most 30 units"),
        ("cops+guard", "no team is called cops"),
        ("light=darc", "Did you mean 'dark'?"),
        ("rounds=many", "must be a whole number"),
        ("polices=guard", "Did you mean 'police'?"),
        ("police.allert=false", "Did you mean 'alert'?"),
        ("Ada.armor=vesst", "Did you mean 'vest'?"),
        ("Ada.wepons=knife", "Did you mean 'weapons'?"),
        ("Ada.skills=3", "say Ada.skills.NAME=VALUE"),
        ("Ada.weapons-=sword", "has no 'sword'"),
        ("Ada.weapons.knife+=1", "say Ada.weapons+=knife"),
        ("guard.count=3", "say +2 NAME"),
        ("option.pasing=none", "Did you mean 'passing'?"),
        ("option.passing=never", "must be one of"),
        ("rules=none", "has no house rules"),
        ("rules=some", "must be rules=none"),
        ("rules.good_cuver=0", "Did you mean 'good_cover'?"),
        ("rules.good_cover=high", "must be a whole number"),
        ("light+=dark", "+= and -= are for"),
        ("Ada.at=1,1", "nobody stands there"),
    ],
)
def test_what_cannot_be_is_said_with_what_can(text: str, said: str) -> None:
    """Each mistake is told with the change it stands in."""
    with pytest.raises(ContentError, match="change '") as error:
        bank(text)
    assert said in str(error.value)


def test_no_room_is_said() -> None:
    """Whoever starts on marked tiles needs a free one."""
    with pytest.raises(ContentError, match="all 6 tiles of the map that are marked 'p' are taken"):
        bank("+12 marksman")


def test_whatever_is_written_is_a_change_or_an_error_that_names_it() -> None:
    """Pieces of changes put together at random: nothing else ever comes of them."""
    dice = random.Random(7)
    units = ["Ada", "guard", "police_2", "riot_officer", "nobody", ""]
    keys = [
        "weapons",
        "armor",
        "skills",
        "orders",
        "at",
        "items",
        "karma",
        "template",
        "count",
        "arrives",
        "down",
        "pistols",
    ]
    values = ["none", "0", "-3", "9" * 20, "true", "knife", "knife,pistol", "[[]]", "1,1", "soldier", "always", "a=b", "²"]
    fates = {"changed": 0, "refused": 0}
    for _ in range(400):
        unit, value = dice.choice(units), dice.choice(values)
        path = ".".join(dice.sample(keys, dice.choice([1, 1, 2])))
        text = dice.choice(
            [
                f"{dice.choice(['', 'police', 'cops '])}{dice.choice('+-')}{dice.choice(['', '2 ', '0'])}{unit}",
                f"{dice.choice(['', 'police.'])}{unit}.{path}{dice.choice(['=', '=', '+=', '-='])}{value}",
                f"{dice.choice(['light', 'rounds', 'map', 'rules', 'rules.knife', 'option.dice', 'police.start'])}={value}",
            ]
        )
        said = ""
        try:
            assert bank(f"{text} & rounds=9").scenario.rounds == 9
        except ContentError as error:
            said = str(error)
        assert not said or said.startswith("change '")
        fates["refused" if said else "changed"] += 1
    assert min(fates.values()) > 20
