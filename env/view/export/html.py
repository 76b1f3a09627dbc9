"""A playback as one file that a browser shows: it loads nothing, so it can be sent, kept and opened offline."""

import html
import json
from base64 import b64encode
from hashlib import sha256
from importlib import resources
from typing import Any

from ..look import palette
from ..playback.cutter import Playback
from ..playback.player import Player
from ..recap import deeds_of, falls_lines
from ..story import ending_lines, opening_lines
from ..words import STATUSES, WRECKED

STYLES = ("base", "map", "cards", "log", "over", "narrow", "paper")  # style sheets, in their order
SCRIPTS = (
    "model", "prims", "terrain", "camera", "parts", "words", "motion", "weather", "plans", "stage", "wording", "luck",
    "story", "cards", "log", "tips", "timeline", "player", "controls", "help", "input", "main",
)  # fmt: skip


def page_of(playback: Playback, theme: str = "") -> str:
    """Return a playback as an HTML page, in a theme or, for "", in the one that the reader's system prefers."""
    style = "\n".join(part(f"{name}.css") for name in STYLES)
    script = '(() => {\n"use strict";\n' + "\n".join(part(f"{name}.js") for name in SCRIPTS) + "\n})();\n"
    policy = (
        f"default-src 'none'; script-src '{fingerprint(script)}'; style-src '{fingerprint(style)}'; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    pieces = {
        "POLICY": policy,
        "TITLE": plain(playback["title"]),
        "ICON": icon(),
        "STYLE": style,
        "PLAYBACK": as_json(with_card_words(playback) | {"theme": theme} if theme else with_card_words(playback)),
        "SCRIPT": script,
    }
    before, *rest = part("page.html").split("%")
    made = [before]
    for place in range(0, len(rest), 2):
        made += [pieces[rest[place]], rest[place + 1]]
    return "".join(made)


def with_card_words(playback: Playback) -> Playback:
    """Return a playback with the texts of its cards, and the page's words for the state of units."""
    side = playback.get("side", "")
    last = Player(playback).scenes[-1]
    eyes = [side] if side and playback["fog"] else ["", *(team["name"] for team in playback["teams"] if playback["fog"])]
    words = playback["words"] | {
        "statuses": STATUSES,
        "wrecked": WRECKED,
    }
    return playback | {
        "opening": opening_lines(playback, side),
        "ending": {  # through whose eyes, "" for those that see everything
            eye: [*ending_lines(playback, last, eye or side), *falls_lines(playback, eye or side)] for eye in eyes
        },
        "deeds": {} if side and playback["fog"] else deeds_of(playback),
        "words": words,
    }


def frame(playback: Playback, height: int) -> str:
    """Return a page in a frame that runs its own scripts and cannot reach anything around it."""
    inner = html.escape(page_of(playback), quote=True)
    return (
        f'<iframe srcdoc="{inner}" sandbox="allow-scripts allow-downloads" title="{plain(playback["title"])}" '
        f'width="100%" height="{height}" style="border:0"></iframe>'
    )


def plain(words: object) -> str:
    """Return words escaped for HTML, in ASCII."""
    return html.escape(str(words)).encode("ascii", "xmlcharrefreplace").decode()


def part(name: str) -> str:
    """Return a file of the page."""
    return (resources.files("fireteam.env.view.page") / name).read_text(encoding="utf-8")


def as_json(value: Any) -> str:
    """Return a value as JSON that is safe in a script element, with any words in it.

    It is plain ASCII, as all of the page: so no reader can take its letters for others, and U+2028 does not end a line.
    """
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def fingerprint(text: str) -> str:
    """Return the digest by which the page's policy allows this inline script or style."""
    return f"sha256-{b64encode(sha256(text.encode('utf-8')).digest()).decode()}"


def icon() -> str:
    """Return the icon of the page, two tokens facing each other, as a data address."""
    colours = palette("dark")
    drawing = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='7' "
        f"fill='{colours['page']}'/><circle cx='11' cy='20' r='7' fill='{colours['team:0']}'/>"
        f"<path d='M22 3l8 8-8 8-8-8z' fill='{colours['team:1']}'/></svg>"
    )
    return f"data:image/svg+xml;base64,{b64encode(drawing.encode()).decode()}"
