"""The state of a league: its members, its learners, and the results of their battles; one file, written whole.

`league.json` names the checkpoint of every learner: what it counts and what the learner has learned are always of the same
moment, whenever the process is killed.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from fireteam.env.files import write_whole
from fireteam.env.scenario.checked import Strict

LEAGUE = "league.json"
FADING = 0.998  # what a battle counts for after the next: 346 battles later half, so that shares are of the learner of now
PRIOR = 10.0  # battles, half of them won, that every share begins with

Count = Annotated[int, Field(ge=0)]
FileName = Annotated[str, Field(pattern=r"^[^/\\\x00-\x1f]*[^/\\\x00-\x1f.]$", max_length=200)]  # of a file or a folder
Amount = Annotated[float, Field(ge=0)]


class StateModel(Strict):
    """A part of the saved state: strict about its keys, but changeable."""

    model_config = ConfigDict(frozen=False)


class Tally(StateModel):
    """A learner's results against a member. `recent` and `points` fade: the number of battles, and their scores."""

    won: Count = 0
    lost: Count = 0
    drawn: Count = 0
    recent: Amount = 0.0
    points: Amount = 0.0

    def add(self, score: float) -> None:
        """Count a battle: 1 for one won, 0.5 for one drawn."""
        self.won, self.lost, self.drawn = self.won + (score == 1), self.lost + (score == 0), self.drawn + (score == 0.5)
        self.recent, self.points = FADING * self.recent + 1, FADING * self.points + score

    @property
    def battles(self) -> int:
        """The number of battles."""
        return self.won + self.lost + self.drawn

    @property
    def share(self) -> float:
        """The recent share of wins, draws counted half."""
        return (self.points + PRIOR / 2) / (self.recent + PRIOR)


class Member(StateModel):
    """A member of a league that can be fought: a bot by name, or a network in `snapshots/`; it never changes."""

    name: FileName
    kind: Literal["doctrine", "policy"]
    by: str = ""  # the learner it is a snapshot of
    decisions: Count = 0  # that it had learned from


class Learner(StateModel):
    """A learner of a league."""

    name: FileName
    checkpoint: Annotated[str, Field(pattern=r"^(checkpoint-\d+\.safetensors)?$")] = ""  # its file; none before it has begun
    decisions: Count = 0
    began: Count = 0  # its decisions when its turn began
    joined: Count = 0  # snapshots of it
    tallies: dict[str, Tally] = {}

    def tally(self, member: str) -> Tally:
        """Return the results of its battles against a member so far."""
        return self.tallies.get(member, Tally())


class State(StateModel):
    """The saved state of a league: its members, its learners and their battles; the first learner is the main one."""

    format: Literal[1] = 1
    turns: Count = 0  # that are over
    members: list[Member]
    learners: Annotated[list[Learner], Field(min_length=1)]

    @property
    def main(self) -> Learner:
        """The main learner."""
        return self.learners[0]

    @property
    def whose_turn(self) -> Learner:
        """The learner whose turn it is."""
        return self.learners[self.turns % len(self.learners)]

    def latest(self) -> Member | None:
        """Return the latest snapshot of the main learner; None before the first."""
        return next((member for member in reversed(self.members) if member.by == self.main.name), None)

    def write(self, folder: Path) -> None:
        """Write the state, whole or not at all."""
        write_whole(folder / LEAGUE, self.model_dump_json(indent=1) + "\n")


def priorities(shares: Mapping[str, float], kind: str) -> dict[str, float]:
    """Return how often to meet each opponent, adding up to 1: prioritised fictitious self-play.

    (Vinyals et al.: "Grandmaster level in StarCraft II using multi-agent reinforcement learning", 2019.)

    Args:
        shares: the shares of wins against each.
        kind: "hard" to prefer those it loses to, as (1 - p)^2; "even" to prefer equals, as p (1 - p).
    """
    made = {name: (1 - p) ** 2 if kind == "hard" else p * (1 - p) for name, p in shares.items()}
    total = sum(made.values())
    return {name: weight / total if total else 1 / len(made) for name, weight in made.items()}
