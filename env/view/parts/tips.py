"""The tooltips on the map: a unit or a tile at a moment, as a side knows it."""

from ..playback.player import Player
from ..story import Line
from ..words import cited, unit_lines


def unit_tip(player: Player, n: int, name: str, side: str = "") -> list[Line]:
    """Return a unit in words, a colour for each line."""
    known = next(unit for unit in player.playback["units"] if unit["name"] == name)
    return unit_lines(player.unit(n, name, side), known, player.playback["words"], player.open_to(name, side))


def tile_tip(player: Player, n: int, tile: tuple[int, int], side: str = "") -> list[Line]:
    """Return a tile in words, a colour for each line."""
    ground = player.playback["map"]
    number = tile[1] * ground["width"] + tile[0]
    scene, rules = player.noticed(n, side), player.playback["words"]["rules"]
    name = scene.get("ground", {}).get(str(number)) or ground["terrain"][number]
    lines = [(f"({tile[0]}, {tile[1]}) {ground['words'].get(name, name.replace('_', ' '))}", "text")]
    if ground["floors"] and ground["floors"][number]:
        lines.append((f"{ground['floors'][number]} m high", "faint"))
    if dent := scene.get("dents", {}).get(str(number)):
        lines.append((cited(f"it has taken {dent} damage", rules.get("dents", "")), "hurt"))
    for zone in scene.get("zones", {}).values():
        if number in zone["tiles"]:
            says = f"under fire of {zone['shooter']}: density {zone['density']}, pin {zone['pin']}"
            lines.append((cited(says, rules.get("zones", "")), "bad"))
    return lines
