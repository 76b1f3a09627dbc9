"""How a table of worth is made from levels that were fought, and how it is checked on others."""

import numpy as np
import pytest

from fireteam.agents.series.fairness import Fought, checked, checked_parts, fitted, said_of, slope_of
from fireteam.env.scenario.levels.draw import Facts
from fireteam.env.scenario.levels.worth import Worth

TABLE = Worth({"guard": 1.0, "soldier": 1.5}, {"escort": 0.8}, -0.3, -1.2, 0)
BATTLES = 4


def fought_by(table: Worth, count: int, seed: int, scale: float = 1.0) -> list[Fought]:
    """Return levels whose log odds are those of a table, times `scale`."""
    rng, found = np.random.default_rng(seed), []
    for number in range(count):
        teams = tuple(rng.choice(["guard", "soldier"], rng.integers(2, 6)).tolist() for _ in range(2))
        mission, side, place = ("escort", "meeting", "meeting")[rng.integers(3)], int(rng.integers(2)), int(rng.integers(2))
        around, late = place if rng.integers(5) == 0 else -1, int(rng.integers(4)) if rng.integers(3) == 0 else 0
        facts = Facts(number, "yards", True, "ends", mission, side if mission == "escort" else -1, around, late, None)
        level = Fought(facts, (teams[0], teams[1]), 0.0, 0.0, BATTLES)
        said = said_of(table, level)
        share = 1 / (1 + ((1 - said) / said) ** scale)
        found.append(level._replace(score=rng.binomial(BATTLES, share) / BATTLES))
    return found


def test_a_table_is_found_again() -> None:
    """From levels that went as a table says, nearly that table is made."""
    table = fitted(fought_by(TABLE, 4000, 1))
    assert table.templates == pytest.approx(TABLE.templates, abs=0.12)
    assert table.attacker == pytest.approx(TABLE.attacker, abs=0.15)
    assert (table.around, table.late) == pytest.approx((TABLE.around, TABLE.late), abs=0.15)
    assert table.battles == 4000 * BATTLES


def test_a_true_table_is_not_off() -> None:
    """What it expects is what was won, within a few standard errors, in every band and for every part; its slope is 1."""
    levels = fought_by(TABLE, 3000, 2)
    bands, parts, slope = checked(TABLE, levels), checked_parts(TABLE, levels), slope_of(TABLE, levels)
    assert [band.levels for band in bands] == [375] * 8
    assert [band.expected for band in bands] == sorted(band.expected for band in bands)
    assert all(abs(band.off) < 3.5 for band in [*bands, *parts.values()])
    assert all(band.error == pytest.approx(0.01, abs=0.006) for band in bands)
    assert set(parts) == {"around", "escort: attacker", "late"}
    assert slope is not None
    assert abs(slope.value - 1) < 3.5 * slope.error < 0.2


def test_a_table_that_is_too_sure_has_a_small_slope() -> None:
    """Where wins follow half of the log odds that it says, its slope is a half, and its outermost bands are off."""
    levels = fought_by(TABLE, 3000, 3, scale=0.5)
    bands, slope = checked(TABLE, levels), slope_of(TABLE, levels)
    assert slope is not None
    assert slope.value == pytest.approx(0.5, abs=0.08)
    assert bands[0].off > 3
    assert bands[-1].off < -3


def test_a_part_that_is_worth_something_else_is_seen() -> None:
    """The part is off by many standard errors from the side of the team that has it, and the others are not."""
    parts = checked_parts(TABLE._replace(late=0.0), fought_by(TABLE, 3000, 4))
    assert parts["late"].off < -5
    assert parts["late"].won < parts["late"].expected
    assert abs(parts["escort: attacker"].off) < 3.5


def test_what_says_nothing_has_no_slope() -> None:
    """Levels that are all even say nothing of a slope; a single level has no standard error."""
    even = [one._replace(teams=(["guard"], ["guard"])) for one in fought_by(TABLE, 20, 5)]
    even = [one._replace(facts=one.facts._replace(attacker=-1, around=-1, late=0)) for one in even]
    assert slope_of(TABLE, even) is None
    assert slope_of(TABLE, []) is None
    band = checked(TABLE, even[:1])[0]
    assert (band.levels, band.error, band.off) == (1, 0.0, 0.0)
