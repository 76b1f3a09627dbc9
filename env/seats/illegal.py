"""Illegal actions: an action that is not open is refused, replaced, or loses the battle.

| `illegal` | |
| --- | --- |
| "raise" | it is an IllegalAction; nothing has changed |
| "first" | the open action of the lowest number is taken instead |
| "lose" | the team gives the battle up: it is over, and lost for that team |

If an action was replaced, or cost the battle, `illegal` in the infos of that step is true. A number out of range, or
something that is no number, is refused whatever the option says.
"""

from ..observe.actions import decoded
from ..rules.decisions import NO_DECISION
from ..rules.interface import DONE, FINISHED, ILLEGAL, step
from ..rules.kernel import Record, kernel
from ..rules.log import clear
from ..rules.record import FORFEIT, NOBODY
from ..rules.sides.objectives import end_battle

RAISE, FIRST, LOSE = "raise", "first", "lose"
WAYS = (RAISE, FIRST, LOSE)
DEFAULT_WAY = FIRST  # checks and learners that know nothing of masks then play on

GIVE_UP = -(1 << 31) + 1  # instead of an action number: the team that decides loses. Nobody takes it for one by mistake


@kernel
def take(battle: Record, arena: Record, log: Record, layout: Record, number: int) -> int:
    """Step by action number, or let the deciding team give up; return DONE, or change nothing and return the reason."""
    if number == GIVE_UP:
        if battle.over:
            return FINISHED
        clear(log)
        end_battle(battle, log, 1 - battle.units[battle.decider].team if arena.teams == 2 else NOBODY, FORFEIT)
        battle.decision = NO_DECISION
        return DONE
    verb, argument = decoded(battle, arena, layout, number)
    return step(battle, arena, log, verb, argument) if verb >= 0 else ILLEGAL
