"""Words for a unit, for cards and tooltips."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..catalog.shown import Condition

# How it is said what has become of a unit that is not up, at length and where there is little room, and in which colour:
# only a loss is red.
STATUSES = {
    "absent": ("absent", "to come", "faint"),
    "down": ("unconscious", "down", "critical"),
    "dead": ("dead", "dead", "critical"),
    "escaped": ("escaped", "away", "good"),
    "surrendered": ("has surrendered", "gave up", "critical"),
}
WRECKED = "wrecked"  # of a machine that is down


def status_words(status: str, full: Mapping[str, Any]) -> str:
    """Return the words for a unit's status, "" while it is up; `full` is what it has when fresh."""
    if status == "down" and full.get("machine"):  # of strangers in fog it is not known
        return WRECKED
    return STATUSES[status][0] if status in STATUSES else ""


def coming_words(full: Mapping[str, Any]) -> str:
    """Return when a unit that is still to enter does so; `full` may have the round in `arrives`."""
    return f"comes in round {full['arrives']}" if full.get("arrives") else STATUSES["absent"][1]


def state_lines(
    unit: Mapping[str, Any], full: Mapping[str, Any], conditions: Sequence[Condition] = ()
) -> list[tuple[str, str]]:
    """Return the words on a unit's state in a scene, with their colours.

    Args:
        full: the unit's values when fresh.
        conditions: the conditions of its system.
    """
    out = status_words(unit["status"], full)
    if unit["status"] == "absent":
        out = coming_words(full)
    lines = [(out, STATUSES[unit["status"]][2])] if out else []
    if out == WRECKED:
        return lines
    for field, value, says, colour, _, of_fallen in conditions:
        now = unit.get(field)
        if not now or value not in ("", now) or (out and not of_fallen):
            continue
        each = [name.replace("_", " ") for name in now] if isinstance(now, list) else [now]
        lines += [(says.format(one), colour) for one in each]
    return lines


def state_words(unit: Mapping[str, Any], full: Mapping[str, Any], conditions: Sequence[Condition] = ()) -> list[str]:
    """Return the words on a unit's state, from a scene."""
    return [words for words, _ in state_lines(unit, full, conditions)]


def cited(says: str, rule: str) -> str:
    """Return a text with the rule behind it, if there is one."""
    return f"{says} ({rule})" if rule else says


def life_of(unit: Mapping[str, Any], full: Mapping[str, Any]) -> tuple[str, int, int]:
    """Return a unit's vital pool, the points left in it and those when fresh."""
    pool, _, _, most = full["bars"][0]
    return pool, max(int(unit.get(pool, 0)), 0), most


def filling_of(unit: Mapping[str, Any], full: Mapping[str, Any]) -> tuple[str, str, int, int] | None:
    """Return a unit's pool that fills up: its name, its colour, its points, and its size."""
    if not full["fills"] or not full["fills"][3]:
        return None
    name, _, colour, most = full["fills"]
    return name, colour, int(unit.get(name, 0)), most


def pips_of(unit: Mapping[str, Any], full: Mapping[str, Any]) -> tuple[int, int]:
    """Return how many points a unit has left in its turn, and of how many; (0, 0) for none."""
    if not full["pips"]:
        return 0, 0
    name, _, most = full["pips"]
    left = int(unit.get(name, 0))
    return left, max(most, left)


def health_of(unit: Mapping[str, Any], full: Mapping[str, Any]) -> tuple[float, str]:
    """Return the life that a unit has left as a share, 0 to 1, and the colour of its bar."""
    _, left, most = life_of(unit, full)
    health = share(left, most)
    return health, "health" if health > 0.6 else "hurt" if health > 0.3 else "critical"


def share(value: int, full: int) -> float:
    """Return a pool as a share of its fresh value, 0 to 1."""
    return min(max(value / full, 0.0), 1.0) if full > 0 else 0.0


def weapon_line(unit: dict[str, Any], full_name: str = "") -> str:
    """Return the weapon in a unit's hand, with its rounds: "assault rifle 24 +3 SA"."""
    if "weapon" not in unit:
        return "bare hands"
    name = full_name or unit["weapon"].replace("_", " ")
    rounds = f" {unit['ammo']}" if "ammo" in unit else ""
    rounds += f" +{unit['spare']}" if "spare" in unit else ""
    return name + rounds + (f" {unit['mode']}" if "mode" in unit else "")


def unit_lines(
    unit: dict[str, Any], known: dict[str, Any], own: dict[str, Any], fares: bool = True
) -> list[tuple[str, str]]:
    """Return a unit as lines with a colour each.

    Args:
        known: its entry in the playback.
        own: the words of its system, as the playback has them.
        fares: whether its pools are known.
    """
    full, conditions = known["full"], own["conditions"]
    lines = [(known["who"], "accent")]
    if not fares:
        lines.append((unit["weapon"].replace("_", " ") if "weapon" in unit else "bare hands", "text"))
        words = state_words(unit, full, conditions)
        return lines + ([(", ".join(words), "hurt")] if words else [])
    pools = [f"{name.capitalize()} {max(unit.get(name, 0), 0)}/{most}" for name, _, _, most in full["bars"]]
    if filling := filling_of(unit, full):
        name, _, value, most = filling
        pools.append(f"{name.capitalize()} {value}/{most}")
    lines.append((", ".join(pools), "text"))
    lines.append((weapon_line(unit), "text"))
    if words := state_words(unit, full, conditions):
        lines.append((", ".join(words), "hurt"))
    if unit["status"] == "up":
        name, counted, _ = full["pips"] or ("", "", 0)
        points = f", {unit.get(name, 0)} {counted}" if name else ""
        lines.append((f"{own['score']} {unit.get('score', 0)}{points}", "faint"))
    return lines


def when_words(scene: dict[str, Any], own: dict[str, Any]) -> str:
    """Return the time of a scene, in the words of its system in the playback: "Round 2, pass 1", "Round 2, acting"."""
    return ", ".join(filter(None, [f"Round {scene['round']}", pass_words(scene, own)]))


def pass_words(scene: dict[str, Any], own: Mapping[str, Any], later: int = 0) -> str:
    """Return the name of a scene's pass, or of the one `later` passes on: "pass 1", "acting", "" for none."""
    number = scene["pass"] + later
    if own["passes"]:
        return str(own["passes"][number - 1]) if 0 < number <= len(own["passes"]) else ""
    return f"{own['turn'][0]} {number}" if own["turn"] else ""
