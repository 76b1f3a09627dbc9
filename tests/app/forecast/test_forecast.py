"""`fireteam forecast`: it says what its battles say, in every rule system, and what it cannot say."""

import json
from pathlib import Path

import numpy as np
import pytest
from commanded import good, refused
from everysystem import each, under

from fireteam.agents.bots import load_bot, parameters_of
from fireteam.agents.series.intervals import looks
from fireteam.bench.forecast import coverage_rows
from fireteam.content.reading import validated
from fireteam.env.replay.replay import Replay
from fireteam.env.scenario.reading import load_scenario, scenario_names
from fireteam.env.scenario.setup import prepare
from fireteam.reports.forecast.figures.cautions import cautions
from fireteam.reports.forecast.figures.decisive import decisive
from fireteam.reports.forecast.figures.fights import Question, cell_of, fight
from fireteam.reports.forecast.figures.heroes import heroes
from fireteam.reports.forecast.figures.rules import rules
from fireteam.reports.forecast.figures.swap import NotSwapped, swapped, swapped_starts
from fireteam.reports.forecast.model import Forecast
from fireteam.reports.forecast.text import WIDTH, lines

ROUGH = ("--sure", "15", "--seed", "6")  # 43 battles of a cell at the most


@pytest.fixture(scope="module")
def forecast() -> Forecast:
    """A rough forecast of the yard, read back from its JSON."""
    return Forecast.model_validate_json(good("forecast", "yard", *ROUGH, "--minutes", "30", "--json"))


def test_figures_agree_with_each_other(forecast: Forecast) -> None:
    """Shares, means and distributions of the same battles say the same; all values lie in their intervals."""
    assert [(cell.party, cell.enemies) for cell in forecast.cells] == [
        (party, enemies) for party in ("careful", "average", "reckless") for enemies in ("careful", "average", "reckless")
    ]
    middle = forecast.middle
    assert forecast.cell("average", "average") == middle
    assert middle.wins.value + middle.wiped_out.value <= 1 + 1e-9
    down, dead, rounds = forecast.spreads
    assert down.mean == middle.heroes_down
    assert rounds.mean == middle.rounds
    for spread in (*forecast.spreads, forecast.minutes.spread):
        assert sum(bar.share for bar in spread.bars) == pytest.approx(1)
        assert spread.low <= spread.median <= spread.high
    assert sum(bar.value * bar.share for bar in down.bars) == pytest.approx(down.mean.value)
    assert 1 - dead.bars[0].share == pytest.approx(middle.any_death.value)
    assert next(bar.share for bar in down.bars if bar.value == 4) == pytest.approx(middle.wiped_out.value)
    assert sum(hero.down.value for hero in forecast.heroes) == pytest.approx(middle.heroes_down.value)
    assert sum(hero.dead.value for hero in forecast.heroes) == pytest.approx(dead.mean.value)
    assert sum(hero.first.value for hero in forecast.heroes) == pytest.approx(1 - down.bars[0].share)
    for hero in forecast.heroes:
        assert sum(blame.share for blame in hero.blames) == pytest.approx(1)
    minutes = sum(pace.seconds * pace.times for pace in forecast.minutes.pace) / 60
    assert minutes == pytest.approx(forecast.minutes.spread.mean.value)
    assert forecast.minutes.enough is not None
    assert forecast.ground is not None
    assert sum(tile.falls for tile in forecast.ground.tiles if tile.team == "red") == pytest.approx(middle.heroes_down.value)
    attacks = next(pace.times for pace in forecast.minutes.pace if pace.name == "attack")
    assert sum(tile.shoots for tile in forecast.ground.tiles) == pytest.approx(attacks)
    assert forecast.luck is not None
    assert sum(
        part.value for part in (forecast.luck.luck, forecast.luck.party, forecast.luck.enemies, forecast.luck.together)
    ) == pytest.approx(1)
    assert forecast.swapped is not None
    assert {change.kind for change in forecast.changes} >= {"enemy", "cover", "consideration"}


