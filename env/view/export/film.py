"""A film: a playback on a clock of its own, from which a picture can be taken at any time.

Visible events take their time; decisions that show nothing pass at once. Words and tracers of one decision may go on
while the next begins.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from math import ceil
from typing import Any, NamedTuple

from fireteam.content.errors import ContentError

from ..draw.captions import Captions
from ..playback.cutter import Playback
from ..playback.player import Player
from ..playback.redact import Censor
from ..story import Line, ending_lines, opening_lines
from .picture import ROWS, Picture, check_view

STARTS, ENDS = 0.6, 2.5  # seconds that the first and the last picture stand,
READ_CARD = 4.0  # where a card says what the battle is about, or how it ended
BLINK = 0.1  # seconds for a decision of which nothing is seen,
SAID = 0.25  # of which something is told,
READ = 0.3  # from which words rise
BRISK = ("look", "move")  # cues that the tokens play by themselves


class Beat(NamedTuple):
    """A moment of the playback with its place on the film's clock."""

    moment: int
    start: float
    lasts: float


class Frame(NamedTuple):
    """The content of a film at some time: moment, seconds towards it, active cues, share of sentences said, the card."""

    moment: int
    t: float
    cues: list[dict[str, Any]]
    heard: float
    card: list[Line] = []


class Film:
    """A playback on a clock.

    Args:
        side: the side whose view is shown, "" for all-seeing.
        first, last: the moments whose transitions are shown; the opening is shown too, if `first` is 1 or less.
        speed: how many times as fast as normal.

    Attributes:
        seconds: its length.
        timed: the cues that are played, each with its time on the film's clock, in order.

    Raises:
        ContentError: the speed is out of range.
    """

    def __init__(self, player: Player, side: str = "", first: int = 1, last: int | None = None, speed: float = 1.0) -> None:
        last = player.last if last is None else last
        if not 0.05 <= speed <= 100:
            raise ContentError(f"speed {speed}: must be between 0.05 and 100")
        self.player, self.side, self.speed = player, side, speed
        self.captions = Captions(player, side)
        self.beats: list[Beat] = []
        clock = 0.0
        for n in range(first - 1, last + 1):
            lasts = self.pace(n) / speed if n >= first or n == 0 else STARTS
            if n == 0:
                lasts = max(lasts, READ_CARD / speed)
            self.beats.append(Beat(n, clock, lasts))
            clock += lasts
        whole = last == player.last > 0
        self._ending = ending_lines(player.playback, player.scenes[last], side) if whole else []
        self._opening = opening_lines(player.playback, side) if first == 1 else []
        self._ends = clock + ENDS
        self.seconds = self._ends + (READ_CARD if self._ending else 0)
        self._starts = [beat.start for beat in self.beats]
        self.timed = sorted(
            ((beat.start + cue["t"] / speed, cue) for beat in self.beats if beat.moment >= first or beat.moment == 0
             for cue in player.cues(beat.moment, side) if cue["do"] not in BRISK),
            key=lambda timed: timed[0],
        )  # fmt: skip
        self._times = [start for start, _ in self.timed]
        self._longest = max((cue["for"] for _, cue in self.timed), default=0.0) / speed

    def pace(self, n: int) -> float:
        """Return the seconds that a moment takes at normal speed."""
        unknown = self.player.hidden(n, self.side) & self.player.hidden(max(n - 1, 0), self.side)
        lasts = SAID if self.captions.said(n) else BLINK
        for cue in self.player.cues(n, self.side):
            if cue["do"] == "look" or cue.get("unit") in unknown:
                continue
            lasts = max(lasts, cue["t"] + (READ if cue["do"] == "float" else cue["for"]))
        return float(lasts)

    def at(self, time: float) -> Frame:
        """Return the picture at a time."""
        beat = self.beats[max(bisect_right(self._starts, time) - 1, 0)]
        t = (time - beat.start) * self.speed
        if beat.moment and beat is self.beats[0]:  # a film that does not begin at the beginning
            return Frame(beat.moment, self.player.seconds(beat.moment), [], 1.0)
        cues = []
        for place in range(bisect_left(self._times, time - self._longest), bisect_right(self._times, time)):
            start, cue = self.timed[place]
            if time < start + cue["for"] / self.speed:
                cues.append(cue | {"t": (start - beat.start) * self.speed})
        if time >= beat.start + beat.lasts:  # the end: everybody has arrived
            t = max(t, self.player.seconds(beat.moment))
        card = self._opening if beat.moment == 0 else self._ending if time >= self._ends else []
        return Frame(beat.moment, t, cues, min((time - beat.start) / beat.lasts, 1.0), card)

    def count(self, fps: float) -> int:
        """Return the number of pictures in the film at `fps` pictures a second."""
        return ceil(self.seconds * fps)

    def frames(self, picture: Picture, surface: Any, fps: float, drift: bool = True) -> Iterator[bool]:
        """Draw picture after picture on a surface; yield whether each differs from the one before.

        `drift` is whether clouds drift.
        """
        before: Any = None
        for number in range(self.count(fps)):
            time = number / fps
            frame = self.at(time)
            key = self._looks(frame, time if drift else 0.0)
            changed = key is None or key != before
            if changed:
                picture.draw(surface, frame.moment, frame.t, time if drift else 0.0, frame.cues, frame.heard, frame.card)
            before = key
            yield changed

    def _looks(self, frame: Frame, clock: float) -> Any:
        """Return a key that two pictures share if they look the same; None for a unique picture."""
        if frame.cues:
            return None
        n = frame.moment
        if clock and any(effect["kind"] in ("smoke", "gas") for effect in self.player.scenes[n].get("effects", {}).values()):
            return None
        tokens = [(name, x, y, id(prims)) for name, x, y, prims in self.player.tokens(n, frame.t, self.side)]
        changed = sum(cue["do"] == "look" and cue["t"] <= frame.t for cue in self.player.cues(n))
        return (
            n,
            frame.t >= self.player.seconds(n),
            changed,
            int(frame.heard * len(self.captions.said(n))),
            tokens,
            bool(frame.card),
        )


