"""Forecasts made by hand: everything that one can tell, every figure a different one, names as people really give them."""

from typing import Any

from fireteam.maps import load_map
from fireteam.maps.drawing import LEGEND
from fireteam.reports.forecast.model import (
    Bar,
    Blame,
    Cell,
    Change,
    Decisive,
    Distribution,
    Estimate,
    Forecast,
    Ground,
    Hero,
    Lane,
    Luck,
    Minutes,
    Pace,
    Shown,
    Style,
    Swapped,
    Tile,
    Warning,
)  # fmt: skip
from fireteam.reports.forecast.text import headline

PORTRAIT = (  # one brown pixel
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNocFAAAAIkAOGrWWInAAAAAElFTkSuQmCC"
)
HEROES = (
    "Mara Öztürk-Lindqvist", "Dr. Friedrich Wilhelm von Hohenstein-Breitscheidt", "Ash", "Nguyễn Thị Minh Khai", "Hammer",
    "soldier (red_6)", "soldier (red_7)", "Żółć", "“Two-Shoes” O'Malley", "Bartholomäus", "K", "Übü",
)  # fmt: skip
STYLES = (
    ("careful", "careful tactician", "minds every line of fire, comes out less, goes back sooner"),
    ("average", "tactician", "comes out of cover to shoot and goes back, focuses fire"),
    ("reckless", "bold tactician", "closes in, hardly minds being shot at"),
)
FOES = ("the blue gunner", "a blue ganger", "the blue marksman on the catwalk", "the blue boss", "the guard dog", "Süßholz")
PACE = (
    ("round", 20, "initiative, and what bleeds, burns down or arrives"),
    ("hero phase", 40, "a player looks at the map, asks, decides"),
    ("enemy phase", 21, "the game master decides for many and has no one to ask"),
    ("attack", 25, "dice are gathered, rolled and compared, damage is written down"),
    ("fall", 30, "everybody looks up when somebody goes down"),
)


class Figures:
    """Figures that are all different: shares, means, differences, each with an interval around it."""

    def __init__(self) -> None:
        self._made = 0

    def next(self) -> float:
        """Return the next number from 0 to 1, spread as evenly as can be."""
        self._made += 1
        return self._made * 0.6180339887 % 1

    def share(self, most: float = 1.0) -> Estimate:
        """Return a share."""
        value = round(self.next() * most, 4)
        return Estimate(value=value, low=max(value - 0.031, 0), high=min(value + 0.029, 1), battles=960)

    def mean(self, most: float) -> Estimate:
        """Return a mean from 1 to `most`."""
        value = round(1 + self.next() * (most - 1), 3)
        return Estimate(value=value, low=value * 0.94, high=value * 1.07, battles=960)

    def difference(self, says: str, kind: Any, most: float = 30.0) -> Change:
        """Return what a change changes, in points."""
        wins, deaths = ((self.next() - 0.5) * most for _ in range(2))
        return Change(says=says, kind=kind, low=wins - 3.2, middle=wins, high=wins + 3.4,
                      deaths_low=deaths - 4.1, deaths_middle=deaths, deaths_high=deaths + 3.9,
                      battles=1600 - 800 * (kind == "consideration"), correlation=0.4)  # fmt: skip

    def spread(self, name: str, unit: str, shape: list[int], first: float = 0, width: float = 1) -> Distribution:
        """Return a distribution with a shape."""
        total = sum(shape)
        bars = [Bar(value=first + width * n, share=count / total) for n, count in enumerate(shape)]
        mean = sum(bar.value * bar.share for bar in bars) + (width - 1) / 2
        found = Estimate(value=mean, low=mean * 0.96, high=mean * 1.05, battles=960)
        low, median, high = (first + width * len(shape) * part for part in (0.1, 0.4, 0.8))
        return Distribution(name=name, unit=unit, width=width, mean=found, low=low, median=median, high=high, bars=bars)


