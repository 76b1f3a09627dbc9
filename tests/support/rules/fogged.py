"""Three units in fog, who see each other or not, and what a team is told of them."""

import numpy as np

from fireteam.env.battle import Battle
from fireteam.env.rules.record import NO_EFFECT, NOBODY
from fireteam.env.scenario.models import Scenario


def three_teams(wall: str = "############", system: str = "swan_song") -> Scenario:
    """Return three units in fog: red before a wall, gold behind it, and blue in the open where it leaves room."""
    blue = (6, 3) if wall[0] == "#" else (6, 0)
    places = {"red": (0, 0), "blue": blue, "gold": (9, 3)}
    rows = ["............", "............", wall, "............"]
    return Scenario.model_validate(
        {
            "title": "three",
            "system": system,
            "fog": True,
            "map": {"title": "three", "ground": "\n".join(rows)},
            "teams": [
                {"name": name, "units": [{"template": "soldier", "at": list(at)}], "objective": {"kind": "eliminate"}}
                for name, at in places.items()
            ],
        }
    )


def record_known(battle: Battle, team: int) -> np.void:
    """Return the record of a battle as a team knows it, without rows that are not in use."""
    row = battle.as_known(team).record[0]
    row["changes"][row["changed"] :] = np.zeros(1, row["changes"].dtype)
    row["dents"][row["dented"] :] = np.zeros(1, row["dents"].dtype)
    row["effects"][row["effects"]["kind"] == NO_EFFECT] = np.zeros(1, row["effects"].dtype)
    if "zones" in row.dtype.names:
        row["zones"][row["zones"]["shooter"] == NOBODY] = np.zeros(1, row["zones"].dtype)
    return row


def differences(one: Battle, other: Battle, team: int) -> list[str]:
    """Return the fields in which two battles differ for a team."""
    rows = record_known(one, team), record_known(other, team)
    names = [name for name in rows[0].dtype.names or () if name != "units"]
    found = [name for name in names if rows[0][name].tobytes() != rows[1][name].tobytes()]
    for who in range(len(one.field.roster)):
        units = [row["units"][who] for row in rows]
        names = units[0].dtype.names or ()
        found += [f"{name} of {who}" for name in names if units[0][name].tobytes() != units[1][name].tobytes()]
    return found


def fields_seen(battle: Battle, who: int) -> set[str]:
    """Return the fields of a unit's record that make a difference to the first team."""
    seen = set()
    for name in battle.record[0]["units"].dtype.names or ():
        other = battle.copy()
        numbers = other.record[0]["units"][name]
        for field in [numbers] if numbers.dtype.names is None else [numbers[part] for part in numbers.dtype.names]:
            field[who] = np.where(field[who] == 0, 1, 0)
        if not name.startswith("gap") and differences(battle, other, 0):
            seen.add(name)
    return seen
