"""Draws cues on a pygame surface: shots, blows and blasts between two decisions."""

from collections import OrderedDict
from collections.abc import Sequence
from math import atan2, cos, hypot, pi, sin
from typing import Any

from ..look import Prim, resolved, scattered
from .canvas import draw, font, pygame_here

WIDEST = 4.5  # tiles that words may be wide
RISE = 0.3  # tiles that words rise
SMALLER = (1.0, 0.8, 0.65)  # where there is no room for them
LOUDEST = "critical"  # the colour of words that no others take the place of
# Where words may stand beside their unit, the likeliest first: their middle, in widths and heights from its token.
BESIDE = ((0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1), (0, -2), (0, 2))
MUZZLE = 0.55  # how far from its middle a unit's shots begin, in tiles
FLIGHT = 0.12  # seconds a tracer takes, and the time between two of a burst
_words: OrderedDict[tuple[Any, ...], Any] = OrderedDict()
KEPT_WORDS = 300


def play(
    surface: Any,
    cues: list[dict[str, Any]],
    t: float,
    x: float,
    y: float,
    scale: float,
    theme: str,
    bodies: Sequence[Any] = (),
) -> list[Any]:
    """Draw the cues that are active at `t` seconds; the corner of the map is at pixel (x, y).

    Words appear beside the unit they are about, one for each, clear of each other and, where there is room, of `bodies`,
    the rectangles of the tokens. Returns where they stand.
    """
    for cue in cues:
        on = t - cue["t"]
        if 0 <= on < cue["for"] and cue["do"] in ACTS:
            prims = ACTS[cue["do"]](cue, on, on / cue["for"])
            draw(surface, prims, x, y, scale, theme)
    taken: list[Any] = []
    words = [cue for cue in cues if cue["do"] == "float" and 0 <= t - cue["t"] < cue["for"]]
    for cue in one_each(sorted(words, key=lambda cue: cue["t"])):
        rise(surface, cue, (t - cue["t"]) / cue["for"], x, y, scale, theme, taken, bodies)
    return taken


