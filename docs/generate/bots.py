"""Bots that can play: every bot by name, what each does, and which environment takes which kind."""

from pathlib import Path

from fireteam.agents.bots import RANDOM_BOT, doctrines, tempers
from fireteam.agents.doctrine.records import SYSTEM_ROWS, WEIGHTS
from fireteam.agents.network.box import box, network_named
from fireteam.agents.search.searchers import SAYS
from fireteam.env.replay.english import listed_names

from .pages import code, plain, save, table

INTRO = """# Bots

A bot decides for the units of a team. Each is named by a text: `fireteam fight yard --red guard`,
`opponent="guard"`. `fireteam list bots` prints the names.

A few words that come up again:

- a **doctrine** is a scripted bot: it weighs considerations (cover, danger, a shot ...) and does what weighs most;
- a **policy** is a trained network, in a file that ends in `.safetensors`. It chooses among the orders that a tactician
  proposes, in every rule system; `FILE:temperature=1` draws one;
- an **anchor** is a bot that stays as it is: in a league the learners meet it again and again, in a tournament
  its rating is fixed;
- a **temper** is a tactician with some other weights.

"""
KINDS = ("`random`, a doctrine, a network of the box", "a network's file", "one that searches", "your own")
PLACES = (
    ("`fireteam fight`, `evaluate`, `tournament`, `card`", "yes", "yes", "yes", "as `module:object`"),
    ("`gymnasium.make`, `pettingzoo.make`", "yes", "yes", "yes", "as `module:object`, or the object itself"),
    ("`gymnasium.make_vec`", "yes", "yes", "yes", "as `module:object`, or the object itself, or a function"),
    ('`gymnasium.make_vec(decisions="orders")`', "yes", "yes", "no", "no"),
    ("`fireteam train`, `evolve`", "yes", "no", "no", "no"),
    ("`fireteam league`", "yes", "yes", "no", "no"),
)
TAKEN = """## Which place takes which bot

The compiled batch plays doctrines and networks inside its one call. It asks everybody else for many rows at once, or row by
row.

"""
OWN = """
`gymnasium.make` takes `opponent=`, PettingZoo's forms take `opponents={team: bot}`, `make_vec` takes `opponent=` with one
name, a table of names with weights, or a table of them by team, `fireteam train` takes `--opponent` with commas.

## Your own

Any object with `act(observation)`, which returns the number of an action, or with `decide(battle)`, which returns one of
`battle.legal()`. On a command line it is `module:object`, found in the current folder; a class is called without arguments.
[The researcher's way](../ways/researcher.md#evaluation-that-holds) has one of each. Never name a module that you do not
trust: it is imported, and runs. The file of a network is data and runs nothing.

"""


def write(folder: Path) -> None:
    """Write the page of bots."""
    parts = [scripted(), searching(), trained(), weighed()]
    save(folder / "bots.md", INTRO + TAKEN + places() + OWN + "\n".join(filter(None, parts)))


def places() -> str:
    """Return the table of where each kind of bot can play; each cell is tried by running it."""
    return table(["place", *KINDS], PLACES)


def scripted() -> str:
    """Return the doctrines."""
    rows = [[code(RANDOM_BOT), "Anything legal, with equal chances."]]
    rows += [[code(name), plain(one["says"])] for name, one in doctrines().items()]
    return "## Doctrines\n\n" + table(["name", "what it does"], rows)


def searching() -> str:
    """Return the bots that search."""
    rows = [[code(name), plain(says)] for name, says in SAYS.items()]
    about = "They play on with other dice before each decision. A budget stands behind the name.\n\n"
    return "## Bots that search\n\n" + about + table(["name", "what it does"], rows)


def trained() -> str:
    """Return the networks in the box; "" if there are none."""
    rows = [[code(name), plain(network_named(name).card.about)] for name in box()]
    return "## Networks in the box\n\n" + table(["name", "what it does"], rows) if rows else ""


def weighed() -> str:
    """Return how doctrines get other weights, and the named variants of them."""
    about = (
        "A doctrine may be named with other weights: `tactician:cover=0,danger=2`. A weight that a doctrine does not name "
        "has its default.\n\n"
        "A doctrine may have weights of its own in a rule system, in `agents/doctrines.toml` in a table below its own: the "
        f"tactician has in {listed_names([code(name) for name in SYSTEM_ROWS[1:]])}. Weights in a name hold in all systems. "
        "Who proposes orders to networks is a tactician with the same weights in all systems.\n\n"
    )
    rows = [[code(each.name), f"{each.default:g}", plain(each.meaning)] for each in WEIGHTS]
    others = [[code(name), plain(weights_of(one))] for name, one in tempers().items()]
    return (
        f"## Weights\n\n{about}{table(['weight', 'default', 'meaning'], rows)}\n## Tempers\n\n"
        "`fight` and `evaluate` do not take their names; the compiled batch does.\n\n"
        + table(["name", "weights other than a tactician's"], others)
    )


def weights_of(weights: dict[str, float]) -> str:
    """Return weights in words; only their number if they are many."""
    if len(weights) > 5:
        return f"{len(weights)} weights"
    return ", ".join(f"{name} {value:g}" for name, value in weights.items())
