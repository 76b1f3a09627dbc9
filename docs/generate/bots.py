"""Bots that can play: every bot by name, what each does, and which environment takes which kind."""

from pathlib import Path

from fireteam.agents.bots import RANDOM_BOT, doctrines, specialists, tempers
from fireteam.agents.doctrine.records import WEIGHTS
from fireteam.agents.network.box import box as networks
from fireteam.agents.network.box import network_named
from fireteam.agents.policy.bundled import box, boxed_policy
from fireteam.agents.search.searchers import SAYS

from .pages import code, plain, save, table

INTRO = """# Bots

A bot decides for the units of a team. Each is named by a text: `fireteam fight yard --red guard`,
`opponent="guard"`. `fireteam list bots` prints the names.

A few words that come up again:

- a **doctrine** is a scripted bot: it weighs considerations (cover, danger, a shot ...) and does what weighs most;
- a **policy** is a trained network in a file that ends in `.safetensors`. Those that `fireteam train` makes choose among the
  orders that a tactician proposes, in every rule system; `FILE:temperature=1` draws one. The policies in the box are older:
  they choose single actions, in one rule system;
- an **adviser** is a doctrine that tells an older policy what it would do; the policy has learned when to heed it;
- an **anchor** is a bot that stays as it is: in a league the learners meet it again and again, in a tournament
  its rating is fixed;
- a **temper** is a tactician with some other weights, a **specialist** one with weights for a few scenarios: they advise.

"""
KINDS = ("`random`, a doctrine", "a policy of the box", "a policy file", "one that searches", "your own")
PLACES = (
    ("`fireteam fight`, `evaluate`, `tournament`, `card`", "yes", "yes", "yes", "yes", "as `module:object`"),
    ("`gymnasium.make`, `pettingzoo.make`", "yes", "yes", "yes", "yes", "as `module:object`, or the object itself"),
    ("`gymnasium.make_vec`", "yes", "yes", "yes", "yes", "as `module:object`, or the object itself, or a function"),
    ('`gymnasium.make_vec(decisions="orders")`', "yes", "no", "of orders", "no", "no"),
    ("`fireteam train`, `evolve`", "yes", "no", "no", "no", "no"),
    ("`fireteam league`", "yes", "no", "of single actions", "no", "no"),
)
TAKEN = """## Which place takes which bot

The compiled batch plays doctrines, and policies that choose among orders, inside its one call. It asks everybody else for
many rows at once, or row by row.

"""
OWN = """
`gymnasium.make` takes `opponent=`, PettingZoo's forms take `opponents={team: bot}`, `make_vec` takes `opponent=` with one
name, a table of names with weights, or a table of them by team, `fireteam train` takes `--opponent` with commas.

## Your own

Any object with `act(observation)`, which returns the number of an action, or with `decide(battle)`, which returns one of
`battle.legal()`. On a command line it is `module:object`, found in the current folder; a class is called without arguments.
[The researcher's way](../ways/researcher.md#evaluation-that-holds) has one of each. Never name a module that you do not
trust: it is imported, and runs. A policy file is data and runs nothing.

"""


def write(folder: Path) -> None:
    """Write the page of bots."""
    parts = [scripted(), searching(), ordering(), trained(), weighed()]
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


def ordering() -> str:
    """Return the networks in the box that choose among orders; "" if there are none."""
    rows = [[code(name), plain(network_named(name).card.about)] for name in networks()]
    return "## Networks in the box\n\n" + table(["name", "what it does"], rows) if rows else ""


def trained() -> str:
    """Return the policies in the box."""
    cards = {name: boxed_policy(name).card for name in box()}
    rows = [
        [code(name), code(card.system), plain(card.about), ", ".join(map(code, card.advisers)) or "none"]
        for name, card in cards.items()
    ]
    about = "Each plays the scenarios of one rule system.\n\n"
    return "## Policies in the box\n\n" + about + table(["name", "rule system", "what it does", "advisers"], rows)


def weighed() -> str:
    """Return how doctrines get other weights, and the named variants of them."""
    about = (
        "A doctrine may be named with other weights: `tactician:cover=0,danger=2`. A weight that a doctrine does not name "
        "has its default.\n\n"
    )
    rows = [[code(each.name), f"{each.default:g}", plain(each.meaning)] for each in WEIGHTS]
    others = [[code(name), "", plain(weights_of(one))] for name, one in tempers().items()]
    others += [[code(name), code(one["system"]), "all its own"] for name, one in specialists().items()]
    return (
        f"## Weights\n\n{about}{table(['weight', 'default', 'meaning'], rows)}\n## Tempers and specialists\n\n"
        "They advise policies. `fight` and `evaluate` do not take their names; the compiled "
        "batch does.\n\n" + table(["name", "rule system", "weights other than a tactician's"], others)
    )


def weights_of(weights: dict[str, float]) -> str:
    """Return weights in words; only their number if they are many."""
    if len(weights) > 5:
        return f"{len(weights)} weights"
    return ", ".join(f"{name} {value:g}" for name, value in weights.items())
