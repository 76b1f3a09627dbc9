"""What the handbook has for viewers: battles of the gallery are told as those of one's own, and the keys are all there."""

import re
import sys
import tomllib

from sourced import ROOT

sys.path.insert(0, str(ROOT / "docs"))

from generate import gallery

from fireteam.env.view.export.html import part
from fireteam.env.view.recap import deciding_lines
from fireteam.env.view.screens.battle import KEYS
from fireteam.env.view.screens.watching import Watching

SIGNS = r"\w+|[^\w\s]"  # a word, or a sign by itself


def test_a_battle_of_the_gallery_has_all_that_a_page_can_have() -> None:
    """It knows the chances of the sides, where it turned, and what luck was worth; its page tells it the theme."""
    battles = tomllib.loads((ROOT / "docs/generate/gallery.toml").read_text(encoding="utf-8"))["battles"]
    duel = next(entry for entry in battles if entry["scenario"] == "duel")
    playback = gallery.fought(duel)
    assert set(playback["chances"]["shares"]) == {team["name"] for team in playback["teams"]}
    assert playback["turning"]
    assert playback["turned"]
    assert len(playback["luck"]["sides"]) == 2
    assert "postMessage" in gallery.page_of(duel, playback, "")
    said = "\n\n".join(deciding_lines(playback))
    assert playback["turned"] in said
    assert playback["luck"]["says"] in said
    page = gallery.page_of(duel, playback, said)
    assert said in page
    assert f"in round {playback['result']['rounds']}." in page


def test_every_key_is_told() -> None:
    """The viewer's way lists every key of the page and of the window."""
    way = (ROOT / "docs/ways/viewer.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.*?) \|", way.split("## Keys")[1].split("##")[0], re.MULTILINE)
    found = re.findall(SIGNS, " ".join(rows))
    names = {"PageUp": "up", "PageDown": "down", "Left": "←", "Right": "→", "Up": "↑", "Down": "↓", "-": "−"}
    script = part("help.js")
    of_page = re.findall(r'^  \["([^"]+)", "', script.split("const SIGNS")[0], re.MULTILINE)
    of_page = [key.encode().decode("unicode_escape") for key in of_page]
    assert len(of_page) > 10
    for keys in [*of_page, "j, k", *(keys for keys, _ in (*KEYS, *Watching.keys))]:
        for key in re.findall(SIGNS, keys.replace(" or ", " ").replace("Escape", "Esc")):
            if key != "Alt":  # stands beside what it does
                assert names.get(key, key) in found, key
