"""A unit in words, for cards and tooltips."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Condition(NamedTuple):
    """How one thing about a unit's state is said: the field of its scene, the value there ("" for any), words, colour."""

    field: str
    value: str
    says: str
    colour: str


# How it is said what has become of a unit that is not up, at length and where there is little room.
STATUSES = {
    "absent": ("absent", "to come"),
    "down": ("unconscious", "down"),
    "dead": ("dead", "dead"),
    "escaped": ("escaped", "away"),
}
WRECKED = "wrecked"  # of a machine that is down
OUT = ("stable",)  # what else is said of a unit that is not up
CONDITIONS = [
    Condition("prone", "", "prone", "text"),
    Condition("covered", "", "in cover", "good"),
    Condition("pace", "runs", "running", "text"),
    Condition("pace", "sprints", "sprinting", "text"),
    Condition("pinned", "", "pinned", "hurt"),
    Condition("full_defense", "", "full defense", "way"),
    Condition("wounds", "", "wounds {}", "critical"),
    Condition("aim", "", "aim +{}", "reach"),
    Condition("surprised", "", "surprised", "hurt"),
    Condition("stunned", "", "stunned", "hurt"),
    Condition("hidden", "", "hidden", "way"),
    Condition("last_stand", "", "last stand", "accent"),
    Condition("jammed", "", "weapon jammed", "hurt"),
    Condition("stable", "", "stable", "good"),
    Condition("delay", "waits", "waiting", "faint"),
    Condition("delay", "late", "late", "faint"),
    Condition("delay", "goes_after", "goes after", "faint"),
    Condition("delay", "goes_together", "goes along", "faint"),
    Condition("delay", "keeps_free", "keeps its free action", "faint"),
    Condition("delay", "takes_free", "takes its free action", "faint"),
    Condition("aim_at", "", "aims at {}", "reach"),
    Condition("charge", "", "charges {}", "reach"),
    Condition("holds", "", "holds {}", "hurt"),
    Condition("held_by", "", "held by {}", "hurt"),
    Condition("carries", "", "carries {}", "text"),
    Condition("carried_by", "", "carried by {}", "text"),
    Condition("aboard", "", "aboard {}", "text"),
]


def status_words(status: str, full: Mapping[str, Any]) -> str:
    """Return what has become of a unit, "" while it is up; `full` is what it has when fresh."""
    if status == "down" and full.get("machine"):  # of strangers in fog it is not known
        return WRECKED
    return STATUSES[status][0] if status in STATUSES else ""


def state_lines(unit: Mapping[str, Any], full: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what is to be said of a unit's state in a scene, words with their colours; `full` is what it has when fresh."""
    out = status_words(unit["status"], full)
    lines = [(out, "critical")] if out else []
    if out == WRECKED:
        return lines
    for field, value, says, colour in CONDITIONS:
        if unit.get(field) and value in ("", unit[field]) and (not out or field in OUT):
            lines.append((says.format(unit[field]), colour))
    return lines if out else lines + [(name.replace("_", " "), "critical") for name in unit.get("ails", ())]


def state_words(unit: Mapping[str, Any], full: Mapping[str, Any]) -> list[str]:
    """Return what is to be said of a unit's state, as a scene has it."""
    return [words for words, _ in state_lines(unit, full)]


def life_of(unit: Mapping[str, Any], full: Mapping[str, Any]) -> tuple[str, int, int]:
    """Return the pool that a unit lives by, the points left in it and those when fresh."""
    pool, _, _, most = full["bars"][0]
    return pool, max(int(unit.get(pool, 0)), 0), most


def filling_of(unit: Mapping[str, Any], full: Mapping[str, Any]) -> tuple[str, str, int, int] | None:
    """Return the pool of a unit that fills up: its name, its colour, the points in it, and how many it holds."""
    if not full["fills"] or not full["fills"][3]:
        return None
    name, _, colour, most = full["fills"]
    return name, colour, int(unit.get(name, 0)), most


def health_of(unit: Mapping[str, Any], full: Mapping[str, Any]) -> tuple[float, str]:
    """Return the life that a unit has left as a share, 0 to 1, and the colour of its bar."""
    _, left, most = life_of(unit, full)
    health = share(left, most)
    return health, "health" if health > 0.6 else "hurt" if health > 0.3 else "critical"


def share(value: int, full: int) -> float:
    """Return a pool as a share of what it is when fresh, 0 to 1."""
    return min(max(value / full, 0.0), 1.0) if full > 0 else 0.0


def weapon_line(unit: dict[str, Any], full_name: str = "") -> str:
    """Return what a unit has in hand, with its rounds: "assault rifle 24 +3 SA"."""
    if "weapon" not in unit:
        return "bare hands"
    name = full_name or unit["weapon"].replace("_", " ")
    rounds = f" {unit['ammo']}" if "ammo" in unit else ""
    rounds += f" +{unit['spare']}" if "spare" in unit else ""
    return name + rounds + (f" {unit['mode']}" if "mode" in unit else "")


def unit_lines(unit: dict[str, Any], known: dict[str, Any], fares: bool = True) -> list[tuple[str, str]]:
    """Return a unit as lines with a colour each; `known` is its entry in the playback, `fares`: its pools are known."""
    full = known["full"]
    lines = [(known["who"], "accent")]
    if not fares:
        lines.append((unit["weapon"].replace("_", " ") if "weapon" in unit else "bare hands", "text"))
        words = state_words(unit, full)
        return lines + ([(", ".join(words), "hurt")] if words else [])
    pools = [f"{name.capitalize()} {max(unit.get(name, 0), 0)}/{most}" for name, _, _, most in full["bars"]]
    if filling := filling_of(unit, full):
        name, _, value, most = filling
        pools.append(f"{name.capitalize()} {value}/{most}")
    lines.append((", ".join(pools), "text"))
    lines.append((weapon_line(unit), "text"))
    if words := state_words(unit, full):
        lines.append((", ".join(words), "hurt"))
    if unit["status"] == "up":
        lines.append((f"initiative {unit.get('score', 0)}, {unit.get('ap', 0)} action points", "faint"))
    return lines
