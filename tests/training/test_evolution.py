"""Evolution of a doctrine's weights."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from commanded import good, refused

from fireteam.agents.bots import parameters_of, tempers
from fireteam.agents.doctrine.records import WEIGHTS
from fireteam.content.errors import ContentError
from fireteam.content.reading import read_toml
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.scenario.setup import Field, prepare
from fireteam.training import evolution
from fireteam.training.evolution import Generation, evolve, maps_of
from fireteam.training.fighting import points


def test_it_repeats_itself_and_moves() -> None:
    """The same seed finds the same weights, in as many threads as you like; they are none below zero, and noise stays."""
    heard: list[Generation] = []
    duel = load_scenario("duel")
    found = [evolve([duel], "guard", ["charger"], 2, 4, 4, seed, n, heard.append) for seed, n in ((1, 1), (1, 2), (2, 1))]
    assert found[0] == found[1] != found[2]
    assert found[0].keys() == {weight.name for weight in WEIGHTS}
    assert min(found[0].values()) >= 0
    assert found[0]["noise"] == pytest.approx(0.02)
    assert [now.number for now in heard] == [1, 2] * 3
    assert heard[1].weights == found[0]
    assert all(now.mean <= now.best <= 1 for now in heard)


def test_it_may_fight_as_one_team_only() -> None:
    """Candidates of a team are rated by its battles: of two that are not alike, it is worth more to be the stronger."""
    night, heard = load_scenario("night"), {}
    for team in ("smugglers", "customs", ""):
        now: list[Generation] = []
        evolve([night], "tactician", ["tactician"], 1, 4, 12, on_generation=now.append, team=team)
        heard[team] = now[0].mean
    assert heard["smugglers"] < heard[""] < heard["customs"]
    with pytest.raises(ContentError, match="Teams: smugglers, customs"):
        evolve([night], "tactician", ["tactician"], 1, 4, 4, team="red")


def test_each_generation_fights_on_other_maps(monkeypatch: pytest.MonkeyPatch) -> None:
    """All candidates of a generation have the same maps, drawn once; the next one has others."""
    drawn: list[int] = []

    def noted(scenarios: Sequence[Scenario], first: int = 0) -> list[list[Field]]:
        drawn.append(first)
        return maps_of(scenarios, first)

    monkeypatch.setattr(evolution, "MAPS", 2)
    monkeypatch.setattr(evolution, "maps_of", noted)
    evolve([load_scenario("levels")], "tactician", ["tactician"], 3, 4, 2)
    assert len(drawn) == len(set(drawn)) == 3


def test_points_are_counted_for_the_seat() -> None:
    """Who plays at random loses to a doctrine on either side."""
    yard = prepare(load_scenario("yard"))
    for turn in (0, 1):
        assert points(yard, parameters_of("tactician"), parameters_of("random"), [1, 2, 3, 4], turn) >= 3
        assert points(yard, parameters_of("random"), parameters_of("tactician"), [1, 2, 3, 4], turn) <= 1


@pytest.mark.slow
def test_the_tempers_that_were_evolved_beat_the_tactician() -> None:
    """The sharp one is better in the yard, where it was found."""
    yard, seeds = prepare(load_scenario("yard")), list(range(5000, 5600))
    won = sum(points(yard, parameters_of("sharp tactician"), parameters_of("tactician"), seeds, turn) for turn in (0, 1))
    assert won / 1200 > 0.52


def test_the_command(tmp_path: Path) -> None:
    """It writes a table that reads back, and refuses what it cannot do."""
    path = tmp_path / "keen.toml"
    options = ("--scenarios", "duel", "--generations", "1", "--population", "4", "--pairs", "2")
    assert "generation    1" in good("evolve", str(path), *options)
    assert read_toml(path)["keen"].keys() == {weight.name for weight in WEIGHTS}
    text = good("fight", "duel", "--red", f"tactician:{path}", "--battles", "2")  # the file is a bot, and no party
    assert "red (tactician:" in text
    assert "a bot with these weights" in good("evolve", str(path), *options, "--start", f"tactician:{path}")
    assert "must end in .toml" in refused("evolve", "keen.txt")
    assert "Did you mean 'guard'" in refused("evolve", str(path), "--against", "gard")
    assert "has 3 teams" in refused("evolve", str(path), "--scenarios", "market")


def test_tempers_are_tacticians() -> None:
    """A temper has the tactician's weights but for those it names; it is listed with no bots."""
    from fireteam.agents.bots import bot_names

    names = [weight.name for weight in WEIGHTS]
    for name, table in tempers().items():
        differ = parameters_of(name)["plain"][0, 0] != parameters_of("tactician")["plain"][0, 0]
        assert {names[n] for n in differ.nonzero()[0]} <= table.keys()
        assert name not in bot_names()
