"""Battles worth watching, a page each: fought anew from scenario and seed while the site is built (`gallery.toml`)."""

import tomllib
from pathlib import Path
from typing import Any

from fireteam.agents.attribution.attribution import attribution_of
from fireteam.agents.series.series import play_recorded
from fireteam.agents.story.kept import chances_for
from fireteam.env.battle import Battle
from fireteam.env.replay.english import Subject
from fireteam.env.replay.replay import Replay
from fireteam.env.seats.bots import name_of
from fireteam.env.view.export.html import page_of as page_for_browsers
from fireteam.env.view.playback.cutter import Playback, playback_of
from fireteam.env.view.recap import deciding_lines
from fireteam.env.view.story import add_chances
from fireteam.reports import curve, luck
from fireteam.seating import bots_and_parties

from . import pages, pictures
from .pages import contents, save

LARGEST = 1_500_000  # bytes of a battle's page
STATIC = "static"  # below the generated pages: goes into the site as it is
BOT = "tactician"  # plays where a scenario names no doctrine
SAME_THEME = """<script>
(() => { // the battle in the colours of the page around it
  const frame = document.querySelector("iframe.battle");
  const night = matchMedia("(prefers-color-scheme: dark)");
  const tell = () => {
    const wish = document.body.dataset.theme;
    const theme = wish === "dark" || (wish !== "light" && night.matches) ? "dark" : "light";
    frame.contentWindow.postMessage({ theme }, "*");
  };
  frame.addEventListener("load", tell);
  new MutationObserver(tell).observe(document.body, { attributes: true, attributeFilter: ["data-theme"] });
})();
</script>
"""
INTRO = """# Battles worth watching

Ten battles, each embedded in its page: press play, step, point at a roll in the log to learn why it had so many dice, go to
the turning point, and read at the end what luck was worth. [The keys](../../ways/viewer.md#keys) are those of every page.

They are fought anew whenever this site is built, from a scenario and a seed, and come out the same. To have one as a file of
your own: `fireteam fight yard --seed 2 --quiet --replay battle.jsonl.gz`, then `fireteam watch battle.jsonl.gz`.

"""


def write(folder: Path) -> None:
    """Write a page for each battle with the battle in it, and one that lists them."""
    here = folder / "gallery"
    battles = tomllib.loads((Path(__file__).parent / "gallery.toml").read_text(encoding="utf-8"))["battles"]
    text = INTRO
    for entry in battles:
        name = entry["scenario"]
        playback = fought(entry, measure=not pages.draft or entry is battles[0])
        page = page_for_browsers(playback)
        assert len(page.encode()) <= LARGEST, f"{name}: its page has {len(page.encode()):,} bytes"
        save(folder / STATIC / "battles" / f"{name}.html", page)
        at = playback.get("turning") or len(playback["moments"]) - 1
        save(here / f"{name}.png", pictures.of_moment(playback, at))
        decided = "\n\n".join(deciding_lines(playback))
        save(here / f"{name}.md", page_of(entry, playback, decided))
        text += f"## [{entry['title']}]({name}.md)\n\n[![{entry['title']}]({name}.png)]({name}.md)\n\n{decided}\n\n"
    save(here / "index.md", text + contents([entry["scenario"] for entry in battles]))


def fought(entry: dict[str, Any], measure: bool = True) -> Playback:
    """Return a battle of the gallery as a playback, with luck, chances and turning point if it is to `measure` them.

    Raises:
        ValueError: nobody wins it before the last round.
    """
    scenario, bots = bots_and_parties(entry["scenario"], {}, [], BOT, entry["seed"])
    battle = Battle(scenario, entry["seed"])
    replay = Replay.of(battle, entry["seed"], {team: name_of(bot) for team, bot in bots.items()})
    play_recorded(battle, bots, replay)
    replay.finish(battle)
    if battle.winner is None or battle.ending == "round limit":
        said = f"{entry['scenario']}, seed {entry['seed']}: ends by {battle.ending}"
        raise ValueError(f"gallery.toml: {said}; choose another seed")
    return measured(replay) if measure else playback_of(replay)


def measured(replay: Replay) -> Playback:
    """Return a replay as a playback with the same chances, turning point and luck that an exported page has."""
    playback = playback_of(replay)
    add_chances(playback, *curve.for_playback(chances_for(None, replay)))
    playback["luck"] = luck.for_playback(attribution_of(replay), playback)
    return playback


def page_of(entry: dict[str, Any], playback: Playback, decided: str) -> str:
    """Return the page of a battle; `decided` is what decided it, in words."""
    name, seed, result = entry["scenario"], entry["seed"], playback["result"]
    ends = f"{Subject(result['winner']):wins} by {result['ending']} in round {result['rounds']}"
    battle = f"../../_static/battles/{name}.html"
    return (
        f"---\nhide-toc: true\n---\n\n# {entry['title']}\n\n{decided}\n\n"
        f'```{{raw}} html\n<iframe class="battle" src="{battle}" title="{entry["title"]}" loading="lazy"></iframe>\n'
        f'<p><a href="{battle}">The battle alone, on the whole page</a></p>\n{SAME_THEME}```\n\n'
        f"[{name}](../scenarios/{name}.md): {ends}. The same battle, told:\n\n"
        f"```console\n$ fireteam fight {name} --seed {seed}\n```\n"
    )
