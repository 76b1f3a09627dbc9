"""The tree of a search: who has thought for the phases to come, what came of it, and who is tried next."""

from collections import Counter

import numpy as np

from fireteam.agents.bots import load_bot
from fireteam.agents.search.halving import worth
from fireteam.agents.search.proposals import Proposer
from fireteam.agents.search.tree import DEEPEST, NODES, NONE, TREE, begin_path, give_back, next_thinker, plant
from fireteam.env.battle import Battle
from fireteam.env.rules.kernel import entry, plain

ARMS = 4


@entry
def set_out(trees, paths, unit, own):
    """Send playouts out through the phases of one unit, one after the other."""
    for row in range(len(paths)):
        depth = begin_path(trees[0], paths[row], 0)
        for _ in range(len(paths[row]) + 1):
            _, depth = next_thinker(trees[0], paths[row], depth, unit, own)


def planted(plans: int = 1, arms: int = ARMS) -> np.ndarray:
    """Return trees that have just begun."""
    trees = np.zeros(1, TREE)
    plant(plain(trees), plans, arms)
    return trees


def sent(trees: np.ndarray, count: int, steps: int = 2, own: bool = True) -> np.ndarray:
    """Return the paths of playouts that have not come back."""
    paths = np.zeros((count, steps, 2), np.int64)
    set_out(plain(trees), paths, 3, own)
    return paths


def test_roots() -> None:
    """Each plan has a root, in its order, with nothing below it."""
    tree = planted(5)[0]
    assert tree["used"] == 5
    assert (tree["nodes"]["child"][:5] == NONE).all()
    assert not tree["nodes"]["visits"][:5].any()


def test_the_first_thinker_is_tried_first_and_most() -> None:
    """Its prior is half of all; what is under way counts, so that not all playouts of a batch go the same way."""
    trees = planted()
    arms = [int(path[1, 1]) for path in sent(trees, 12)]
    assert arms[0] == 0
    assert set(arms) == set(range(ARMS))
    assert Counter(arms).most_common(1)[0][0] == 0


def test_what_pays_is_taken_more_often() -> None:
    """An arm that wins is taken by the team that searches, and avoided by the others, for whom it loses."""
    shares = []
    for own in (True, False):
        trees = planted()
        for _ in range(400):
            paths = sent(trees, 1, own=own)
            give_back(plain(trees), paths, np.array([1.0 if paths[0, 1, 1] == 2 else 0.4]))
        node = trees[0]["nodes"][1]
        assert node["unit"] == 3
        assert node["visits"].sum() == 400
        shares.append(node["visits"][2] / 400)
    assert shares[0] > 0.6
    assert shares[1] < 0.05


def test_one_node_for_each_playout() -> None:
    """A playout adds one node and leaves the tree there; the next gets as far as there are nodes, no further than asked."""
    trees = planted(arms=1)
    lengths = []
    for _ in range(6):
        paths = sent(trees, 1, steps=4)
        lengths.append(int((paths[0, :, 0] != NONE).sum()))
        give_back(plain(trees), paths, np.ones(1))
    assert lengths == [2, 3, 4, 4, 4, 4]
    assert trees[0]["used"] == 4
    assert not trees[0]["nodes"]["under_way"].any()


def test_a_full_tree_grows_no_more() -> None:
    """Playouts that find no room go on without it, and still count where there was some."""
    trees = planted(NODES, 2)
    paths = sent(trees, 3)
    assert (paths[:, 1] == NONE).all()
    give_back(plain(trees), paths, np.ones(3))
    assert trees[0]["nodes"]["visits"][0, 0] == 3
    assert trees[0]["used"] == NODES


def test_trees_of_a_battle() -> None:
    """All playouts come back; the phases below a plan are those of units that fight, and add up to those above them."""
    battle, bot = Battle("yard", 5, reasons=False), load_bot("tactician", 1)
    while battle.record[0]["decisions"] < 9 or len(battle.legal()) < 5:
        battle.step(bot.decide(battle))
    proposer = Proposer("tactician")
    plans, _ = proposer.plans(battle, 7)
    total, sums = 64, 0.0
    for first in range(0, total, 8):
        values, _ = proposer.play(battle, plans, 7, first, 8)
        sums += worth(values).sum()
    tree = proposer._trees[0]
    nodes = tree["nodes"][: tree["used"]]
    assert not nodes["under_way"].any()
    assert nodes["visits"][: len(plans), 0].tolist() == [total] * len(plans)
    assert np.isclose(nodes["sums"][: len(plans), 0].sum(), sums)
    assert tree["used"] > 10 * len(plans)
    assert set(nodes["unit"][len(plans) :].tolist()) <= set(range(len(battle.field.roster)))
    deepest = 0
    paths = [(number, 0, 0) for number in range(len(plans))]  # node, arm and depth
    while paths:
        number, arm, depth = paths.pop()
        child, below = int(nodes[number]["child"][arm]), 0
        while child != NONE:
            below += int(nodes[child]["visits"].sum())
            paths += [(child, arm, depth + 1) for arm in range(len(proposer.planners))]
            deepest = max(deepest, depth + 1)
            child = int(nodes[child]["sibling"])
        assert below <= nodes[number]["visits"][arm]
    assert 2 <= deepest <= DEEPEST
