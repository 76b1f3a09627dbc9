"""The pages of environments: the facts of each face of the environment, and the tables that all faces of a system share."""

from itertools import groupby
from pathlib import Path

import numpy as np

from fireteam.env.catalog import load_catalog
from fireteam.env.observe.actions import SLOTS, layout
from fireteam.env.observe.state import CLOCK, N_CLOCK, state_size
from fireteam.env.observe.window import PLANES
from fireteam.env.rules.ground.grid import DIRECTIONS
from fireteam.env.rules.systems import SYSTEMS, port_of
from fireteam.env.rules.verbs import DIRECTION, ENEMY, FRIEND
from fireteam.env.scenario.reading import load_scenario
from fireteam.registry import make_skirmish

from .. import pictures
from ..pages import code, contents, plain, ruled, save, table
from .views import VERSIONS, VIEWS, View

SCENARIO = "yard"  # every system can fight it
STATEFUL = ("unit", "commander")  # faces that have `state()`
DECISIONS = 4000  # random ones, in which the ranges of features are looked at
INTRO = """# Environments by view and rule system

One battle, four faces, three rule systems. All faces of a system share the numbers of actions and indices of observations;
[the environments](../../environments.md) compares them. A scenario brings its system along, `scenario="prize"`; any other
is loaded for one, `load_scenario("yard", "ladder")`.

"""


def write(folder: Path) -> None:
    """Write a page for each view and system, and one that lists them."""
    here = folder / "environments"
    for system in SYSTEMS:
        save(here / system / "opening.png", pictures.of_opening(SCENARIO, system))
        shared = tables_of(system)
        for view in VIEWS:
            save(here / system / f"{view.name}.md", page_of(view, system, shared))
        save(here / system / "index.md", f"# Environments: {system}\n\n" + contents(view.name for view in VIEWS))
    save(here / "index.md", INTRO + contents([f"{system}/index" for system in SYSTEMS], 2))


def page_of(view: View, system: str, shared: dict[str, str]) -> str:
    """Return the page of a view in a system; `shared` are the tables that all views of the system have."""
    own = system == load_scenario(SCENARIO).system
    named = f'"{SCENARIO}"' if own else f'load_scenario("{SCENARIO}", "{system}")'
    code_lines = [f"import fireteam, {view.library}"]
    code_lines += [] if own else ["from fireteam.env.scenario.reading import load_scenario"]
    example = "\n".join([*code_lines, "", view.says("make").replace("{scenario}", named)])
    return "\n".join(
        [
            f"# {system}: {view.says('title')}\n\n{view.says('about')}\n\n![The opening of {SCENARIO}](opening.png)\n",
            table(["", ""], [[code_lines[0].partition(" ")[0].capitalize(), code(code_lines[0])], *facts(view, system)]),
            f"```python\n{example}\n```\n",
            f"## Who is asked\n\n{view.says('asks')}\n",
            f"## Actions\n\n{shared['actions']}",
            f"## Observations\n\n{shared['observations']}",
            *([f"## State\n\n{shared['state']}"] if view.name in STATEFUL else []),
            f"## Rewards and credit\n\n{view.says('rewards')}\n",
            f"## Termination and truncation\n\n{view.says('ends')}\n",
            f"## Arguments\n\n{arguments(view)}",
            "## Versions\n\n" + table(["version", "what it changed"], [list(each.values()) for each in VERSIONS]),
        ]
    )


def facts(view: View, system: str) -> list[list[str]]:
    """Return the head of the page: agents and spaces, read from an environment that is made."""
    env = view.maker(scenario=load_scenario(SCENARIO, system), **view.given)
    agents = getattr(env, "possible_agents", None)
    if agents:
        spaces = env.action_space(agents[0]), env.observation_space(agents[0])
    elif hasattr(env, "single_action_space"):
        spaces = env.single_action_space, env.single_observation_space
    else:
        spaces = env.action_space, env.observation_space
    action, seen = (plain(str(space)) for space in spaces)
    return [
        ["Agents", ", ".join(map(code, agents)) if agents else "one learner, for all units of its side"],
        ["Action space", action],
        ["Observation space", seen],
        ["Mask", "exact, and never empty for who decides"],
    ]


def arguments(view: View) -> str:
    """Return the table of arguments."""
    rows = [
        [code(name), code(default) if default else "needed", meaning]
        for name, (default, meaning) in view.arguments().items()
    ]
    return table(["argument", "default", "meaning"], rows)


def tables_of(system: str) -> dict[str, str]:
    """Return what all views of a system share: the tables of actions, of observations and of the state."""
    return {"actions": actions(system), "observations": observations(system), "state": state(system)}