def test_the_text(forecast: Forecast) -> None:
    """The sentence comes first; every line fits; the grid, each hero, and what is to be minded are there."""
    text = lines(forecast)
    assert all(len(line) <= WIDTH for line in text)
    assert text[0] == "The yard: red against blue (swan_song)"
    assert text[1].startswith("Your party wins ")
    whole = " ".join(text)
    assert "30 minutes are enough in" in whole
    for name in ("careful tactician", "bold tactician", *(hero.called for hero in forecast.heroes)):
        assert name in whole
    assert any(warning.says[:30] in whole for warning in forecast.warnings)


def test_the_battles_to_look_at(forecast: Forecast) -> None:
    """Each is the one that its command fights, and ends as is said."""
    assert [shown.kind for shown in forecast.shown] == ["typical", "best", "worst"]
    for shown in forecast.shown:
        _, *arguments = shown.command.split()
        ended = json.loads(good(*arguments, "--json"))
        assert shown.says.startswith(f"{ended['winner'] or 'nobody'} wins in round {ended['rounds']} ({ended['ending']})")
    assert forecast.shown[1].says.startswith("red wins")
    assert forecast.shown[2].says.startswith("blue wins")


def test_page_and_replays(tmp_path: Path) -> None:
    """With a page three replays lie beside it, as pages too, which the forecast names."""
    page = tmp_path / "evening.html"
    made = json.loads(good("forecast", "duel", *ROUGH, "--html", str(page), "--json"))
    assert page.exists()
    for shown in made["shown"]:
        assert (tmp_path / shown["page"]).read_text().startswith("<!doctype html>")
        assert Replay.load(tmp_path / shown["replay"]).header.seed == shown["seed"]
        assert shown["page"] in page.read_text()


@each
def test_every_system(system: str) -> None:
    """Every rule system has a forecast: battles up to a look, heroes with who puts them down, rolls that decide."""
    question = Question(under(system), 0, {}, seed=2, sure=0.2, styled=False)
    fought = fight(question)
    assert len(fought.middle) in looks(0.2)
    found = heroes(fought)
    assert [hero.unit for hero in found] == ["red_1", "red_2", "red_3", "red_4"]
    assert any(blame.by.startswith("blue's ") for hero in found for blame in hero.blames)
    for roll in decisive(fought._replace(middle=fought.middle[:2])):
        assert roll.of == 2
        assert 0.15 <= roll.swing <= 1


def test_three_sides() -> None:
    """With three teams the party is any of them; it is said that starts cannot be exchanged, and why."""
    question = Question(load_scenario("market"), 2, {}, sure=0.2, styled=False)
    fought = fight(question)
    assert fought.heart.wins.sum() == sum(outcome.winner == 2 for outcome in fought.middle)
    exchanged, why = swapped(fought)
    assert exchanged is None
    assert "3 teams" in why
    cell = cell_of(fought.middle_names, fought.heart, 5)
    assert "red and blue fight each other" in next(
        warning.says for warning in cautions(fought, [cell]) if warning.kind == "teams"
    )


def test_warnings() -> None:
    """Nobody fights, moves or takes cover who never comes to it: each is said, with the share of battles it is true of."""
    scenario = load_scenario("duel")
    idle = scenario.model_copy(update={"rounds": 1, "teams": [
        team.model_copy(update={"units": [unit.model_copy(update={"arrives": 5}) for unit in team.units] * 1})
        for team in scenario.teams
    ]})  # fmt: skip
    fought = fight(Question(idle, 0, {}, sure=0.2, styled=False))
    forecast = {warning.kind: warning for warning in cautions(fought, [cell_of(fought.middle_names, fought.heart, 1)])}
    assert forecast["no_contact"].share == 1
    said = [w.says for w in cautions(fought, [cell_of(fought.middle_names, fought.heart, 1)]) if w.kind == "unused"]
    assert said[:3] == [
        "nobody ever attacks, in any style",
        "nobody ever moves, in any style",
        "nobody ever takes cover, in any style",
    ]


