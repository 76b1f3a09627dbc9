"""The ledger of a tournament: every battle once, in an SQLite file that outlives a killed process."""

import json
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fireteam.content.errors import ContentError
from fireteam.env.replay.replay import ENGINE, rules_digest

from .jobs import Bout, Entrant, Field, Job, bot_digest, scenario_digest

FILE = "results.sqlite"
SEED = re.compile("[0-9]{1,20}")
FORMAT = "1"
TABLES = """
create table if not exists about (name text primary key, value text not null);
create table if not exists entries (
    kind text not null, name text not null, digest text not null, primary key (kind, name)
);
create table if not exists battles (
    scenario text not null,
    first text not null,
    second text not null,
    pair integer not null,    -- number of the held-out seed
    turn integer not null,    -- 0: the first bot has the first team
    seed text not null,       -- text, because SQLite's integers end at 2**63 - 1
    seats text not null,      -- JSON: team -> bot
    winner text,              -- a bot; null for a draw
    ending text not null,
    rounds integer not null,
    decisions integer not null,
    rules text not null,      -- digest of the engine's rules and catalog
    primary key (scenario, first, second, pair, turn)
);
"""


# What a file holds; what SQLite keeps for itself, and comments and spaces in what made it, do not count.
SCHEMA = "select name, sql from sqlite_schema where name not like 'sqlite\\_%' escape '\\'"


