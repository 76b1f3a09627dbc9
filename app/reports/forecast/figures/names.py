"""Names of units, teams and rolls for a game master."""

from fireteam.env.replay.english import whose
from fireteam.env.rules.record import NOBODY
from fireteam.env.scenario.setup import Field


def unit_words(field: Field, who: int, party: int) -> str:
    """Return a unit's name, or else words like "your gunner" or "blue's ganger", which may fit several."""
    if who == NOBODY:
        return "nobody"
    fighter = field.roster[who]
    if fighter.unit.name:
        return fighter.called
    return f"{'your' if fighter.team == party else whose(field.scenario.teams[fighter.team].name)} {fighter.called}"


def hero_words(field: Field, who: int) -> str:
    """Return a hero's name in a table, or else its kind, with its agent's name where there are several."""
    fighter = field.roster[who]
    alike = sum(other.team == fighter.team and other.called == fighter.called for other in field.roster)
    return fighter.called if alike == 1 else f"{fighter.called} ({fighter.name})"
