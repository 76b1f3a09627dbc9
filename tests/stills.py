"""The pictures of the README, made anew: `python tests/stills.py` draws the window's screens and the page into docs/."""

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pygame
from selenium.webdriver.common.keys import Keys

from fireteam.agents.adjutant import Adjutant
from fireteam.agents.bots import load_bot
from fireteam.agents.story.kept import chances_for
from fireteam.env.battle import Battle
from fireteam.env.game.game import Game
from fireteam.env.replay.replay import Replay
from fireteam.env.view.export.html import page_of
from fireteam.env.view.playback.cutter import Playback, cut
from fireteam.env.view.playback.player import Player
from fireteam.env.view.screens.battle import BattleScreen
from fireteam.env.view.screens.playing import HIGH, Playing
from fireteam.env.view.screens.watching import Watching
from fireteam.env.view.story import add_chances
from fireteam.reports.curve import for_playback

sys.path[:0] = [str(Path(__file__).parent / "support" / folder) for folder in ("", "view")]  # as pytest has it
from browser import chromium, press  # noqa: E402
from recorded import fought  # noqa: E402
from screening import Hand  # noqa: E402

FOLDER = Path(__file__).parent.parent / "docs"
SIZE = (1280, 720)
SCENARIO, SEED = "yard", 3


def playback_with_chances(replay: Replay) -> tuple[Playback, list[Battle]]:
    """Return a replay as a playback with its curve, and the battle at each moment."""
    cutter, battles = cut(replay)
    add_chances(cutter.playback, *for_playback(chances_for(None, replay)))
    return cutter.playback, battles


def watching(replay: Replay, moment: int, seconds: float, theme: str = "dark", overlay: str = "") -> Hand:
    """Return a watch screen at a moment, so many seconds on the way there."""
    playback, battles = playback_with_chances(replay)
    watch = Watching(Player(playback), theme, battles)
    hand, view = Hand(BattleScreen(watch), SIZE), watch.view
    view.overlay = overlay
    view.go(moment)
    view.t = seconds
    hand.frames(1)
    return hand


def playing(folder: Path) -> Hand:
    """Return a play screen before an order, one that leads somewhere under the pointer."""
    game = Game(SCENARIO, SEED, {"red": load_bot("tactician", SEED)}, {"blue"})
    play = Playing(game, folder / "game.jsonl.gz", staff=Adjutant())
    hand = Hand(BattleScreen(play), SIZE)

    def ready() -> bool:
        return play.acts() and play.hand.choices().unit == "blue_3"

    while not ready():
        hand.until(lambda: play.acts() or play.busy())
        hand.frames(3)
        if not ready():
            hand.key("1" if play.busy() else "return")
    pointed = next(n for n, offer in play.ordering.offers() if offer.goal >= 0 and offer.target)
    hand.point(300, SIZE[1] - HIGH + 40 + 22 * min(pointed, 4))
    while play.ordering.pointed != pointed:
        hand.frames(1, pygame.event.Event(pygame.MOUSEWHEEL, y=-1))
    hand.frames(1)
    return hand


def save_page(replay: Replay, moment: int, folder: Path, name: str) -> None:
    """Write what a browser shows of a replay at a moment to a file."""
    page, path = folder / "page.html", FOLDER / f"{name}.png"
    page.write_text(page_of(playback_with_chances(replay)[0], "dark"), encoding="ascii")
    with chromium(folder / "profile") as browser:
        browser.get(page.as_uri())
        time.sleep(1)
        press(browser, Keys.ESCAPE)  # puts the opening's card away
        browser.execute_script(f"window.fireteam.go({moment})")
        time.sleep(0.6)  # in the middle of what happens
        browser.save_screenshot(str(path))
    print(path.relative_to(FOLDER.parent))


def save(hand: Hand, name: str) -> None:
    """Write what a screen shows to a file."""
    path = FOLDER / f"{name}.png"
    pygame.image.save(hand.surface, str(path))
    print(path.relative_to(FOLDER.parent))


def main() -> int:
    """Draw all pictures."""
    FOLDER.mkdir(exist_ok=True)
    start = time.perf_counter()
    replay = fought(SCENARIO, SEED)
    volley = next(
        n for n, step in enumerate(replay.steps, 1) if n > 80 and any(event.kind == "hit" for event in step.events)
    )
    save(watching(replay, volley, 0.5), "watching")
    save(watching(replay, 40, 9.0, "light", "fire"), "lines-of-fire")
    with TemporaryDirectory() as folder:
        save(playing(Path(folder)), "playing")
        save_page(replay, volley, Path(folder), "page")
    print(f"{time.perf_counter() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