class Ledger:
    """The results of a tournament in a folder.

    Args:
        folder: made if it is not there.
        stream: the stream of held-out seeds.
        resume: whether battles may be there already.

    Raises:
        ContentError: the folder cannot be used, has battles and `resume` is false, or was fought by other rules or seeds.
    """

    def __init__(self, folder: str | Path, stream: int = 0, resume: bool = False) -> None:
        self.path = Path(folder) / FILE
        with self._naming_errors():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self.path.exists() and not self.path.is_file():
                raise OSError("it is no regular file")
            self._base = sqlite3.connect(self.path, timeout=30)
        try:
            with self._naming_errors(), self._base:
                self._base.execute("pragma trusted_schema = off")
                self._base.executescript(TABLES)
            self._check_tables()
            self._compare({"format": FORMAT, "rules": rules_digest(), "stream": str(stream)})
            if not resume and (count := len(self)):
                raise ContentError(f"{self.path} holds {count} battles already: give --resume to go on, or another --out")
            with self._naming_errors(), self._base:
                self._base.execute("insert or ignore into about values ('engine', ?)", (ENGINE,))
        except BaseException:
            self.close()
            raise

    def _check_tables(self) -> None:
        """Raise a ContentError if the file holds anything but our tables: views and triggers run by themselves."""
        with sqlite3.connect(":memory:") as ours:
            ours.executescript(TABLES)
        with self._naming_errors():
            wanted, found = (dict(base.execute(SCHEMA)) for base in (ours, self._base))
        ours.close()
        for name in sorted(wanted.keys() | found.keys()):
            if wanted.get(name) != found.get(name):
                raise ContentError(
                    f"{self.path}: holds {name}, which is no table of a ledger as we make it: name another --out"
                )

    def __len__(self) -> int:
        """Return how many battles there are."""
        with self._naming_errors():
            return int(self._base.execute("select count(*) from battles").fetchone()[0])

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def enter(self, entrants: Sequence[Entrant], fields: Sequence[Field]) -> None:
        """Write down bots and scenarios the first time; later, check that they are still the same.

        Raises:
            ContentError: one of them has changed since its battles were fought.
        """
        found = [("bot", entrant.name, bot_digest(entrant)) for entrant in entrants]
        found += [("scenario", field.name, scenario_digest(field.scenario)) for field in fields]
        with self._naming_errors(), self._base:
            self._base.executemany("insert or ignore into entries values (?, ?, ?)", found)
            known = {(kind, name): digest for kind, name, digest in self._base.execute("select * from entries")}
        for kind, name, digest in found:
            if known[kind, name] != digest:
                raise ContentError(
                    f"{self.path}: the {kind} {name!r} has changed since its battles were fought "
                    f"({known[kind, name]} then, {digest} now): give another --out"
                )

    def add(self, job: Job, bouts: Sequence[Bout]) -> None:
        """Add the bouts of a job: all of them or none; existing ones stay as they are."""
        teams = [team.name for team in job.field.scenario.teams]
        rows = []
        for bout in bouts:
            names = (bout.first, bout.second)
            seats = dict(zip(teams, (names[bout.turn], names[1 - bout.turn]), strict=True))
            key = (bout.scenario, *names, bout.pair, bout.turn, str(bout.seed), json.dumps(seats, ensure_ascii=False))
            winner = names[bout.winner] if bout.winner >= 0 else None
            rows.append((*key, winner, bout.ending, bout.rounds, bout.decisions, rules_digest()))
        with self._naming_errors(), self._base:
            self._base.executemany(f"insert or ignore into battles values ({', '.join('?' * 12)})", rows)

    def fought(self) -> set[tuple[str, str, str, int]]:
        """Return the pairs of which both battles are there, as (scenario, first, second, pair)."""
        query = "select scenario, first, second, pair from battles group by 1, 2, 3, 4 having count(*) = 2"
        with self._naming_errors():
            return {tuple(row) for row in self._base.execute(query)}

    def bouts(self) -> list[Bout]:
        """Return all battles by pair, scenario and pairing: an order that does not depend on when they were fought."""
        columns = "scenario, first, second, pair, turn, seed, winner, ending, rounds, decisions"
        query = f"select {columns} from battles order by pair, scenario, first, second, turn"
        with self._naming_errors():
            rows = self._base.execute(query).fetchall()
        return [
            Bout(scenario, first, second, pair, turn, int(seed), -1 if winner is None else int(winner == second), *length)
            for scenario, first, second, pair, turn, seed, winner, *length in map(self._checked, rows)
        ]

    def _checked(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return a row of battles; raise a ContentError if it holds what no battle does: SQLite takes anything anywhere."""
        numbers = {"pair": row[3], "turn": row[4], "rounds": row[8], "decisions": row[9]}
        texts = {"scenario": row[0], "first": row[1], "second": row[2], "ending": row[7]}
        wrong = {name: value for name, value in numbers.items() if type(value) is not int or not 0 <= value < 2**40}
        wrong |= {name: value for name, value in texts.items() if type(value) is not str}
        if type(row[5]) is not str or not SEED.fullmatch(row[5]):
            wrong["seed"] = row[5]
        if row[4] not in (0, 1):
            wrong["turn"] = row[4]
        if row[6] not in (None, row[1], row[2]):
            wrong["winner"] = row[6]
        for name, value in wrong.items():
            raise ContentError(f"{self.path}: a battle of {row[1]!r} and {row[2]!r}: {name} = {value!r} cannot be")
        return row

    def _compare(self, now: dict[str, str]) -> None:
        with self._naming_errors(), self._base:
            self._base.executemany("insert or ignore into about values (?, ?)", list(now.items()))
            then = dict(self._base.execute("select name, value from about"))
        for name, value in now.items():
            if then[name] != value:
                what = {"rules": "other rules", "stream": "other seeds"}.get(name, "another format")
                engine = f" by engine {then['engine']}" if "engine" in then else ""
                raise ContentError(
                    f"{self.path} was fought{engine} with {what} ({name} {then[name]}; now {name} {value}): "
                    "results of the two cannot be counted together: delete the file, or give another --out"
                )

    @contextmanager
    def _naming_errors(self) -> Iterator[None]:
        """Turn what can go wrong with the file into a sentence."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise ContentError(f"{self.path}: cannot be used as a ledger of results ({error})") from None
