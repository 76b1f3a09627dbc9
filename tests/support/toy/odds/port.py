"""Exact odds of the toy: of one die, which must show a face or more."""

from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field

from fireteam.content.reading import Strict
from fireteam.env.observe.actions import Action
from fireteam.env.rules.ground.sight import COVERS
from fireteam.env.rules.verbs import DODGE, PASS, SHOOT
from toy.rules.port import FACES

REPLIES = ("standard", "dodge")


class Asked(Strict):
    """What may be asked of an attack of the toy."""

    dodge: bool = Field(False, description="whether the target dodges")


@dataclass(frozen=True)
class Odds:
    """The odds of an attack: the face that hits, and what follows."""

    needed: int
    hit: float
    expected: float
    down: float
    harm: Literal["life"] = "life"
    assumes: Literal[""] = ""

    def ways(self) -> dict[str, float]:
        """Return the chances to hit and to miss."""
        return {"hit": self.hit, "miss": 1 - self.hit}

    def made_of(self, fog: bool = False) -> dict[str, str]:
        """Return what the die must show."""
        return {"attack": f"a die that shows {self.needed} at least"}

    def spreads(self) -> dict[str, dict[str, float]]:
        """Return nothing: there is one die."""
        return {}


def odds_of(battle: Any, who: int, target: int, cover: int, dodges: bool) -> Odds:
    """Return the odds of a unit's attack (TOY-1, TOY-3)."""
    damage = int(battle.field.arena[0]["sheets"][who]["damage"])
    needed = min(3 + cover, 6) + dodges
    hit = (FACES + 1 - needed) / FACES
    return Odds(needed, hit, hit * damage, hit * (damage >= battle.record[0]["units"][target]["life"]))


def set_up(battle: Any, weapon: str, asked: Asked) -> tuple[Action, str]:
    """Return red_1's shot at blue_1, who dodges if that was asked for."""
    return Action(SHOOT, 1), REPLIES[asked.dodge]


def quote(battle: Any, action: Any, reply: str) -> Odds | None:
    """Return the odds of a shot, or of the one that is answered so, in a battle as the side that decides knows it."""
    row, units = battle.record[0], battle.field.roster
    asked = row["decider"], row["opponent"]
    pair = (asked[0], action.argument) if action.verb == SHOOT else asked[::-1] if action.verb in (PASS, DODGE) else None
    if pair is None:
        return None
    cover = COVERS.index(battle.cover(units[pair[1]].name, units[pair[0]].name))
    return odds_of(battle, *pair, cover, action.verb == DODGE or reply == "dodge")


def chance_of(field: Any, attack: Any, events: Any) -> None:
    """Return None: a roll does not tell how far the target was behind cover."""
