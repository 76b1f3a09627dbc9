"""The tree of a search: which bots decided the phases after a plan, and the results.

Below every plan lies a tree. Its nodes are phases to come. A node is identified by the choices before it and by the unit
whose phase it is. The dice are no part of it, so a node sums up what may happen (open loop). The arms of a node are those
who could think for the unit in that phase. The unit's team takes the arm that promises it most (PUCT: Silver et al.,
"Mastering the game of Go without human knowledge", 2017); playouts under way count as visits (WU-UCT: Liu et al., "Watch the
unobserved", 2020). Each playout adds one node; below it the first of the thinkers plays everybody.
"""

import numpy as np

from fireteam.env.rules.kernel import Array, Record, entry, kernel

ARMS = 16  # thinkers at most; where there are more, the others make plans but are in no tree
NODES = 4096  # of all trees of one decision; what finds no more room is played by the first thinker
DEEPEST = 6  # phases below a plan
NONE = -1
FIRST = 0.5  # prior of the first thinker; the others share the rest
CURIOSITY = 1.0  # weight of what is not known yet

NODE = np.dtype(
    [
        ("unit", "i2"),  # whose phase it is
        ("sibling", "i2"),  # the next node below the same arm
        ("child", "i2", ARMS),  # the first node below each arm
        ("visits", "i4", ARMS),
        ("under_way", "i4", ARMS),  # playouts that went there and have not come back
        ("sums", "f8", ARMS),  # what came of those that have, for the team that searches
    ],
    align=True,
)
TREE = np.dtype([("used", "i4"), ("arms", "i4"), ("nodes", NODE, NODES)], align=True)


@entry
def plant(trees: Array, plans: Array, arms: int) -> None:
    """Begin the trees of some plans: each root is a node whose only arm is its plan.

    `trees` has shape (1,) and dtype TREE, `arms` is the number of thinkers.
    """
    tree = trees[0]
    tree.used = 0
    tree.arms = arms
    for _ in range(plans):
        grow(tree, NONE)


@kernel
def grow(tree: Record, unit: int) -> int:
    """Return the number of a new node, a phase of a unit (NONE for a root); NONE if there is no room."""
    number = tree.used
    if number >= NODES:
        return NONE
    tree.used += 1
    node = tree.nodes[number]
    node.unit = unit
    node.sibling = NONE
    for arm in range(ARMS):
        node.child[arm] = NONE
        node.visits[arm] = 0
        node.under_way[arm] = 0
        node.sums[arm] = 0.0
    return number


@kernel
def below(tree: Record, number: int, arm: int, unit: int) -> int:
    """Return the number of the node below an arm of node `number` that is the phase of a unit, NONE if there is none yet."""
    child = tree.nodes[number].child[arm]
    while child != NONE and tree.nodes[child].unit != unit:
        child = tree.nodes[child].sibling
    return child


@kernel
def grow_below(tree: Record, number: int, arm: int, unit: int) -> int:
    """Return the number of a new node below an arm of node `number`, the phase of a unit; NONE if there is no room."""
    child = grow(tree, unit)
    if child != NONE:
        tree.nodes[child].sibling = tree.nodes[number].child[arm]
        tree.nodes[number].child[arm] = child
    return child


@kernel
def pick(tree: Record, number: int, own: bool) -> int:
    """Return the arm to take at node `number`: the best for the team that searches if it is its `own`, else the worst."""
    node = tree.nodes[number]
    visits, total, sums = 0, 0, 0.0
    for arm in range(tree.arms):
        visits += node.visits[arm]
        total += node.visits[arm] + node.under_way[arm]
        sums += node.sums[arm]
    mean = sums / visits if visits else 0.5
    reach = CURIOSITY * np.sqrt(total + 1.0)
    best, most = 0, -1.0
    for arm in range(tree.arms):
        worth = node.sums[arm] / node.visits[arm] if node.visits[arm] else mean
        if not own:
            worth = 1.0 - worth
        prior = FIRST if arm == 0 else (1.0 - FIRST) / (tree.arms - 1)
        worth += reach * prior / (1 + node.visits[arm] + node.under_way[arm])
        if worth > most:
            best, most = arm, worth
    return best


@kernel
def begin_path(tree: Record, path: Array, root: int) -> int:
    """Begin the path of a playout, int64 of shape (steps, 2), at the root of its plan; return how many steps it has: 1."""
    path[:] = NONE
    go(tree, path, 0, root, 0)
    return 1


@kernel
def go(tree: Record, path: Array, depth: int, number: int, arm: int) -> None:
    """Take an arm of node `number` as step `depth` of a path, and count it as being explored."""
    path[depth, 0] = number
    path[depth, 1] = arm
    tree.nodes[number].under_way[arm] += 1


@kernel
def next_thinker(tree: Record, path: Array, depth: int, unit: int, own: bool) -> tuple[int, int]:
    """Return (number of the bot that decides for a unit whose phase begins, new length of the path).

    Args:
        path: node and arm of each step, int64 of shape (steps, 2).
        depth: the number of its steps; a full path has left the tree, and the first bot decides.
        own: whether the unit belongs to the team that searches.
    """
    if depth >= len(path):
        return 0, depth
    number, arm = path[depth - 1, 0], path[depth - 1, 1]
    child = below(tree, number, arm, unit)
    new = child == NONE
    if new:
        child = grow_below(tree, number, arm, unit)
        if child == NONE:
            return 0, len(path)
    arm = pick(tree, child, own)
    go(tree, path, depth, child, arm)
    return arm, len(path) if new else depth + 1


@entry
def give_back(trees: Array, paths: Array, worths: Array) -> None:
    """Give the results of playouts back to the trees.

    Args:
        trees: shape (1,), dtype TREE.
        paths: int64, shape (n, steps, 2): node and arm of each step, NONE after the last.
        worths: float64, shape (n,), 0 to 1 for the team that searches.
    """
    tree = trees[0]
    for row in range(len(paths)):
        for depth in range(paths.shape[1]):
            number = paths[row, depth, 0]
            if number == NONE:
                break
            arm = paths[row, depth, 1]
            node = tree.nodes[number]
            node.under_way[arm] -= 1
            node.visits[arm] += 1
            node.sums[arm] += worths[row]
