"""Bots, scenarios and ledgers for tests of contests."""

import sqlite3
from pathlib import Path

from fireteam.agents.bots import load_bot
from fireteam.env.scenario.reading import load_scenario
from fireteam.training.contest.jobs import Entrant, Field, field_of
from fireteam.training.contest.ledger import FILE


def bots(*names: str) -> list[Entrant]:
    """Return bots by name."""
    return [Entrant(name, load_bot(name)) for name in names]


def fields(*names: str) -> list[Field]:
    """Return scenarios by name."""
    return [field_of(name, load_scenario(name)) for name in names]


def contents(folder: Path) -> list[tuple]:
    """Return the battles in a ledger, sorted."""
    with sqlite3.connect(folder / FILE) as base:
        return sorted(base.execute("select * from battles").fetchall(), key=str)