def test_bots_and_parties(tmp_path: Path) -> None:
    """A side whose bot is given has one style; a party file takes the place of the party."""
    crew = tmp_path / "crew.toml"
    crew.write_text('units = [{ template = "soldier", name = "Mara" }, { template = "medic", name = "Rook" }]\n')
    text = good("forecast", "duel", "--sure", "20", "--red", "guard", "--team", "blue=charger", "--party", str(crew))
    assert "players played by guard and enemies played by charger" in text
    assert "Mara" in text
    assert f"fireteam fight duel --red guard --team blue=charger --team red={crew} --seed" in text.replace("\n", "")
    assert "Depending on" not in text


def test_what_is_refused(tmp_path: Path) -> None:
    """Mistakes are told before a battle is fought."""
    assert "--side grey: no such team; teams: red, blue" in refused("forecast", "duel", "--side", "grey")
    assert "must be a party file" in refused("forecast", "duel", "--party", "crew.txt")
    assert "no bot is called" in refused("forecast", "duel", "--red", "gard")
    assert "cannot be written" in refused("forecast", "duel", "--html", str(tmp_path / "no" / "page.html"))
    refused("forecast", "duel", "--what-if", "+dragon")


def test_exchanged_starts() -> None:
    """Each unit stands where its like of the other side stood; exchanged twice, all stand where they did."""
    scenario = load_scenario("yard")
    before, after = (prepare(each).opening[0]["units"] for each in (scenario, swapped_starts(scenario)))
    for name in ("x", "y"):
        assert (after[name][:4] == before[name][4:8]).all()
        assert (after[name][4:8] == before[name][:4]).all()
    again = prepare(swapped_starts(swapped_starts(scenario))).opening[0]["units"]
    assert (again["x"] == before["x"]).all()
    assert (again["y"] == before["y"]).all()
    for name, why in (("market", "3 teams"), ("skirmish", "draws a map"), ("rescue", "Vega lies")):
        with pytest.raises(NotSwapped, match=why):
            swapped_starts(load_scenario(name))


def test_who_is_called_changes_places_with_who_is_called() -> None:
    """A unit that comes when it is called counts among those who come later, as one with a round does."""
    written = load_scenario("yard").model_dump()
    for team in written["teams"]:
        units = [unit | {"count": 1} for unit in team["units"] for _ in range(unit["count"])]
        units[0]["arrives"], units[1]["arrives"] = {"when": "alarm", "after": 2}, 3
        team["units"] = units
    scenario = validated(type(load_scenario("yard")), written, "yard")
    made = swapped_starts(scenario)
    opening = prepare(scenario).opening[0]["units"]
    for number, team in enumerate(made.teams):
        assert [bool(unit.arrives) for unit in team.units] == [True, True] + [False] * (len(team.units) - 2)
        there = (1 - number) * len(team.units)
        for at, unit in enumerate(team.units):
            assert list(unit.at or ()) == [int(opening[there + at]["x"]), int(opening[there + at]["y"])]


def test_starts_are_exchanged_or_it_is_said_why() -> None:
    """Every scenario in the box has starts that can be exchanged, or a sentence says why not; nothing else comes of it."""
    exchanged, forecast = [], []
    for name in scenario_names():
        try:
            exchanged.append(swapped_starts(load_scenario(name)))
        except NotSwapped as error:
            forecast.append(str(error))
    assert all(forecast)
    assert len(exchanged) > 4


def test_styles_are_bots() -> None:
    """Each style is a bot by name, and the three differ in how they mind danger, the careful most."""
    minded = [parameters_of(rule.bot)["plain"][0, 0] for rule in rules().styles.values()]
    assert list(rules().styles) == ["careful", "average", "reckless"]
    assert not np.array_equal(minded[0], minded[1])
    assert not np.array_equal(minded[1], minded[2])
    assert load_bot(rules().styles["average"].bot).name == "tactician"


@pytest.mark.slow
def test_intervals_hold() -> None:
    """Of 95 % intervals of short forecasts about 95 in 100 hold what 6,000 battles say, whatever they are of."""
    *rows, (_, mean, _, _) = coverage_rows((("duel", "swan_song"),), truth=6000, forecasts=150, sure=0.1)
    assert 0.93 <= mean <= 0.985
    for figure, held, _, _ in rows:
        assert held >= 0.88, figure
