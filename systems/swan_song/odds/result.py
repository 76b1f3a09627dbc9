"""The odds of an attack of Swan Song: pools, net hits, points, in numbers and in words."""

from dataclasses import dataclass

from fireteam.env.observe.events import Term

from ..catalog.words import pool
from ..rules.clauses import CORE


@dataclass(frozen=True)
class Exchange:
    """The numbers of an attack.

    Attributes:
        attack, defense: the terms of the pools; their sums are the dice.
        limit, defense_limit: the most hits that count; None for no limit.
        damage: base damage value, `strain` if it is Strain. armor: modified armor value. soak: dice.
    """

    attack: list[Term]
    limit: int | None
    defense: list[Term]
    defense_limit: int | None
    damage: int
    strain: bool
    armor: int
    soak: int


@dataclass(frozen=True)
class Odds(Exchange):
    """The odds of an attack: its parts, and the chances of its results.

    Attributes:
        net: chance of each number of net hits.
        hit, graze, miss, stopped: chances; a hit whose damage is soaked or bounces off is still a hit. An obstacle between
            attacker and target may stop any but a miss. A graze goes through cover, if there is some, or does nothing.
        points: chance of each number of points suffered, 0 included.
        expected: mean points suffered.
        down: chance that this one attack puts the target, as it is now, out of the fight.
    """

    net: dict[int, float]
    hit: float
    graze: float
    miss: float
    stopped: float
    points: dict[int, float]
    expected: float
    down: float

    @property
    def harm(self) -> str:
        """The kind of the points: Strain, or damage to health."""
        return "Strain" if self.strain else "damage"

    @property
    def assumes(self) -> str:
        """Nothing: the odds assume that the target defends itself against every attack (SS-R2)."""
        return ""

    def ways(self) -> dict[str, float]:
        """Return the chances to hit, to graze, to miss and, where an obstacle can stop it, to be stopped."""
        ways = {"hit": self.hit, "graze": self.graze, "miss": self.miss}
        return ways | ({"stopped": self.stopped} if self.stopped else {})

    def made_of(self, fog: bool = False) -> dict[str, str]:
        """Return in words both pools with a reason for every die, and the damage; in `fog` without armor and soak."""
        limits = ["" if limit is None else f" [limit {limit}]" for limit in (self.limit, self.defense_limit)]
        resists = "" if fog else f", armor {self.armor}, soak {self.soak} dice"
        return {
            "attack": pool(self.attack, "attack", CORE) + limits[0],
            "defense": pool(self.defense, "defense", CORE) + limits[1],
            "damage": f"{self.damage} ({'Strain' if self.strain else 'health'}) and the net hits{resists}",
        }

    def spreads(self) -> dict[str, dict[str, float]]:
        """Return the chance of each number of net hits, and of points."""
        net = {f"{number:+d}": chance for number, chance in self.net.items()}
        return {"net hits": net, "points": {str(number): chance for number, chance in self.points.items()}}
