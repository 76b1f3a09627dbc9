"""Karma (SS-X2): who may spend it, and what a point does to the account."""

from .. import log as tells
from ..battle import NOBODY
from ..kernel import kernel
from ..log import cite, tell
from . import clauses


@kernel
def may_spend(unit):
    """Return whether a unit has karma and is willing to spend it: standing orders may say never."""
    return unit.karma > 0 and unit.order_karma == 0


@kernel
def spend(battle, log, who, verb):
    """Take a point of karma for what `verb` stands for (SS-X2)."""
    unit = battle.units[who]
    unit.karma -= 1
    cite(log, clauses.KARMA)
    tell(battle, log, tells.KARMA_SPENT, who, NOBODY, verb, unit.karma, 0)
