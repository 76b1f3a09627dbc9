"""Each hero: how likely it goes down, dies and is the first to fall, and by whom and how."""

from collections import Counter

import numpy as np

from fireteam.env.replay.narrate import weapon_words
from fireteam.env.rules.events import BY_BLAST, BY_BLEEDING, BY_EFFORT, BY_FIRE_ZONE, BY_RAMMING, BY_WEAPON
from fireteam.env.rules.record import DEAD, DOWN, NOBODY
from fireteam.env.scenario.setup import Field, prepare

from ..model import Blame, Hero
from .fights import Fought, share
from .names import hero_words, unit_words

WITHOUT_WEAPON = {BY_RAMMING: "ramming", BY_EFFORT: "own effort", BY_BLEEDING: "bleeding"}
MOST_BLAMES = 5


def heroes(fought: Fought) -> list[Hero]:
    """Return the heroes of the middle cell, without machines; none if each battle draws its own teams."""
    question = fought.question
    if question.scenario.draw is not None:
        return []
    field = prepare(question.scenario)
    fates = np.stack([course.fates for course in fought.courses])
    status = np.stack([course.status for course in fought.courses])
    people = fought.courses[0].people
    ours = [who for who, fighter in enumerate(field.roster) if fighter.team == question.party and people[who]]
    places = np.where(fates["fell"][:, ours] > 0, fates["place"][:, ours], np.iinfo(np.int16).max)
    earliest = places.min(axis=1)
    return [hero(field, who, fates[:, who], status[:, who], earliest) for who in ours]


def hero(field: Field, who: int, fates: np.ndarray, status: np.ndarray, earliest: np.ndarray) -> Hero:
    """Return one hero.

    Args:
        fates, status: its own in each battle, shape (battles,).
        earliest: the place of the hero that fell first among all that fell, shape (battles,).
    """
    fell = fates["fell"] > 0
    return Hero(
        unit=field.roster[who].name,
        called=hero_words(field, who),
        down=share((status == DOWN) | (status == DEAD)),
        dead=share(status == DEAD),
        first=share(fell & (fates["place"] == earliest)),
        blames=blames(field, who, fates[fell]),
        usual_round=float(np.median(fates["fell"][fell])) if fell.any() else None,
        portrait=field.roster[who].unit.portrait,
    )


def blames(field: Field, who: int, fates: np.ndarray) -> list[Blame]:
    """Return the causes of a hero's falls, by whom and how, the most frequent first; enemies of one name count as one."""
    counted: Counter[tuple[str, str]] = Counter()
    for by, cause, weapon in fates[["felled_by", "cause", "weapon"]].tolist():
        counted[culprit(field, who, by), cause_words(field, cause, weapon)] += 1
    named = counted.most_common(MOST_BLAMES)
    if rest := len(fates) - sum(times for _, times in named):
        named.append((("others", "other means"), rest))
    return [Blame(by=by, cause=cause, share=times / len(fates), times=times) for (by, cause), times in named]


def culprit(field: Field, who: int, by: int) -> str:
    """Return what people call the unit that felled another, "" for nobody."""
    if by == NOBODY:
        return ""
    if by == who:
        return "its own hand"
    return unit_words(field, by, field.roster[who].team)


def cause_words(field: Field, cause: int, weapon: int) -> str:
    """Return how a unit was felled, in words."""
    if cause in WITHOUT_WEAPON:
        return WITHOUT_WEAPON[cause]
    names = list(field.catalog.weapons)
    armed = weapon_words(field, names[weapon] if 0 <= weapon < len(names) else None)
    return {BY_WEAPON: armed, BY_BLAST: f"blast of a {armed}", BY_FIRE_ZONE: f"suppressive fire of a {armed}"}.get(
        cause, "other harm"
    )
