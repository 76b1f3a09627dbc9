"""Every scenario that comes with the package: who fights whom where and for what, with a picture of the opening."""

from pathlib import Path

from fireteam.env.replay.english import Subject
from fireteam.env.rules.systems import SYSTEMS
from fireteam.env.scenario.models import Scenario, Team
from fireteam.env.scenario.reading import load_scenario, scenario_names

from . import pictures
from .pages import code, contents, plain, save, table

INTRO = """# Scenarios

What can be fought at once, by name: `fireteam fight yard`, `fireteam play ambush`, `fireteam watch night`. To begin a
scenario of your own with one of these: `fireteam new tonight --from ambush`.

"""


def write(folder: Path) -> None:
    """Write a page for each scenario, and one that lists them by rule system."""
    here = folder / "scenarios"
    loaded = {name: load_scenario(name) for name in scenario_names()}
    text = INTRO
    for system in SYSTEMS:
        rows = [
            [f"[{name}]({name}.md)", plain(scenario.title), sides(scenario), goals(scenario), plain(scenario.about)]
            for name, scenario in loaded.items() if scenario.system == system
        ]  # fmt: skip
        text += f"## By {system}\n\n" + table(["name", "title", "units", "goals", "about"], rows) + "\n"
    for name, scenario in loaded.items():
        save(here / f"{name}.png", pictures.of_opening(name))
        save(here / f"{name}.md", page_of(name, scenario))
    save(here / "index.md", text + contents(loaded))


def sides(scenario: Scenario) -> str:
    """Return the number of units on each side."""
    if scenario.draw:
        return "drawn"
    return " v ".join(str(sum(unit.count for unit in team.units)) for team in scenario.teams)


def goals(scenario: Scenario) -> str:
    """Return the kinds of objectives."""
    return ", ".join(sorted({team.objective.kind for team in scenario.teams}))


def page_of(name: str, scenario: Scenario) -> str:
    """Return the page of a scenario."""
    drawn = " Map and teams are drawn anew for every battle: this is one of them." if scenario.draw else ""
    facts = [["rule system", scenario.system], ["rounds", f"at most {scenario.rounds}"],
             ["stalemate", f"a draw after {scenario.stalemate} rounds without damage or progress"]]  # fmt: skip
    if not scenario.draw:
        map_ = scenario.drawing()
        facts.append(["map", f"{map_.width} × {map_.height} tiles of {map_.metres_per_tile} m"])
        facts.append(["light", str(scenario.light or map_.light)])
    facts.append(["fog", "a side knows only what its units see and hear" if scenario.fog else "none: everybody is seen"])
    if scenario.winner_at_limit:
        facts.append(["when the rounds run out", f"{Subject(scenario.winner_at_limit):wins}"])
    options = scenario.options.model_dump(exclude_defaults=True)
    facts += [[f"option `{key}`", code(value)] for key, value in options.items()]
    text = f"# {plain(scenario.title)}\n\n{plain(scenario.about)}{drawn}\n\n![The opening]({name}.png)\n\n"
    text += f"```console\n$ fireteam fight {name}\n```\n\n" + table(["", ""], facts) + "\n"
    for team in () if scenario.draw else scenario.teams:
        text += team_section(team, scenario.system)
    return text


def team_section(team: Team, system: str) -> str:
    """Return a page's section on a team."""
    text = f"## {plain(team.called)}\n\n"
    goal = team.objective.model_dump(exclude_defaults=True)
    text += f"Objective: {team.objective.kind}"
    text += (
        f" ({', '.join(f'{key} {value}' for key, value in goal.items() if key != 'kind')})" if set(goal) - {"kind"} else ""
    )
    text += f". Played by {code(team.doctrine)} where nobody says another." if team.doctrine else "."
    rows = [
        [str(unit.count), f"[{unit.template}](../catalog/{system}/units.md#{unit.template})", plain(unit.name),
         plain(", ".join(unit.weapons) if unit.weapons is not None else "")]
        for unit in team.units
    ]  # fmt: skip
    return text + "\n\n" + table(["units", "template", "name", "weapons, if others"], rows) + "\n"
