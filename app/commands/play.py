"""`fireteam play`: a battle that people play, in a window or by typing."""

import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import completing
from ..output import FINE, INTERRUPTED, CatalogOption, RuleOption, SystemOption, complain, console, guarded

if TYPE_CHECKING:
    from fireteam.env.game.game import Game
    from fireteam.env.scenario.models import Scenario
    from fireteam.env.scenario.setup import Field

BOTH = "both"
DEFAULT_BOT = "tactician"
SUFFIX = ".jsonl.gz"
TOLD_AGAIN = 40  # lines, where a game goes on


@guarded
def play(
    scenario: Annotated[
        str | None,
        typer.Argument(help="A scenario's name, or a .toml file; yard unless given.", autocompletion=completing.scenarios),
    ] = None,
    side: Annotated[str, typer.Option(help="The team you play, or both; the first one unless given.")] = "",
    versus: Annotated[
        str,
        typer.Option(help="Who plays the others: a bot, see fireteam list bots; tactician.", autocompletion=completing.bots),
    ] = "",
    party: Annotated[Path | None, typer.Option(help="Party file (.toml) of your side.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, max=2**64 - 1, help="Seed of the dice; drawn unless given.")] = None,
    system: SystemOption = "",
    rule: RuleOption = [],  # noqa: B006
    catalog: CatalogOption = None,
    table: Annotated[bool, typer.Option("--table", help="Roll your own dice and type them in.")] = False,
    text: Annotated[bool, typer.Option("--text", help="At the terminal, by typing.")] = False,
    replay: Annotated[Path | None, typer.Option(help="Where the replay goes; a new file here unless given.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a game that was saved.")] = None,
) -> None:
    """Play a battle against a bot, or two people at one screen.

    The replay is saved after every phase and when you leave, and the game goes on with --resume. With --table the bots
    roll by themselves and you roll real dice for your units. In the game, `help` lists what can be typed.
    """  # fmt: skip
    from fireteam.content.errors import ContentError

    from ..prompt.loop import Quit

    if resume is not None and (scenario or party or system or rule or catalog or seed is not None):
        raise ContentError(
            "--resume brings its scenario, rules and dice along: give only --side, --versus and --replay with it"
        )
    try:
        if resume is not None:
            game = resumed(resume, side, versus)
        else:
            seed = secrets.randbits(32) if seed is None else seed
            loaded = manned_scenario(scenario, side, party, rule, catalog, system)
            game = begun(loaded, side, versus, seed, table, text)
    except (Quit, EOFError):  # at the dice of the opening
        console.print("Nothing was played.")
        return
    game.path = replay or unused(resume.name if resume else scenario or "yard", game.replay.header.seed)
    code = at_the_terminal(game, game.path, table) if text else in_a_window(game, game.path, table)
    if code != FINE:
        raise typer.Exit(code)


def manned_scenario(
    scenario: str | None, side: str, party: Path | None, rule: list[str], catalog: Path | None, system: str
) -> "Scenario":
    """Return the scenario under its rules, with the party in place of the side's own units."""
    from fireteam.content.errors import ContentError
    from fireteam.env.scenario.models import DEFAULT
    from fireteam.env.scenario.options import manned, read_rules

    loaded = manned(scenario or DEFAULT, rules=read_rules(rule), catalog=catalog, system=system)
    if party is None:
        return loaded
    own = sorted(people_of(side, [team.name for team in loaded.teams]))
    if side == BOTH:
        raise ContentError("--party goes with one side: name it with --side")
    return manned(loaded, teams={own[0]: party})


def people_of(side: str, teams: list[str]) -> set[str]:
    """Return the teams that people play.

    Raises:
        ContentError: there is no such team.
    """
    from fireteam.content.errors import ContentError
    from fireteam.content.reading import closest

    if side == BOTH:
        return set(teams)
    if side and side not in teams:
        raise ContentError(
            f"--side {side}: no such team.{closest(side, [*teams, BOTH])} Teams: {', '.join(teams)}, or {BOTH}"
        )
    return {side or teams[0]}


def begun(scenario: "Scenario", side: str, versus: str, seed: int, table: bool, text: bool) -> "Game":
    """Return a new game; at a table, the people are asked for the dice with which it opens.

    Raises:
        Quit: nobody wants to play after all.
    """
    from fireteam.env.game.game import Game

    from ..seating import find_bot, usual_bot

    teams = [team.name for team in scenario.teams]
    people = people_of(side, teams)
    bots = {
        team: find_bot(versus, seed) if versus else usual_bot(scenario, team, DEFAULT_BOT, seed)
        for team in teams
        if team not in people
    }
    return Game(scenario, seed, bots, people, opening(scenario, seed, people, text) if table else [])


def opening(scenario: "Scenario", seed: int, people: set[str], text: bool) -> list[int]:
    """Announce the battle, and ask people for the dice of its opening; return the dice of everybody."""
    from fireteam.env.battle import Battle
    from fireteam.env.game.questions import run_questions
    from fireteam.env.game.table import opening_dice

    from ..prompt.loop import Quit, dice_typed

    questions = opening_dice(scenario, seed, people)
    title, *about = introduction(Battle(scenario, seed).field, people)
    if text:
        console.print("\n".join([title, *about]))
        return run_questions(questions, dice_typed)
    from fireteam.env.view.screens.window import ask_dice

    dice = ask_dice(questions, title, about)
    if dice is None:
        raise Quit
    return dice


def introduction(field: "Field", people: set[str]) -> list[str]:
    """Return title, story, goals and end of a battle, as far as the people know them."""
    from fireteam.env.view.story import goal_words, limit_words

    scenario = field.scenario
    known = [n for n, team in enumerate(scenario.teams) if not scenario.fog or team.name in people]  # in fog only their own
    late = next((team for team in scenario.teams if team.name == scenario.winner_at_limit), None)
    ends = limit_words(scenario.rounds, "" if late is None else late.title or late.name.capitalize())
    if scenario.stalemate < scenario.rounds:
        ends += f" More than {scenario.stalemate} rounds in a row without harm or progress are a draw."
    return [line for line in (scenario.title, scenario.about, *(goal_words(field, n) for n in known), ends) if line]


def resumed(path: Path, side: str, versus: str) -> "Game":
    """Return a saved game. The same players play on, also for units that were handed over, unless others are named."""
    from fireteam.content.errors import ContentError
    from fireteam.env.game.game import PERSON, Game
    from fireteam.env.replay.replay import Replay

    from ..seating import find_bot

    header = Replay.load(path).header
    teams = [team.name for team in header.scenario.teams]
    seated = {team for team in teams if header.seats.get(team) == PERSON}
    people = people_of(side, teams) if side or not seated else seated
    bots: dict[str, Any] = {}
    for team in teams:
        before = header.seats.get(team, DEFAULT_BOT)
        if team not in people:
            name = versus or (DEFAULT_BOT if before == PERSON else before)
            try:
                bots[team] = find_bot(name, header.seed, objects=bool(versus))
            except ContentError as error:
                raise ContentError(f"{error} Name the bot that plays {team} with --versus.") from None
    game = Game.resume(path, bots, people)
    own = [unit for team in people for unit in game.players.units(team)]
    for unit, name in header.handed.items():
        if not side and (unit in own or not versus):
            handed_again(game, unit, name)
    return game


def handed_again(game: "Game", unit: str, name: str) -> None:
    """Hand a unit of a saved game to the bot that played it; say so where that bot is not found."""
    from fireteam.content.errors import ContentError

    from ..seating import find_bot

    try:
        game.players.hand_over(unit, find_bot(name, game.replay.header.seed, objects=False))
    except ContentError as error:
        complain(f"{unit} was handed to {name!r} and is not now: {error}")


def unused(name: str, seed: int) -> Path:
    """Return the name of a replay that does not exist yet, after a scenario or an earlier replay: "yard-7-2.jsonl.gz"."""
    stem = re.sub(rf"-{seed}(-\d+)?$", "", Path(name).name.split(".")[0]) + f"-{seed}"
    path, number = Path(stem + SUFFIX), 1
    while path.exists():
        number += 1
        path = Path(f"{stem}-{number}{SUFFIX}")
    return path


def at_the_terminal(game: "Game", path: Path, table: bool) -> int:
    """Play by typing; return the exit code."""
    from fireteam.agents.adjutant import Adjutant

    from ..prompt.commands import COMMANDS
    from ..prompt.loop import Prompt
    from ..reports.transcript import history

    prompt = Prompt(game, path, table, COMMANDS, Adjutant())
    seats = ", ".join(f"{team}: {player}" for team, player in game.players.seats().items())
    title, *about = introduction(game.battle.field, game.players.people)
    hints = "`help` lists what can be typed, `help ACTION` says what an action does"
    prompt.print(f"{title} (seed {game.replay.header.seed}; {seats}). {hints}.")
    if game.replay.steps or not table:  # at a table it was told before the dice of the opening
        prompt.print("\n".join(about))
    for unit, name in game.players.handed().items():
        prompt.print(f"{unit}: played by {name}, until you `take {unit}`.")
    if game.replay.steps:
        prompt.print("\n".join(history(game.replay, game.battle.field, prompt.teams)[-TOLD_AGAIN:]))
    else:
        prompt.narrate(game.battle.events())
    return prompt.run()


def in_a_window(game: "Game", path: Path, table: bool) -> int:
    """Play in a window, which saves the game; return the exit code."""
    from functools import partial

    from fireteam.agents.adjutant import Adjutant
    from fireteam.agents.bots import bot_names
    from fireteam.env.game.table import Table
    from fireteam.env.view.screens import window

    from ..seating import find_bot

    bots = {name: partial(find_bot, name, game.replay.header.seed) for name in bot_names()}
    code = FINE
    try:
        window.play(game, path, bots, table=Table(game) if table else None, staff=Adjutant())
    except KeyboardInterrupt as stop:
        code = getattr(stop, "code", INTERRUPTED)
    if path.exists():
        with suppress(OSError):  # the terminal may be gone
            say_where(game, path)
    return code


def say_where(game: "Game", path: Path) -> None:
    """Say where a game was saved, and how to go on."""
    how = f"fireteam watch {path}" if game.battle.over else f"fireteam play --resume {path}"
    console.print(f"Saved: {how}")
