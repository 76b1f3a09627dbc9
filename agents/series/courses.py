"""The course of a battle from round to round: the life each team had left, who led, and each unit's fate."""

from typing import NamedTuple

import numpy as np

from fireteam.env.rules import kernel
from fireteam.env.rules.record import DEAD, DOWN, MAX_TEAMS, MAX_UNITS, NOWHERE
from fireteam.env.scenario.setup import Field

from ..watching import FATE, SHOT, WATCH

NO_ROUND = -1.0  # in rows of rounds that were not fought


class Room(NamedTuple):
    """The arrays in which kernels write the course of battles: lives, places and watches, as `play_watched` takes them."""

    lives: np.ndarray
    places: np.ndarray
    watches: np.ndarray

    @property
    def plain(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The arrays that kernels are given."""
        return self.lives, self.places, kernel.plain(self.watches)


class Course(NamedTuple):
    """The course of a battle.

    Attributes:
        life: share of life that each team had left, shape (rounds + 1, teams): at the start, then at the end of each round.
        down, dead: units of each team that are unconscious, and dead, at the end; without machines.
        sides: number of each unit's team, shape (units,).
        people: which units are not machines, shape (units,).
        fates: what each unit did and suffered, shape (units,), dtype FATE.
        status: the final state of each unit, shape (units,): a number of STATUSES.
        places: tiles of those who were up, shape (rounds + 1, units): at the same times; NOWHERE for others.
        shots: attacks in their order, dtype SHOT.
        lost: how many attacks found no room in `shots`.
    """

    life: np.ndarray
    down: tuple[int, ...]
    dead: tuple[int, ...]
    sides: np.ndarray = np.zeros(0, np.int64)
    people: np.ndarray = np.zeros(0, bool)
    fates: np.ndarray = np.zeros(0, FATE)
    status: np.ndarray = np.zeros(0, np.int8)
    places: np.ndarray = np.zeros((0, 0), np.int16)
    shots: np.ndarray = np.zeros(0, SHOT)
    lost: int = 0

    @property
    def margin(self) -> float:
        """The first team's life left at the end, less that of the best other team, -1 to 1."""
        return self.margin_of(0)

    def margin_of(self, team: int) -> float:
        """Return the margin of any team."""
        return float(lead_of(self.life[-1], team))

    @property
    def lead_changes(self) -> int:
        """How often the lead changes: another team than before has the most life left at the end of a round.

        Level teams do not lead.
        """
        best = self.life.max(axis=1, keepdims=True)
        alone = np.count_nonzero(self.life == best, axis=1) == 1
        leaders = self.life.argmax(axis=1)[alone]
        return int(np.count_nonzero(leaders[1:] != leaders[:-1]))

    def was_behind(self, team: int) -> bool:
        """Return whether a team had less life left at half time than the best of the others: after half of the rounds."""
        return bool(lead_of(self.life[(len(self.life) - 1) // 2], team) < 0)


def lead_of(life: np.ndarray, team: int) -> float:
    """Return the life of a team less that of the best of the others; `life` has shape (teams,)."""
    return float(life[team] - np.delete(life, team).max())


def room_for(field: Field, battles: int) -> Room:
    """Return arrays into which kernels write the courses of battles."""
    rounds = field.scenario.rounds + 2
    return Room(
        np.full((battles, rounds, MAX_TEAMS), NO_ROUND, np.float32),
        np.full((battles, rounds, MAX_UNITS), NOWHERE, np.int16),
        np.zeros(battles, WATCH),
    )


def courses_of(field: Field, battles: np.ndarray, room: Room) -> list[Course]:
    """Return the courses of battles that are over.

    Args:
        battles: final positions, dtype BATTLE.
        room: the arrays that were written, from `room_for`.
    """
    teams = len(field.scenario.teams)
    units = len(field.roster)
    sides = np.array([fighter.team for fighter in field.roster])
    counted = field.arena[0]["sheets"]["inanimate"][:units] == 0
    status = battles["units"]["status"][:, :units]
    fallen = [
        np.stack([((status == state) & counted & (sides == team)).sum(axis=1) for team in range(teams)], axis=1).tolist()
        for state in (DOWN, DEAD)
    ]
    fought = (room.lives[:, :, 0] != NO_ROUND).sum(axis=1).tolist()
    return [
        Course(
            life[:rows, :teams].copy(),
            tuple(down),
            tuple(dead),
            sides,
            counted,
            watch["fates"][:units].copy(),
            ends.copy(),
            places[:rows, :units].copy(),
            watch["shots"][: watch["shot_count"]].copy(),
            int(watch["lost"]),
        )
        for life, places, watch, ends, rows, down, dead in zip(*room, status, fought, *fallen, strict=True)
    ]