def one_each(words: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return one of several words at the same place, the latest or a louder one; the earliest comes first."""
    kept: dict[str, dict[str, Any]] = {}
    for cue in words:
        other = kept.get(str(cue["at"]))
        if other is None or (cue["colour"] == LOUDEST) >= (other["colour"] == LOUDEST):
            kept[str(cue["at"])] = cue
    return list(kept.values())


def rays(cue: dict[str, Any], _on: float, share: float) -> list[Prim]:
    """Return lines of fire, coloured by how much of the target each finds hidden."""
    thin = round(0.75 * (1 - share) + 0.15, 2)
    prims: list[Prim] = []
    for x0, y0, x1, y1, hidden in cue["rays"]:
        colour = "bad" if hidden >= 1 else "hurt" if hidden > 0.25 else "good"
        reach = min(3 * share + 0.2, 1.0)
        prims.append(["line", f"{colour}@{thin}", 0.035, [x0, y0, x0 + (x1 - x0) * reach, y0 + (y1 - y0) * reach]])
    return prims


def shot(cue: dict[str, Any], on: float, share: float) -> list[Prim]:
    """Return tracers on their way, the flash at the muzzle, and sparks where they land; what misses flies past."""
    (x0, y0), (x1, y1) = cue["from"], cue["to"]
    far = hypot(x1 - x0, y1 - y0) or 1.0
    dx, dy = (x1 - x0) / far, (y1 - y0) / far
    prims: list[Prim] = []
    count = max(cue["count"], 1)
    gap = max(cue["for"] - FLIGHT, 0.01) / count
    for bullet in range(count):
        flown = (on - bullet * gap) / FLIGHT
        if not 0 <= flown < 1:
            continue
        aside = (scattered(bullet, round(10 * x1), 5) - 0.5) * (0.25 if cue["lands"] else 1.1)
        end_x, end_y = x1 - dy * aside, y1 + dx * aside
        if not cue["lands"]:
            end_x, end_y = end_x + 2.5 * dx, end_y + 2.5 * dy
        start_x, start_y = x0 + MUZZLE * dx, y0 + MUZZLE * dy
        head, tail = flown, max(flown - 0.35, 0)
        line = [start_x + (end_x - start_x) * tail, start_y + (end_y - start_y) * tail,
                start_x + (end_x - start_x) * head, start_y + (end_y - start_y) * head]  # fmt: skip
        prims.append(["line", "fire@0.5", 0.12, line])
        prims.append(["line", "spark", 0.05, line])
        if flown < 0.5:
            prims.append(["disc", "spark@0.85", start_x, start_y, 0.16 * (1 - flown)])
            prims.append(["disc", "fire@0.4", start_x, start_y, 0.3 * (1 - flown)])
    if cue["lands"] and share > 0.5:
        for spark in range(6):
            turn = 2 * pi * scattered(spark, round(10 * x0))
            out = 0.15 + 0.35 * (share - 0.5) * 2
            prims.append(["disc", f"spark@{round(1.2 - share, 2)}", x1 + out * sin(turn), y1 + out * cos(turn), 0.045])
    return prims


def trail(cue: dict[str, Any], _on: float, _share: float) -> list[Prim]:
    """Return the way of a shot as a thin line, for pictures that stand still."""
    (x0, y0), (x1, y1) = cue["from"], cue["to"]
    far = hypot(x1 - x0, y1 - y0) or 1.0
    return [["line", "spark@0.4", 0.03, [x0 + MUZZLE * (x1 - x0) / far, y0 + MUZZLE * (y1 - y0) / far, x1, y1]]]


def swing(cue: dict[str, Any], _on: float, share: float) -> list[Prim]:
    """Return a blow: a bright arc on the side of the target."""
    (x0, y0), (x1, y1) = cue["from"], cue["to"]
    turn = 0.5 - atan2(x1 - x0, y1 - y0) / (2 * pi)  # clockwise from north
    first = turn - 0.16 + 0.25 * share
    thin = round(0.9 * (1 - share) + 0.1, 2)
    return [
        ["arc", f"spark@{thin}", x0, y0, 0.72, first - 0.12, first + 0.04, 0.1],
        ["arc", f"text@{thin}", x0, y0, 0.72, first - 0.02, first + 0.04, 0.06],
    ]


def blast(cue: dict[str, Any], _on: float, share: float) -> list[Prim]:
    """Return an explosion: a flash, a ball of fire, a ring that runs out, and smoke."""
    x, y = cue["at"]
    wide = cue["radius"]
    ball = wide * min(2.2 * share, 1.0)
    fade = round(max(1 - share, 0.01), 2)
    prims: list[Prim] = [["disc", f"smoke@{round(0.35 * fade, 2)}", x, y, ball]]
    prims.append(["disc", f"fire@{round(0.75 * fade, 2)}", x, y, ball * (0.85 - 0.3 * share)])
    prims.append(["disc", f"spark@{round(0.9 * fade, 2)}", x, y, ball * 0.55 * fade])
    prims.append(["arc", f"spark@{fade}", x, y, max(wide * min(1.3 * share + 0.1, 1.1), 0.2), 0, 1, 0.12 * fade + 0.02])
    for shard in range(14):
        turn = 2 * pi * scattered(shard, round(10 * x), round(10 * y))
        out = wide * (0.3 + 0.9 * share) * (0.5 + scattered(shard, 2))
        prims.append(["disc", f"fire+0.3@{fade}", x + out * sin(turn), y + out * cos(turn), 0.07 * fade + 0.02])
    return prims


def ring(cue: dict[str, Any], _on: float, share: float) -> list[Prim]:
    """Return a ring that spreads and fades."""
    x, y = cue["at"]
    return [["arc", f"{cue['colour']}@{round(1 - share, 2) or 0.01}", x, y, 0.45 + 0.7 * share, 0, 1, 0.06]]


ACTS = {"rays": rays, "trail": trail, "shot": shot, "swing": swing, "blast": blast, "ring": ring}


def rise(
    surface: Any, cue: dict[str, Any], share: float, x: float, y: float, scale: float, theme: str, taken: list[Any],
    bodies: Sequence[Any],
) -> None:  # fmt: skip
    """Draw words that rise beside a place and fade, with a dark or light outline, so that they can be read everywhere.

    They stay within the picture and clear of the rectangles in `taken`; their own rectangle is added there. They cover the
    rectangles in `bodies` as little as possible. Long words, and words with little room, are smaller.
    """
    within, spot = surface.get_clip(), (x + cue["at"][0] * scale, y + cue["at"][1] * scale)
    found: list[tuple[int, Any, Any]] = []  # how much of the bodies is covered, where, the words
    made: Any = None
    for smaller in SMALLER:
        made = words_of(cue, max(round(smaller * max(0.36 * scale, 13)), 9), scale, theme)
        for dx, dy in BESIDE:
            box = made.get_rect().inflate(0, RISE * scale)
            box.center = (
                round(spot[0] + dx * (box.width / 2 + 0.5 * scale)), round(spot[1] + dy * (box.height / 2 + 0.46 * scale)),
            )  # fmt: skip
            box.clamp_ip(within)
            if box.collidelist(taken) < 0:
                met = (box.clip(body) for body in bodies)
                found.append((sum(part.width * part.height for part in met), box, made))
        if any(over == 0 for over, *_ in found):
            break
    if found:
        _, place, made = min(found, key=lambda entry: entry[0])
    else:
        place = free(made.get_rect(midbottom=(spot[0], spot[1] - 0.46 * scale)), taken, within)
    taken.append(place)
    made.set_alpha(255 if share < 0.6 else round(255 * (1 - share) / 0.4))
    risen = RISE * scale * share if found else 0
    surface.blit(made, made.get_rect(midbottom=(place.centerx, place.bottom - risen)))


def words_of(cue: dict[str, Any], height: int, scale: float, theme: str) -> Any:
    """Return the words of a cue as a surface, in a smaller font where they would be too wide."""
    made = lettering(cue["says"], height, cue["colour"], theme)
    most = max(WIDEST * scale, 8 * height)
    if made.get_width() > most:
        made = lettering(cue["says"], max(int(height * most / made.get_width()), 9), cue["colour"], theme)
    return made


def free(place: Any, taken: list[Any], within: Any) -> Any:
    """Return a rectangle moved up until it overlaps none of `taken`, or down where the picture ends."""
    place = place.clamp(within)
    start, upwards = place.copy(), True
    for _ in range(2 * len(taken)):
        met = place.collidelist(taken)
        if met < 0:
            break
        if upwards:
            place.bottom = taken[met].top
            if place.top < within.top:
                place, upwards = start.copy(), False
        else:
            place.top = taken[met].bottom
    return place


def lettering(says: str, height: int, colour: str, theme: str) -> Any:
    """Return words as a surface with a seam around them."""
    pygame = pygame_here()
    key = (says, height, colour, theme)
    if key in _words:
        _words.move_to_end(key)
        return _words[key]
    inner = font(height, bold=True).render(says, True, resolved(theme, colour)[:3])
    seam = font(height, bold=True).render(says, True, resolved(theme, "page")[:3])
    made = pygame.Surface((inner.get_width() + 4, inner.get_height() + 4), pygame.SRCALPHA)
    for dx, dy in ((0, 2), (4, 2), (2, 0), (2, 4), (1, 1), (3, 3), (1, 3), (3, 1)):
        made.blit(seam, (dx, dy))
    made.blit(inner, (2, 2))
    _words[key] = made
    if len(_words) > KEPT_WORDS:
        _words.popitem(last=False)
    return made
