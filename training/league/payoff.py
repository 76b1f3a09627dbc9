"""The payoff matrix of a league: its members fight each other in swapped pairs on held-out seeds, all against all.

It is a tournament in the folder `payoff/` of the league: what its ledger has is not fought again, so that the matrix grows
with the league. `payoff.svg` is the picture of it, from the anchors and the oldest snapshot to the latest.
"""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path

from fireteam.agents.bots import load_bot
from fireteam.agents.network.box import load_network
from fireteam.env.files import write_whole
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.seats.levels import levels_of

from ..contest.evaluation import Score
from ..contest.jobs import Entrant, Field, RunJobs, entrant_of, field_of
from ..contest.run import run_jobs
from ..contest.standings import Standings
from ..contest.standings_file import LETTER, LONGEST, colours, write_standings
from ..contest.tournament import run_tournament
from ..orders.fought import systems_of
from .folder import load_league, snapshot_path
from .state import Member

FOLDER, PICTURE = "payoff", "payoff.svg"
CELL, HEAD = (58, 34), 52  # pixels: a cell, and the lines above the matrix


def contestants(folder: Path, last: int) -> tuple[list[Entrant], list[Field]]:
    """Return the participants, anchors and the `last` latest snapshots, and the scenarios of a league.

    Networks play as `fireteam evaluate` lets them play: always the order that they think best. Scenarios of several rule
    systems are called by both names, as in "yard d10_pool".

    Raises:
        ContentError: the folder holds no league, or something in it is wrong.
    """
    config, state = load_league(folder)
    snapshots = [member for member in state.members if member.by]
    left_out = snapshots[: max(len(snapshots) - last, 0)]
    entrants = [entrant_for(member, folder) for member in state.members if member not in left_out]
    systems = systems_of(config)
    fields = []
    for system in systems:
        own = {name: load_scenario(name, system) for name in config.names("scenario")}
        fought = own or {config.levels.partition(":")[0]: levels_of(config.levels, system).scenario}
        fields += [field_of(name if len(systems) == 1 else f"{name} {system}", one) for name, one in fought.items()]
    return entrants, fields


def measure(
    folder: Path,
    entrants: Sequence[Entrant],
    fields: Sequence[Field],
    pairs: int,
    workers: int = 1,
    on_progress: Callable[[int, int], None] = lambda _, __: None,
    run: RunJobs = run_jobs,
) -> tuple[Standings, list[Path]]:
    """Measure the members of a league against each other; return the standings and the files that were written.

    Args:
        folder: the folder of the league.
        entrants, fields: see `contestants`; others keep what they have fought.
        pairs: pairs of battles between every two in every scenario.
        workers, on_progress, run: see `tournament.hold`.

    Raises:
        ContentError: there are less than two, or they have changed since they were measured.
        MissingExtra: OpenSkill is not installed.
    """
    standings = run_tournament(
        entrants, fields, pairs, folder / FOLDER, resume=True, workers=workers, on_progress=on_progress, run=run
    )
    fought = {bout.first for bout in standings.bouts} | {bout.second for bout in standings.bouts}
    names = [member.name for member in load_league(folder)[1].members if member.name in fought]
    write_whole(folder / PICTURE, picture_of(names, standings.payoffs, f"{folder.name}: {', '.join(standings.scenarios)}"))
    return standings, [folder / PICTURE, *write_standings(standings, folder / FOLDER)]


def entrant_for(member: Member, folder: Path) -> Entrant:
    """Return a member as a contest's entrant."""
    name = member.name if member.kind == "doctrine" else load_network(snapshot_path(folder, member.name)).name
    return entrant_of(member.name, load_bot(name))


def picture_of(names: Sequence[str], payoffs: Mapping[tuple[str, str], Score], title: str) -> str:
    """Return a payoff matrix as an SVG drawing without network access.

    Args:
        names: the names of the members, in the order of rows and columns.
        payoffs: (member, opponent) -> score of the member.
        title: the text above it.
    """
    shown = [name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…" for name in names]
    longest = LETTER * max((len(name) for name in shown), default=0)
    left, top = longest + 30, HEAD + round(0.7 * longest) + 20
    width, height = CELL
    battles = f"{sum(score.battles for score in payoffs.values()) // 2:,} battles".replace(",", " ")
    size = max(left + width * len(names) + round(0.7 * longest) + 10, 480), top + height * len(names) + 16
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" viewBox="0 0 {size[0]} {size[1]}" '
        'role="img" aria-label="Payoff matrix" font-family="system-ui, Segoe UI, Roboto, DejaVu Sans, sans-serif">',
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text x="16" y="26" font-size="16" font-weight="600" fill="#1d2128">{escape(title)}</text>',
        '<text x="16" y="46" font-size="12" fill="#626b78">Score of the member on the left against the one above, in %: '
        f"blue wins, orange loses. {battles}.</text>",
    ]
    for number, name in enumerate(shown):
        x, y = left + width * (number + 0.5), top + height * (number + 0.5)
        parts.append(f'<text x="{left - 12}" y="{y + 5}" font-size="14" text-anchor="end">{escape(name)}</text>')
        parts.append(f'<text font-size="14" transform="translate({x - 4} {top - 10}) rotate(-45)">{escape(name)}</text>')
    for row, name in enumerate(names):
        for column, other in enumerate(names):
            parts.append(cell(left + width * column, top + height * row, (name, other), payoffs.get((name, other))))
    return "\n".join([*parts, "</svg>\n"])


def cell(x: int, y: int, pairing: tuple[str, str], score: Score | None) -> str:
    """Return a cell of the matrix; it is empty for a pair that has not fought."""
    width, height = CELL
    box = f'<rect x="{x + 1}" y="{y + 1}" width="{width - 2}" height="{height - 2}" rx="5" '
    if score is None or not score.battles:
        return f'{box}fill="#eceae5"/>'
    fill, ink = colours(score.share)
    hint = f"{pairing[0]} against {pairing[1]}: {score.wins} won, {score.losses} lost, {score.draws} drawn"
    text = f'<text x="{x + width // 2}" y="{y + height // 2 + 5}" font-size="14" text-anchor="middle" fill="{ink}">'
    return f'<g><title>{escape(hint)}</title>{box}fill="{fill}"/>{text}{100 * score.share:.0f}</text></g>'
