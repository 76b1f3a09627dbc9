"""The odds of an attack of d10_pool: pools, outcome, damage, wound levels, in numbers and in words."""

from dataclasses import dataclass

from fireteam.env.observe.events import Term

from ..catalog.words import pool
from ..rules.clauses import ARMOR, CLAUSES, CORE, DEDICATED, LEAST_DIE, OUTCOME


@dataclass(frozen=True)
class Exchange:
    """The parts of an attack.

    Attributes:
        attack, defense: the terms of both rolls, for pool and difficulty; empty for no defense.
        dodged: successes of the dedicated dodge that the target has rolled in this round already, None for none.
        damage: terms of the dice of damage of an attack that succeeds by one.
        may_answer: whether the target may still defend itself; the odds assume that it does not.
    """

    attack: list[Term]
    defense: list[Term]
    dodged: int | None
    damage: list[Term]
    may_answer: bool


@dataclass(frozen=True)
class Odds(Exchange):
    """The odds of an attack: its parts, and the chances of its results.

    Attributes:
        outcome: chance of each number of successes of the attack less those of the defense (DP-H1).
        hit: chance of an outcome above 0; a hit whose dice do no damage is still a hit.
        botch: chance of no success and a one, with which the attacker loses its other dice of the round (DP-D1).
        points: chance of each number of points of damage, 0 included.
        levels: chance of each wound level of the target afterwards.
        expected: mean damage.
        down: chance that this one attack puts the target, as it is now, out of the fight.
    """

    outcome: dict[int, float]
    hit: float
    botch: float
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
        """What the odds assume of a target that has not answered yet."""
        return "undefended" if self.may_answer else ""

    def ways(self) -> dict[str, float]:
        """Return the chances to hit, to miss and to botch."""
        return {"hit": self.hit, "miss": 1 - self.hit - self.botch, "botch": self.botch}

    def made_of(self, fog: bool = False) -> dict[str, str]:
        """Return both rolls and the damage with a reason for every die; in `fog` the armor worn is unknown and left out."""
        return {"attack": pool(self.attack, "attack", CORE), "defense": self._defended(), "damage": self._harmed(fog)}

    def _defended(self) -> str:
        """Return the parts of the defense."""
        if self.dodged is not None:
            successes = f"{self.dodged} success{'' if self.dodged == 1 else 'es'}"
            return f"{successes} of a {CLAUSES[DEDICATED].words} ({CLAUSES[DEDICATED].rule})"
        return pool(self.defense, "defense", CORE) if self.defense else "none"

    def _harmed(self, fog: bool) -> str:
        """Return the parts of the dice of damage; what the outcome adds comes last."""
        left_out = {CLAUSES[OUTCOME], CLAUSES[LEAST_DIE], *([CLAUSES[ARMOR]] if fog else [])}
        shown = [term for term in self.damage if not any(term.is_of(clause) for clause in left_out)]
        text = pool(shown, "damage", CORE)
        if any(term.is_of(CLAUSES[OUTCOME]) for term in self.damage):
            text += f", and as many dice as the {CLAUSES[OUTCOME].words} ({CLAUSES[OUTCOME].rule})"
        if not fog and any(term.is_of(CLAUSES[LEAST_DIE]) for term in self.damage):
            text += f"; {CLAUSES[LEAST_DIE].words} ({CLAUSES[LEAST_DIE].rule})"
        return text

    def spreads(self) -> dict[str, dict[str, float]]:
        """Return the chance of each outcome, of each number of damage and of each wound level."""
        outcome = {f"{number:+d}": chance for number, chance in self.outcome.items()}
        damage = {str(number): chance for number, chance in self.points.items()}
        return {"outcome": outcome, "damage": damage, "wound level": self.levels}
