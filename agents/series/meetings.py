"""Tests whether the sides of a scenario meet: battles of tacticians record who saw whom and how near they came."""

import numpy as np

from fireteam.env.battle import seed_words
from fireteam.env.rules.ground.grid import apart, tile_of
from fireteam.env.rules.ground.sight import TOTAL, cover_between
from fireteam.env.rules.kernel import Array, Record, entry, kernel, plain
from fireteam.env.rules.log import EVENTS
from fireteam.env.rules.record import MAX_TEAMS, MAX_UNITS, UP
from fireteam.env.rules.systems import new_log
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.setup import Field, prepare

from ..bots import own_seed, parameters_of_teams
from ..counts import TALLY
from ..doctrine.records import MEMORY
from ..rollout import go_on, sit_down
from .series import battle_seeds

FAR = 1_000_000  # metres: sides that were never there together

# What became of two sides in a battle; the arrays are by team.
MEETING = np.dtype([("seen", "i1", (MAX_TEAMS, MAX_TEAMS)), ("nearest", "i4", (MAX_TEAMS, MAX_TEAMS))], align=True)


class Meetings:
    """The results of some battles, as to whether sides met.

    Attributes:
        field: the battlefield.
        ends: their final positions, dtype BATTLE of the system.
        met: whether two teams saw each other in each battle, bool of shape (battles, teams, teams).
        nearest: metres between the nearest two of two teams, int of the same shape.
        dealt: points of harm that each unit did to its enemies, over all battles.
    """

    def __init__(self, field: Field, ends: np.ndarray, meetings: np.ndarray, tally: np.ndarray) -> None:
        teams = len(field.scenario.teams)
        self.field, self.ends = field, ends
        self.met = meetings["seen"][:, :teams, :teams].astype(bool)
        self.nearest = meetings["nearest"][:, :teams, :teams]
        self.dealt = tally[0]["dealt"][: len(field.roster)]


def meetings_of(scenario: Scenario, battles: int, bot: str = "tactician", seed: int = 0) -> Meetings:
    """Fight some battles between bots of one doctrine; a map that is drawn at random is the same in all of them."""
    field = prepare(scenario.drawn(seed))
    seeds = battle_seeds(seed, battles)
    rows = np.repeat(field.opening, battles)
    rows["seed"] = np.array([seed_words(each) for each in seeds], np.int64).reshape(-1, 2)
    bots = parameters_of_teams(bot, [team.name for team in scenario.teams])[None]
    meetings, tally = np.zeros(battles, MEETING), np.zeros(1, TALLY)
    meetings["nearest"] = FAR
    own = np.array([own_seed(each) for each in seeds], np.int64)
    log, memories = new_log(rows.dtype, EVENTS), np.zeros(MAX_UNITS, MEMORY)
    records = (plain(rows), plain(field.arena), plain(log), plain(bots), plain(memories))
    play_meeting(*records, own, plain(tally), plain(meetings))
    return Meetings(field, rows, meetings, tally)


@entry
def play_meeting(
    battles: Array, arenas: Array, logs: Array, bots: Array, memories: Array, seeds: Array, tallies: Array, meetings: Array
) -> None:
    """Fight battles to their ends, and note after every decision which sides see each other and how near they are.

    Args:
        battles: openings, seeds filled in; become the final positions.
        bots: records of PARAMETERS, shape (1, teams).
        meetings: a record of MEETING for each battle. Written.
    """
    for row in range(len(battles)):
        battle = battles[row]
        arena = arenas[battle.variant]
        sit_down(row, arena.teams, bots, memories, seeds)
        while battle.over == 0:
            go_on(row, battle, arena, logs[0], bots, memories, tallies[0])
            note_meeting(battle, arena, meetings[row])


@kernel
def note_meeting(battle: Record, arena: Record, meeting: Record) -> None:
    """Note for every two sides whether any unit sees one of the other, and the distance of the nearest two."""
    for who in range(arena.units):
        unit = battle.units[who]
        for other in range(who + 1, arena.units):
            foe = battle.units[other]
            if unit.team == foe.team or unit.status != UP or foe.status != UP:
                continue
            metres = apart(arena, unit, foe)
            if metres < meeting.nearest[unit.team, foe.team]:
                meeting.nearest[unit.team, foe.team] = metres
                meeting.nearest[foe.team, unit.team] = metres
            if meeting.seen[unit.team, foe.team] == 0:
                if cover_between(battle, arena, tile_of(arena, unit), unit.prone, tile_of(arena, foe), foe.prone) != TOTAL:
                    meeting.seen[unit.team, foe.team] = 1
                    meeting.seen[foe.team, unit.team] = 1
