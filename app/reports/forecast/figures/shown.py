"""A forecast's typical, best and worst battle: their seeds, replays and pages."""

from collections import Counter
from pathlib import Path

from fireteam.agents.factory import reseeded
from fireteam.agents.series.series import Outcome, play_recorded
from fireteam.env.battle import Battle
from fireteam.env.replay.english import Subject, listed_names
from fireteam.env.replay.replay import Replay
from fireteam.env.rules.record import ENDINGS
from fireteam.env.scenario.setup import prepare
from fireteam.env.seats.bots import name_of

from ..model import Shown
from .fights import Fought, lineup
from .names import hero_words


def shown(fought: Fought, command: str) -> list[Shown]:
    """Return the battles to show: the middle one of those with the commonest result, the best and the worst.

    Args:
        command: the command for a battle of this fight, without the seed.
    """
    party = fought.question.party

    def merit(outcome: Outcome) -> tuple[int, float]:
        margin = 0.0 if outcome.course is None else outcome.course.margin_of(party)
        return (outcome.winner == party) - (outcome.winner not in (-1, party)), margin

    ranked = sorted(fought.middle, key=merit)
    usual, _ = Counter(outcome.winner for outcome in ranked).most_common(1)[0]
    alike = [outcome for outcome in ranked if outcome.winner == usual]
    picked = {"typical": alike[len(alike) // 2], "best": ranked[-1], "worst": ranked[0]}
    return [
        Shown(
            kind=kind, seed=outcome.seed, says=ending_sentence(fought, outcome), command=f"{command} --seed {outcome.seed}"
        )
        for kind, outcome in picked.items()
    ]


def ending_sentence(fought: Fought, outcome: Outcome) -> str:
    """Return how a battle ends for the party, in a sentence."""
    question, course = fought.question, outcome.course
    winner = "nobody wins" if outcome.winner < 0 else f"{Subject(question.teams[outcome.winner]):wins}"
    says = f"{winner} in round {outcome.rounds} ({ENDINGS[outcome.ending]})"
    if course is None:
        return says
    lying, dead = course.down[question.party], course.dead[question.party]
    if question.scenario.draw is not None:
        return f"{says}; {lying + dead} heroes down, {dead} of them dead"
    field = prepare(question.scenario)
    fallen = [
        hero_words(field, who)
        for who in range(len(field.roster))
        if course.sides[who] == question.party and course.people[who] and course.fates[who]["fell"]
    ]
    return f"{says}; of the heroes " + (
        f"{listed_names(fallen)} {'falls' if len(fallen) == 1 else 'fall'}" if fallen else "nobody falls"
    )


def recorded(fought: Fought, seed: int) -> Replay:
    """Return the battle of a seed in the middle cell as a replay."""
    question = fought.question
    bots = {team: reseeded(bot, seed) for team, bot in zip(question.teams, lineup(fought), strict=True)}
    battle = Battle(question.scenario, seed)
    record = Replay.of(battle, seed, {team: name_of(bot) for team, bot in bots.items()})
    play_recorded(battle, bots, record)
    record.finish(battle)
    return record


def saved(fought: Fought, battles: list[Shown], page: Path) -> list[Shown]:
    """Write the battles beside a page, as replays and as pages of their own; return them with the names of the files."""
    from fireteam.env.files import write_whole
    from fireteam.env.view.export.html import page_of
    from fireteam.env.view.playback.cutter import playback_of

    written = []
    for battle in battles:
        record = recorded(fought, battle.seed)
        replay = page.with_name(f"{page.stem}-{battle.kind}.jsonl.gz")
        shown_by = page.with_name(f"{page.stem}-{battle.kind}.html")
        record.save(replay)
        write_whole(shown_by, page_of(playback_of(record)))
        written.append(battle.model_copy(update={"replay": replay.name, "page": shown_by.name}))
    return written