def film_of(
    playback: Playback, eyes: Censor | None = None, first: int = 1, last: int | None = None, speed: float = 1.0
) -> Film:
    """Return a playback's decisions from `first` to `last`, counted from 1, as a film; `eyes` are those of a side.

    Raises:
        ContentError: there are no such decisions, or the speed is none.
    """
    count = len(playback["moments"]) - 1
    last = count if last is None else last
    if not 1 <= first <= max(count, 1):
        raise ContentError(f"decision {first} does not exist: the replay has {count}")
    if not min(first, count) <= last <= count:
        raise ContentError(f"from decision {first} to {last}: must end between {first} and {count}, the last")
    player, numbers = seen_by(playback, eyes)
    return Film(player, side_of(eyes), bisect_left(numbers, first), bisect_right(numbers, last) - 1, speed)


def seen_by(playback: Playback, eyes: Censor | None) -> tuple[Player, list[int]]:
    """Return a player of what a side can see of a playback, and the moment of the playback for each of its moments."""
    if eyes is None:
        return Player(playback), list(range(len(playback["moments"])))
    return Player(eyes.playback), eyes.numbers


def side_of(eyes: Censor | None) -> str:
    """Return the side that some eyes belong to, "" for all-seeing."""
    return "" if eyes is None else str(eyes.playback["side"])


def sensible_width(columns: int, least: int, tile: int = 24, most: int = 1920) -> int:
    """Return the width of a picture of a map: at least `least` pixels, and up to `most`, with `tile` pixels for a tile."""
    wanted = min(max(least, tile * columns), most)
    return wanted + wanted % 2


def frozen(cues: list[dict[str, Any]], t: float = 0.0) -> list[dict[str, Any]]:
    """Return cues so that all are visible at once, at `t` seconds, each at its best: shots in flight, words just risen."""
    made: list[dict[str, Any]] = []
    for number in range(len(cues) - 1, -1, -1):
        cue = cues[number]
        on = cue["for"] * (0.2 if cue["do"] == "float" else 0.45)
        if cue["do"] == "shot":
            made.append(cue | {"t": t - on, "do": "trail"})
        if cue["do"] not in BRISK:
            made.append(cue | {"t": t - on + number / 10_000})  # in their order: of words over one unit the last ones count
    return made


def still(
    playback: Playback,
    moment: int,
    t: float | None = None,
    width: int = 960,
    theme: str = "dark",
    eyes: Censor | None = None,
) -> Any:
    """Return a picture of a playback as a pygame surface, with room for all sentences of the moment.

    Args:
        moment: 0 for the opening, n for the result of decision n.
        t: seconds towards it; None for its end, with all that happened on the way visible at once.
        eyes: those of a side, None for all-seeing.

    Raises:
        ContentError: there is no such moment or theme.
    """
    check_view(playback, theme, side := side_of(eyes))
    if not 0 <= moment < len(playback["moments"]):
        raise ContentError(f"decision {moment} does not exist: the replay has {len(playback['moments']) - 1}")
    player, numbers = seen_by(playback, eyes)
    n = bisect_right(numbers, moment) - 1
    picture = Picture(player, width, theme, side)
    if (rows := picture.needed(n)) > ROWS:
        picture = Picture(player, width, theme, side, rows)
    if t is not None:
        return picture.image(n, t)
    ends = player.seconds(n)
    cues = player.cues(n, side) if numbers[n] == moment else []  # else nothing of the decision was noticed
    return picture.image(n, ends, cues=frozen(cues, ends))
