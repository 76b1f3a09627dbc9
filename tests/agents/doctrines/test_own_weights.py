"""Weights of a doctrine in a rule system: taken where that is played, by name or not; who proposes to networks has none."""

from pathlib import Path

import numpy as np
import pytest
from everysystem import under
from networked import random_network

from fireteam.agents.bots import doctrine_weights, doctrines, load_bot, parameters_of, proposer, tables_of
from fireteam.agents.doctrine.records import SYSTEM_ROWS, WEIGHTS
from fireteam.agents.doctrine.temper import FACTORS
from fireteam.content.errors import ContentError
from fireteam.env.battle import Battle
from fireteam.env.rules.arena import TEMPERS
from fireteam.env.rules.systems import SYSTEMS

OURS = ["swan_song", "d10_pool", "ladder"]
NAMES = [weight.name for weight in WEIGHTS]


def test_rows_are_of_systems() -> None:
    """Every row but the first is of a rule system, and a doctrine has tables for these alone."""
    assert set(SYSTEM_ROWS[1:]) <= {*SYSTEMS}
    apart = {key for table in doctrines().values() for key, value in table.items() if isinstance(value, dict)}
    assert apart == {*SYSTEM_ROWS[1:]}


@pytest.mark.parametrize("temper", ["steady", "cautious"])
def test_a_doctrine_takes_the_weights_of_the_system_that_it_plays(temper: str) -> None:
    """One bot plays battles of all systems in turn, with each one's weights, changed by the temper of its unit."""
    bot, met = load_bot("tactician", 1), []
    for system in [*OURS, *OURS]:
        yard = under(system, "yard")
        teams = [team.model_copy(update={"temper": temper}) for team in yard.teams]
        bot.decide(Battle(yard.model_copy(update={"teams": teams}), 3))
        table = doctrines()["tactician"]
        said = np.array([table.get(system, {}).get(w.name, table.get(w.name, w.default)) for w in WEIGHTS])
        np.testing.assert_array_equal(doctrine_weights("tactician", system), said)
        np.testing.assert_array_equal(bot._parameters["weights"][0], said * FACTORS[TEMPERS.index(temper)])
        met.append(tuple(said))
    assert len(set(met)) == 3


def test_weights_in_a_name_hold_in_every_system() -> None:
    """They take the place of the system's own."""
    for system in OURS:
        changed = doctrine_weights("tactician:aim=3", system) != doctrine_weights("tactician", system)
        assert [name for name, other in zip(NAMES, changed, strict=True) if other] == ["aim"]


def test_who_proposes_is_of_one_mind() -> None:
    """Networks have learned from orders that one tactician proposed in all systems: they get no others."""
    for record in (proposer(), parameters_of(random_network().name)):
        assert (record["plain"][0] == doctrine_weights("tactician", "swan_song")).all()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[bold.ladder]\naim = 'much'\n", "bold.ladder.aim = 'much': must be a number"),
        ("[bold.ladder]\naimm = 1\n", "bold.ladder.aimm: no such weight. Did you mean 'aim'"),
        ("[bold.lader]\naim = 1\n", "bold.lader: no such weight. Did you mean 'ladder'"),
        ("[bold.ladder.ladder]\naim = 1\n", "bold.ladder.ladder: no such weight"),
        ("[bold]\nladder = 1\n", "bold.ladder = 1: must be a table"),
    ],
)
def test_tables_below_a_doctrine_are_checked(text: str, said: str, tmp_path: Path) -> None:
    """A system that is none, a weight that is none, a value that is none: each is named with its place."""
    (tmp_path / "own.toml").write_text(text)
    with pytest.raises(ContentError) as caught:
        tables_of(tmp_path / "own.toml", {"says", *SYSTEM_ROWS[1:]})
    assert said in str(caught.value)