def made_forecast(
    crew: int = 4, foes: int = 6, sides: int = 1, styles: int = 3, enemy_styles: int = 3, **given: Any
) -> Forecast:
    """Return a forecast with so many heroes, kinds of enemies, hostile sides and styles; `given` replaces what it tells."""
    make = Figures()
    ours, theirs = (
        STYLES[:styles] if styles == 3 else STYLES[1:2],
        STYLES[:enemy_styles] if enemy_styles == 3 else STYLES[1:2],
    )
    teams = ["red", "blue", "green", "violet"][: sides + 1]
    cells = [
        Cell(party=one[0], enemies=other[0], wins=make.share(), wiped_out=make.share(0.6), any_death=make.share(),
             no_fight=make.share(0.1), heroes_down=make.mean(crew), rounds=make.mean(12))
        for one in ours for other in theirs
    ]  # fmt: skip
    found: dict[str, Any] = {
        "engine": "0.1.0", "teams": teams, "command": "fireteam forecast job --seed 7",
        "title": "The warehouse by the old canal",
        "about": "The crew wants the crate; the gang has waited all night, and does not mean to share.",
        "system": "swan_song", "party": teams[0], "enemies": teams[1:], "seed": 7, "battles": 8640, "seconds": 74.2,
        "sure": 0.03, "styles": styled(ours), "enemy_styles": styled(theirs),
        "cells": cells, "middle": cells[len(cells) // 2], "headline": headline(cells[len(cells) // 2]),
        "spreads": [
            make.spread("heroes down", "heroes", [9, 14, 22, 31, 24][: crew + 1] + [3] * max(crew - 4, 0)),
            make.spread("heroes dead", "heroes", [30, 34, 21, 11, 4][: crew + 1] + [1] * max(crew - 4, 0)),
            make.spread("rounds", "rounds", [1, 4, 9, 14, 19, 17, 12, 9, 6, 4, 3, 2], first=3),
        ],
        "minutes": Minutes(
            spread=make.spread("minutes at the table", "minutes", [2, 7, 13, 19, 20, 15, 11, 7, 4, 2], first=20, width=10),
            pace=[Pace(name=name, seconds=seconds, why=why, times=make.mean(40).value) for name, seconds, why in PACE],
            limit=60, enough=make.share(),
        ),
        "heroes": [hero(make, number) for number in range(crew)],
        "luck": Luck(luck=share_of(0.71), party=share_of(0.12), enemies=share_of(0.15), together=share_of(0.02)),
        "decisive": [
            Decisive(says="Mara's dodge against the blue gunner's light machine gun, mostly in round 2", times=7, of=24,
                     swing=0.31),
            Decisive(says="the blue boss' telling attack on Ash with the sawn-off shotgun, in round 4", times=4, of=24,
                     swing=0.27),
            Decisive(says="Hammer's missed or harmless attack on the guard dog with the fists", times=2, of=24, swing=0.19),
        ],
        "shown": [
            Shown(kind=kind, seed=seed, says=says, command=f"fireteam fight job --seed {seed}",
                  replay=f"page-{kind}.jsonl.gz", page=f"page-{kind}.html")
            for kind, seed, says in (
                ("typical", 411, "blue wins in round 6 (nobody of the others is left); of the heroes Ash and Hammer fall"),
                ("best", 92, "red wins in round 5 (nobody of the others is left); of the heroes nobody falls"),
                ("worst", 733, "blue wins in round 4 (elimination); of the heroes Mara, Ash and Hammer fall"),
            )
        ],
        "ground": ground(make, teams),
        "swapped": Swapped(wins=Estimate(value=0.083, low=0.041, high=0.125, battles=960),
                           wiped_out=Estimate(value=-0.012, low=-0.049, high=0.025, battles=960)),
        "not_swapped": "",
        "warnings": [
            Warning(kind="bots", says="the result moves from 12 % to 61 % with the way both sides play: trust the range, "
                                      "not the middle"),
            Warning(kind="own_strain", says="4 % of battles see somebody fall by Strain of its own", share=0.04),
            Warning(kind="unused", says="actions that the bots never take here: throw, disarm, tackle and 8 more"),
        ],
        "changes": changes(make, FOES[:foes]),
    }  # fmt: skip
    return Forecast(**found | given)


def styled(styles: Any) -> list[Style]:
    """Return styles."""
    return [Style(name=name, bot=bot, says=says) for name, bot, says in styles]


def share_of(value: float) -> Estimate:
    """Return a share."""
    return Estimate(value=value, low=max(value - 0.05, 0), high=value + 0.05, battles=8640)


def hero(make: Figures, number: int) -> Hero:
    """Return a hero and who fells it; the last of twelve never falls."""
    lucky = number == 11
    parts = (("the blue gunner", "light machine gun"), ("a blue ganger", "machete"), ("", "own Strain"),
             ("others", "other means"))  # fmt: skip
    return Hero(
        unit=f"red_{number + 1}", called=HEROES[number], down=make.share(), dead=make.share(0.5), first=make.share(0.4),
        blames=[] if lucky else [
            Blame(by=by, cause=cause, share=share, times=round(share * 611 + number))
            for (by, cause), share in zip(parts, (0.47, 0.28, 0.17, 0.08), strict=True)
        ],
        usual_round=None if lucky else 3 + number / 2,
        portrait=PORTRAIT if number == 1 else "",
    )  # fmt: skip


def changes(make: Figures, foes: Any) -> list[Change]:
    """Return changes of every kind."""
    made = []
    for foe in foes:
        made += [make.difference(f"without {foe}", "enemy"), make.difference(f"with one more like {foe}", "enemy")]
    made.append(make.difference("without the grenades that nobody ever throws", "enemy", 0.4))
    for says, kind in (
        ("house rule: weapons.machete.damage 6 instead of 5", "rule"),
        ("house rule: gritty wounds", "rule"),
        ("enemies do not focus their fire", "consideration"),
        ("enemies do not go back into cover", "consideration"),
        ("enemies do not hold a lane of fire", "consideration"),
        ("no cover anywhere on the map", "cover"),
        ("-Hammer", "what_if"),
        ("Mara.armor=ballistic_vest", "what_if"),
    ):
        made.append(make.difference(says, kind))
    return made


def ground(make: Figures, teams: list[str]) -> Ground:
    """Return the yard, and where some stand, fall and shoot."""
    drawing = load_map("yard")
    letters = {**LEGEND, **drawing.legend}
    rows = drawing.rows(drawing.ground)
    tiles, lanes = [], []
    for number, team in enumerate(teams):
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                near = abs(x - (4, 19, 12, 12)[number]) + abs(y - (10, 5, 3, 12)[number])
                if letter in ".:" and near < 7:
                    stands = make.next() * (7 - near) / 3
                    tiles.append(Tile(team=team, x=x, y=y, stands=stands, falls=0.2 * make.next() if near < 3 else 0,
                                      shoots=0.3 * make.next() if near < 4 else 0))  # fmt: skip
        for step in range(5):
            start, end = (5 + step % 3, 6 + step), (18, 2 + 2 * step)
            lanes.append(Lane(team=team, start=start if not number else end, end=end if not number else start,
                              shots=1.4 / (1 + step)))  # fmt: skip
    return Ground(width=drawing.width, height=drawing.height, scale=1, rows=rows,
                  legend={letter: letters[letter] for letter in sorted({*"".join(rows)})}, tiles=tiles, lanes=lanes,
                  lost_shots=12)  # fmt: skip
