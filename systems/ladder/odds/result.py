"""The odds of an attack of ladder: both rolls, outcome, damage, wound levels, in numbers and in words."""

from dataclasses import dataclass

from fireteam.env.observe.events import Term

from ..catalog.words import pool
from ..rules.clauses import ARMOR, CLAUSES, CORE, OUTCOME

DECIDED = {-1: "misses outright", 0: "", 1: "hits outright"}


@dataclass(frozen=True)
class Exchange:
    """The parts of an attack.

    Attributes:
        attack, defense: the terms added to both rolls.
        defended: how many rolls of the target are subtracted: its evasion, its resistance to a hold.
        decided: 1 if the situation makes it a hit, -1 if it makes it a miss, whatever is rolled (LD-R1).
        damage: terms of the damage of an attack with an outcome of 1.
        may_answer: whether the target may still declare an evasion or resist a hold; the odds assume that it does not.
        holds: whether it is a grapple, whose hit holds or pins the target (LD-G1).
    """

    attack: list[Term]
    defense: list[Term]
    defended: int
    decided: int
    damage: list[Term]
    may_answer: bool
    holds: bool


@dataclass(frozen=True)
class Odds(Exchange):
    """The odds of an attack: its parts, and the chances of its results.

    Attributes:
        outcome: chance of each outcome; 0 stands for a miss (LD-R1).
        hit: chance of an outcome above 0; a hit that armor stops is still a hit.
        fumble: chance of a critical failure, which always misses (LD-D2).
        points: chance of each number of points of damage, 0 included.
        levels: chance of each wound level of the target afterwards.
        expected: mean damage.
        down: chance that this one attack puts the target, as it is now, out of the fight.
    """

    outcome: dict[int, float]
    hit: float
    fumble: float
    points: dict[int, float]
    levels: dict[str, float]
    expected: float
    down: float

    @property
    def harm(self) -> str:
        """The name of the unit of damage."""
        return "damage"

    @property
    def assumes(self) -> str:
        """What the odds assume of a target that has not declared yet."""
        return ("not resisted" if self.holds and not self.defended else "not evaded") if self.may_answer else ""

    def ways(self) -> dict[str, float]:
        """Return the chances to hit or hold, to miss, and of a critical failure."""
        return {
            "hold" if self.holds else "hit": self.hit,
            "miss": 1 - self.hit - self.fumble,
            "critical failure": self.fumble,
        }

    def made_of(self, fog: bool = False) -> dict[str, str]:
        """Return both rolls and the damage with a reason for every point; in `fog` worn armor is unknown and left out."""
        roll = f"4 fudge dice + {pool(self.attack, 'attack', CORE)}"
        decided = f"; it {DECIDED[self.decided]} (LD-R1)" if self.decided else ""
        dice = "4 fudge dice" if self.defended == 1 else f"{self.defended} rolls of 4 fudge dice"
        evasion = f"{dice} + {pool(self.defense, 'evasion', CORE)}" if self.defended else "none"
        return {"attack": roll + decided, "defense": evasion, "damage": self._harmed(fog) if self.damage else "none"}

    def _harmed(self, fog: bool) -> str:
        """Return the parts of the damage: the outcome, and what is added to it."""
        left_out = {CLAUSES[OUTCOME], *([CLAUSES[ARMOR]] if fog else [])}
        shown = [term for term in self.damage if not any(term.is_of(clause) for clause in left_out)]
        more = pool(shown, "damage", CORE) if shown else ""
        sign = "" if not more else " " if more.startswith("-") else " + "
        return f"{CLAUSES[OUTCOME].words} ({CLAUSES[OUTCOME].rule}){sign}{more}"

    def spreads(self) -> dict[str, dict[str, float]]:
        """Return the chance of each outcome, of each number of damage and of each wound level."""
        outcome = {str(number): chance for number, chance in self.outcome.items()}
        damage = {str(number): chance for number, chance in self.points.items()}
        return {"outcome": outcome, "damage": damage, "wound level": self.levels}