def actions(system: str) -> str:
    """Return the table of actions: a row for each verb, with its numbers."""
    numbering, verbs = layout(system=system)[0], port_of(system).VERBS
    costs = getattr(load_catalog(system=system), "actions", {})
    rows = []
    for verb, numbers in groupby(range(int(numbering["size"])), key=lambda number: int(numbering["verb"][number])):
        listed = list(numbers)
        known = verbs[verb]
        at = {DIRECTION: ", ".join(DIRECTIONS), ENEMY: "slots of others, 0 to 7", FRIEND: "slots of the own team, 0 to 7"}
        said = at.get(known.domain, ", ".join(known.words) or (f"slots 0 to {len(listed) - 1}" if len(listed) > 1 else ""))
        span = f"{listed[0]} to {listed[-1]}" if len(listed) > 1 else str(listed[0])
        rows.append([span, code(known.name), plain(said), ruled(plain(costs.get(known.name, ""))), ruled(known.rule)])
    about = "One flat `Discrete`; a number means the same in every scenario of the system. `fireteam list actions --system "
    head = ["numbers", "action", "at, in the order of the numbers", "cost", "rule"]
    return f"{about}{system}` prints them one by one.\n\n" + table(head, rows)


def observations(system: str) -> str:
    """Return the tables of observations: context, slots, window, with the range of each feature as battles had it."""
    port = port_of(system, "observe")
    sizes, seen = port.TABLES.sizes, ranges(system)
    slots, planes = sizes.context + 16 * sizes.slot, 49
    context = [
        [str(n), code(each.name), span(seen[:, n : n + 1]), plain(each.meaning)] for n, each in enumerate(port.CONTEXT)
    ]
    slot = [
        [f"+{n}", code(each.name), span(seen[:, sizes.context + n : slots : sizes.slot]), plain(each.meaning)]
        for n, each in enumerate(port.SLOT)
    ]
    window = [
        [f"{slots + planes * n} to {slots + planes * (n + 1) - 1}", code(each.name),
         span(seen[:, slots + planes * n : slots + planes * (n + 1)]), plain(each.meaning)]
        for n, each in enumerate(PLANES)
    ]  # fmt: skip
    head = ["index", "name", "seen", "meaning"]
    return (
        f"{seen.shape[1]} numbers, float32, each cut to −1 to 1. *Seen* is the least and the most that "
        f"{len(seen):,} decisions of random play in `{SCENARIO}` had: other scenarios and better play have more. "
        f"`fireteam list observation --system {system}` prints every index.\n\n"
        f"### Context: the decision, the clock, oneself\n\n{table(head, context)}\n"
        f"### A slot for each unit\n\nOwn slot *k* begins at {sizes.context} + {sizes.slot} *k*, other slot *k* at "
        f"{sizes.context + 8 * sizes.slot} + {sizes.slot} *k*; 8 of each unless `slots` says more. Who is not known, in "
        f"fog, is all zeros.\n\n{table(head, slot)}\n"
        "### Window: planes of 7 × 7 tiles around the unit\n\nRow by row from the north-west; the unit is in the middle.\n\n"
        f"{table(head, window)}"
    )


def state(system: str) -> str:
    """Return the table of the global state: the clock, then a row of numbers for each unit."""
    each = port_of(system, "observe").STATE
    rows = [[str(n), plain(meaning)] for n, meaning in enumerate(CLOCK)]
    units = [[f"+{n}", code(one.name), plain(one.meaning)] for n, one in enumerate(each)]
    return (
        f"`env.state()` is the whole battle as {state_size(SLOTS, SLOTS, system)} numbers, float32, from nobody's point of "
        "view and without fog: for a critic that sees more than the agents. The units stand in the order of the scenario, "
        "team after team, 16 unless `slots` says more; one that is not up is all zeros but for its team. A batch writes it "
        "[row by row](../../../environments.md#the-state-which-hides-nothing).\n\n"
        f"### The clock\n\n{table(['index', 'meaning'], rows)}\n"
        f"### Each unit in the state\n\nUnit *n*, from 0, begins at {N_CLOCK} + {len(each)} *n*.\n\n"
        + table(["index", "name", "meaning"], units)
    )


def ranges(system: str) -> np.ndarray:
    """Return the observations of random decisions, shape (decisions, numbers)."""
    env = make_skirmish(scenario=load_scenario(SCENARIO, system)).unwrapped
    draws = np.random.default_rng(7)
    found: list[np.ndarray] = []
    env.reset(seed=7)
    while len(found) < DECISIONS:
        observation, _, over, _, _ = env.last()
        if over:
            env.reset()
            continue
        found.append(observation["observation"].copy())
        env.step(int(draws.choice(observation["action_mask"].nonzero()[0])))
    return np.array(found)


def span(values: np.ndarray) -> str:
    """Return the range of numbers in words."""
    least, most = float(values.min()), float(values.max())
    return f"{least:.3g} to {most:.3g}".replace("-", "−") if least != most else f"{least:.3g}".replace("-", "−")
