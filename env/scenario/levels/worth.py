"""How fair a drawn battle is: the share of battles that tacticians of the first team win, from a table.

`worth.toml` has the table of each rule system, measured by `fireteam levels measure`: what a unit of each template adds to
the log odds of its team, and what it is worth to start around the other team, to come later by halves, or to be the attacker
of a mission. A template
that is not in the table counts as the mean of those that are.
"""

import math
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

TABLE = Path(__file__).with_name("worth.toml")
UNKNOWN = 1.0  # of a unit of a system without a table: then only numbers count


class Worth(NamedTuple):
    """What is worth how much to a team in a rule system, in log odds."""

    templates: Mapping[str, float]
    attacker: Mapping[str, float]  # by mission
    around: float  # to the team that starts around the other
    late: float  # to a team half of which comes later
    battles: int  # that the table was measured with; 0 for none

    def of_unit(self, template: str) -> float:
        """Return what a unit of a template adds to the log odds of its team."""
        known = self.templates.values()
        return self.templates.get(template, sum(known) / len(known) if known else UNKNOWN)

    def knows(self, templates: Sequence[str]) -> bool:
        """Return whether the table has all of some templates, so that what it says of them was measured."""
        return set(templates) <= set(self.templates)

    def of_team(self, templates: Sequence[str]) -> float:
        """Return what the units of a team add to its log odds."""
        return sum(map(self.of_unit, templates))

    def lead(self, mission: str, attacker: int, around: int, late: int) -> float:
        """Return the log odds that the first team has by anything but its units.

        Args:
            mission: its name, "" for none of ours.
            attacker: the number of the team that has to act; -1 for none.
            around: the number of the team that starts around the other; -1 for none.
            late: the teams half of which come later, a bit each.
        """
        by_role = self.attacker.get(mission, 0.0) * sign_of(attacker)
        return by_role + self.around * sign_of(around) + self.late * ((late & 1) - (late >> 1))


def sign_of(team: int) -> int:
    """Return 1 for the first team, -1 for the second, 0 for none."""
    return 0 if team < 0 else 1 if team == 0 else -1


def share_of(log_odds: float) -> float:
    """Return log odds as a share, from 0 to 1."""
    return 1.0 / (1.0 + math.exp(-log_odds))


@cache
def worth_of(system: str) -> Worth:
    """Return the table of a rule system; an empty one where none was measured."""
    said = tomllib.loads(TABLE.read_text(encoding="utf-8")).get(system)
    return Worth(**said) if said is not None else Worth({}, {}, 0.0, 0.0, 0)
