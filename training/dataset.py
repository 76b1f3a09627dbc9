"""Data sets: replays as transitions, for offline learning and imitation.

A row is a decision. An episode is the decisions that one team took in one battle, in their order, by any of its units: this
is what a learner in command of the team meets, in `Solo` and in the vector environment.

    observation  float32, of the unit that decided; every index: `fireteam list observation`
    action_mask  int8, 1 for each action that was open
    action       number of the action taken
    reward       what the team earned from this decision up to its next one, whoever decided in between
                 (`env/observe/reward.py`); its first decision has besides what was earned before, so the rewards of an
                 episode add up to its battle's
    terminal     the team decided no more because the battle ended: no reward follows
    truncated    the episode stops here without an end: the battle was broken off, or the team's next decision was not
                 wanted
    episode      its number, from 0 on; the rows of an episode follow each other, so the next observation is in the next row
    decision     number of the decision in its replay, from 1 on
    won          whether the team won the battle
    team, unit   who decided
    bot          who played the unit: its team's player, or the bot that a person had handed it to; "" if the
                 replay does not say: no player is named, or it was forked at this decision or before
    replay       name of the replay's file

d3rlpy takes them as `MDPDataset(observation, action, reward, terminal, truncated, action_size=279)`.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.env.observe.actions import SLOTS, encode, from_words, layout
from fireteam.env.observe.observation import observation_size
from fireteam.env.observe.reward import ACCOUNT, Reward, load_reward
from fireteam.env.replay.replay import Replay
from fireteam.env.rules import kernel
from fireteam.env.rules.record import ENDINGS, MAX_TEAMS
from fireteam.env.rules.systems import DEFAULT
from fireteam.env.scenario.checked import closest, listed, shown
from fireteam.env.scenario.options import check_room, check_teams, checked_slots
from fireteam.env.seats.bots import look
from fireteam.env.seats.match import begin_account, settle_row

Slots = tuple[int, int]


class Episode(NamedTuple):
    """Decisions of one team that follow each other.

    Attributes:
        replay: name of the file.
        team: the deciding team.
        units, bots: the unit of each decision, and its player.
        rows: the other columns, shape (decisions,), dtype `decision_dtype`.
    """

    replay: str
    team: str
    units: list[str]
    bots: list[str]
    rows: np.ndarray


def decision_dtype(slots: Slots = (SLOTS, SLOTS), system: str = DEFAULT) -> np.dtype:
    """Return the record of a decision in a rule system: all columns but those of words. Its `itemsize` is what one takes."""
    return np.dtype(
        [
            ("observation", "f4", observation_size(*slots, system)),
            ("action_mask", "i1", int(layout(*slots, system)[0]["size"])),
            ("action", "i8"),
            ("reward", "f4"),
            ("terminal", "?"),
            ("truncated", "?"),
            ("episode", "i8"),
            ("decision", "i4"),
            ("won", "?"),
        ]
    )


class Episodes:
    """The episodes of some replays: iterating reads, verifies and plays one replay after the other, and keeps none of them.

    Args:
        files: replays.
        side: only the decisions of this team.
        bot: only the decisions of this player.
        winners: only the decisions of teams that won.
        reward: reward file or model; None for win, loss and draw.
        slots: (own, others) slots of observations and actions, if more than 8 are needed.
        on_progress: called with the number of replays done.

    Attributes:
        system: the rule system of the replays, once one was read.
        dtype: the dtype of the rows.
        episodes, decisions: how many were yielded so far.

    Raises:
        ContentError: a team is not there, a team has more units than there are slots, no decision is wanted, or the replays
            are of several rule systems.
        ReplayError: a file is no replay, or this engine does not play it as it was recorded; the message names it.
    """

    def __init__(
        self,
        files: Sequence[str | Path],
        side: str = "",
        bot: str = "",
        winners: bool = False,
        reward: Reward | str | Path | None = None,
        slots: Slots = (SLOTS, SLOTS),
        on_progress: Callable[[int], None] = lambda _: None,
    ) -> None:
        self.files = [Path(file) for file in files]
        self.side, self.bot, self.winners = side, bot, winners
        self.reward = load_reward(reward)
        self.slots = checked_slots(slots)
        self.system = DEFAULT
        self.dtype = decision_dtype(self.slots)
        self.episodes = self.decisions = 0
        self._weights = Reward().weights()  # until the first replay says of which system the events are
        self._on_progress = on_progress

    def __iter__(self) -> Iterator[Episode]:
        self.episodes = self.decisions = 0
        players: set[str] = set()
        for done, path in enumerate(self.files, start=1):
            record = self._read(path)
            self._be_of(record.header.scenario.system, path)
            bots = players_of(record)
            players.update(bots)
            for episode in self._wanted(path, record, bots):
                episode.rows["episode"] = self.episodes
                self.episodes += 1
                self.decisions += len(episode.rows)
                yield episode
            self._on_progress(done)
        if not self.episodes:
            raise ContentError(self._why_nothing(players - {""}))

    def _read(self, path: Path) -> Replay:
        """Return a replay that plays as it was recorded and has the required data."""
        record = Replay.load(path)
        try:
            record.verify()
            check_teams("side", [self.side] if self.side else [], [team.name for team in record.header.scenario.teams])
            check_room(record.battle_at(1).field, self.slots)
        except ContentError as error:
            raise type(error)(f"{path}: {error}") from None
        return record

    def _be_of(self, system: str, path: Path) -> None:
        """Use the rule system of the first replay for all."""
        if path == self.files[0]:
            self.system, self.dtype = system, decision_dtype(self.slots, system)
            self._weights = self.reward.weights(system)
        elif system != self.system:
            raise ContentError(
                f"{path}: a battle of the rule system {system!r}, {self.files[0]} is one of {self.system!r}: "
                "all replays of a data set must be of one"
            )

    def _wanted(self, path: Path, record: Replay, bots: list[str]) -> Iterator[Episode]:
        """Yield the wanted decisions of a replay; an unwanted one splits an episode in two."""
        assert record.result is not None
        for team, rows in transitions(record, self._weights, self.slots).items():
            if self.side not in ("", team) or (self.winners and team != record.result.winner):
                continue
            names = [bots[number - 1] for number in rows["decision"]]
            units = [record.steps[number - 1].unit for number in rows["decision"]]
            wanted = np.flatnonzero([self.bot in ("", name) for name in names])
            for run in np.split(wanted, np.flatnonzero(np.diff(wanted) > 1) + 1):
                if len(run):
                    kept = slice(run[0], run[-1] + 1)
                    rows["truncated"][run[-1]] |= run[-1] + 1 < len(rows)
                    yield Episode(path.name, team, units[kept], names[kept], rows[run])  # a copy: the rest can go

    def _why_nothing(self, players: set[str]) -> str:
        """Return the sentence for a data set without any decision."""
        if self.bot and self.bot not in players:
            near = closest(self.bot, players)
            return f"bot = {shown(self.bot)}: nobody of that name plays in these replays.{near} Players: {listed(players)}."
        return f"nothing to write: no decision of these replays ({len(self.files)}) is wanted"


def players_of(record: Replay) -> list[str]:
    """Return who took each decision of a replay, "" where it does not say."""
    header = record.header
    fork = header.forked_from.decision if header.forked_from else len(record.steps) + 1
    names = []
    for step in record.steps:
        name = header.seats.get(step.unit.rpartition("_")[0], "") if step.n < fork else ""
        # A game notes in this way that somebody else than the seat's player decided, see `Game.advance`.
        if isinstance(step.why, dict) and isinstance(step.why.get("by"), str) and step.why.keys() <= {"by", "why"}:
            name = step.why["by"]
        names.append(name)
    return names


def transitions(record: Replay, weights: np.ndarray, slots: Slots = (SLOTS, SLOTS)) -> dict[str, np.ndarray]:
    """Return all decisions of a replay that verifies, team by team, shape (decisions,), dtype `decision_dtype`.

    Args:
        weights: a reward's, see `Reward.weights`.
    """
    assert record.result is not None
    teams = [team.name for team in record.header.scenario.teams]
    system = record.header.scenario.system
    dtype, numbering = decision_dtype(slots, system), layout(*slots, system)
    whose = [teams.index(step.unit.rpartition("_")[0]) for step in record.steps]
    rows = [np.zeros(whose.count(team), dtype) for team in range(len(teams))]
    taken = [0] * len(teams)
    observation, mask = np.empty(dtype["observation"].shape, np.float32), np.empty(dtype["action_mask"].shape, np.int8)
    earned, account = np.zeros(MAX_TEAMS), np.zeros(1, ACCOUNT)
    paid = (kernel.plain(weights), kernel.plain(account))
    for (before, after), team, step in zip(pairwise(record.battles()), whose, record.steps, strict=True):
        if step.n == 1:
            begin_account(*before.arrays[:2], *paid)
        if taken[team]:
            rows[team]["reward"][taken[team] - 1], earned[team] = earned[team], 0.0
        who = int(before.record[0]["decider"])
        look(*before.arrays, kernel.plain(numbering), who, observation, mask)
        action = encode(before.field, team, from_words(before.field, who, step.action), numbering)
        row = rows[team][taken[team]]
        row["observation"], row["action_mask"], row["action"], row["decision"] = observation, mask, action, step.n
        taken[team] += 1
        settle_row(*after.arrays, *paid, earned)
    undecided = record.result.ending == ENDINGS[0]
    for number, name in enumerate(teams):
        if taken[number]:
            rows[number]["reward"][-1] = earned[number]
            rows[number]["terminal"][-1], rows[number]["truncated"][-1] = not undecided, undecided
        rows[number]["won"] = name == record.result.winner
    return dict(zip(teams, rows, strict=True))
