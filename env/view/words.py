"""A unit in words, for cards and tooltips."""

from typing import Any

STATES = {"down": "unconscious", "dead": "dead", "absent": "not here yet", "escaped": "got away"}
POSTURES = (
    ("prone", "prone"), ("covered", "in cover"), ("full_defense", "full defense"), ("pinned", "pinned"),
    ("surprised", "surprised"), ("stunned", "stunned"), ("hidden", "hidden"), ("last_stand", "last stand"),
    ("jammed", "weapon jammed"), ("stable", "stable"),
)  # fmt: skip
PEOPLE = (
    ("aim_at", "aims at {}"), ("charge", "charges {}"), ("holds", "holds {}"), ("held_by", "held by {}"),
    ("carries", "carries {}"), ("carried_by", "carried by {}"), ("aboard", "aboard {}"),
)  # fmt: skip


def state_words(unit: dict[str, Any], full: dict[str, int]) -> list[str]:
    """Return what is to be said of a unit's state, as a scene has it; `full` are its pools: a machine has no flesh."""
    if unit["status"] == "down" and full.get("flesh") == 0:  # of strangers in fog it is not known
        return ["wrecked"]
    if unit["status"] != "up":
        return [STATES[unit["status"]]] + (["stable"] if unit.get("stable") else [])
    words = [says for name, says in POSTURES if unit.get(name)]
    if pace := unit.get("pace"):
        words.append("running" if pace == "runs" else "sprinting")
    if unit.get("delay"):
        words.append("waiting")
    words += [says.format(unit[name]) for name, says in PEOPLE if name in unit]
    return words + [name.replace("_", " ") for name in unit.get("ails", ())]


def weapon_line(unit: dict[str, Any], full_name: str = "") -> str:
    """Return what a unit has in hand, with its rounds: "assault rifle 24 +3 SA"."""
    if "weapon" not in unit:
        return "bare hands"
    name = full_name or unit["weapon"].replace("_", " ")
    rounds = f" {unit['ammo']} +{unit['spare']}" if "ammo" in unit else ""
    return name + rounds + (f" {unit['mode']}" if "mode" in unit else "")


def unit_lines(unit: dict[str, Any], known: dict[str, Any], fares: bool = True) -> list[tuple[str, str]]:
    """Return a unit as lines with a colour each; `known` is its entry in the playback, `fares`: its pools are known."""
    full = known["full"]
    lines = [(known["who"], "accent")]
    if not fares:
        lines.append((unit["weapon"].replace("_", " ") if "weapon" in unit else "bare hands", "text"))
        words = state_words(unit, full)
        return lines + ([(", ".join(words), "hurt")] if words else [])
    pools = [
        f"{name.capitalize()} {max(unit.get(name, 0), 0)}/{full[name]}"
        for name in ("flesh", "armored", "shield")
        if full[name]
    ]
    if full["strain"]:
        pools.append(f"Strain {unit.get('strain', 0)}/{full['strain']}")
    lines.append((", ".join(pools), "text"))
    if unit.get("wounds"):
        lines.append((f"wounds: {unit['wounds']} dice (SS-H5)", "critical"))
    lines.append((weapon_line(unit), "text"))
    if words := state_words(unit, full):
        lines.append((", ".join(words), "hurt"))
    if unit["status"] == "up":
        lines.append((f"initiative {unit.get('score', 0)}, {unit.get('ap', 0)} action points", "faint"))
        if unit.get("aim"):
            lines.append((f"aim: {unit['aim']} dice (SS-U4)", "reach"))
    return lines
