"""The timeline of a playback: scrub bar, marks of wounds and deaths, each team's chance to win."""

from typing import Any

import numpy as np

from ...replay.english import Subject
from ..draw.canvas import pygame_here
from ..draw.ui import Ui
from ..playback.player import Player


def timeline(ui: Ui, player: Player, n: int, share_on: float, area: Any, furthest: int, side: str = "") -> int | None:
    """Draw the scrub bar with rounds, wounds and deaths, the chances above it; return the moment the pointer drags to.

    Nothing after `furthest`, the latest moment watched so far, is shown: neither casualties nor chances.
    """
    pygame = pygame_here()
    last = max(player.last, 1)
    track = ui.rect(area.x, area.bottom - ui.px(16), area.width, ui.px(6))
    upper = ui.rect(area.x, area.y, area.width, track.y - area.y - ui.px(4))

    def at(moment: float) -> float:
        return float(area.x + area.width * moment / last)

    if not side or not player.playback["fog"]:  # chances tell of what a side does not see
        curve(ui, player, upper, at, furthest)
    ui.bar(track, (max(n - 1, 0) + share_on if n else 0) / last, "accent")
    for place in player.playback["jumps"]["round"]:
        pygame.draw.line(
            ui.surface, ui.colour("faint"), (at(place), track.y - ui.px(3)), (at(place), track.bottom + ui.px(3))
        )
    for moment, what, name in player.marks():
        if moment > furthest or (side and name in player.hidden(moment, side)):
            continue
        team = player.team_of[name]
        x, y = at(moment), track.centery
        size = {"wound": 3, "down": 5, "dead": 6}[what]
        pygame.draw.circle(ui.surface, ui.colour("page"), (x, y), ui.px(size + 1))
        pygame.draw.circle(ui.surface, ui.colour(f"team:{team}"), (x, y), ui.px(size))
        if what != "wound":
            half = ui.px(size) * 0.6
            pygame.draw.line(ui.surface, ui.colour("page"), (x - half, y - half), (x + half, y + half), max(ui.px(1.5), 1))
            if what == "dead":
                pygame.draw.line(
                    ui.surface, ui.colour("page"), (x + half, y - half), (x - half, y + half), max(ui.px(1.5), 1)
                )
        if ui.hot(ui.rect(x - ui.px(6), y - ui.px(8), ui.px(12), ui.px(16))):
            ui.tip(
                f"decision {moment}: {name} {'is wounded' if what == 'wound' else 'goes down' if what == 'down' else 'dies'}"
            )
    knob = at(max(n - 1, 0) + share_on if n else 0)
    pygame.draw.circle(ui.surface, ui.colour("text"), (knob, track.centery), ui.px(6))
    if ui.awake and (ui.held or ui.clicked) and area.inflate(0, ui.px(16)).collidepoint(ui.mouse):
        share: float = (ui.mouse[0] - area.x) / area.width
        return min(max(round(share * last), 0), player.last)
    return None


def curve(ui: Ui, player: Player, area: Any, at: Any, furthest: int) -> None:
    """Draw each team's chance to win up to a moment, and mark the turning point if it is earlier."""
    chances = player.playback.get("chances")
    if not chances:
        return
    pygame = pygame_here()
    pygame.draw.line(ui.surface, ui.colour("edge"), (area.x, area.centery), (area.right, area.centery))
    for number, team in enumerate(player.playback["teams"]):
        shares = chances["shares"].get(team["name"])
        if shares:
            points = [
                (at(moment), area.bottom - area.height * value)
                for moment, value in zip(chances["moments"], shares, strict=True)
                if moment <= furthest
            ]
            if len(points) > 1:
                pygame.draw.aalines(ui.surface, ui.colour(f"team:{number}"), False, points)
                pygame.draw.lines(ui.surface, ui.colour(f"team:{number}"), False, points, max(ui.px(2), 1))
    pointed = (ui.mouse[0] - area.x) / area.width * player.last
    if ui.hot(area) and pointed <= furthest:
        ui.tip(chances_at(player, pointed))
    turning = player.playback.get("turning")
    if turning is not None and turning <= furthest:
        x = at(turning)
        pygame.draw.line(ui.surface, ui.colour("accent"), (x, area.y), (x, area.bottom), max(ui.px(1), 1))
        if ui.hot(ui.rect(x - ui.px(4), area.y, ui.px(8), area.height)):
            ui.tip([(f"the turning point: decision {turning}", "accent"), (player.playback.get("turned", ""), "text")])


def chances_at(player: Player, moment: float) -> list[tuple[str, str]]:
    """Return each team's chance to win at a moment in words, with its interval; a colour for each line."""
    chances = player.playback["chances"]
    lines = [(f"decision {round(moment)}, {chances['playouts']} playouts from each moment", "faint")]
    for number, team in enumerate(player.playback["teams"]):
        share, half = (
            float(np.interp(moment, chances["moments"], chances[key][team["name"]])) for key in ("shares", "half_widths")
        )
        lines.append((f"{Subject(team['name']):wins}: {share:.0%}, give or take {half:.0%}", f"team:{number}"))
    return lines
