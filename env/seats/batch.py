"""Many battles in one compiled call: the records of a batch besides the battles, and the work before and after a step.

The loop itself (`fireteam.agents.rollout.rollout`) is in the package of the bots, whose code it calls; it is passed
to `fireteam.env.vector` when an environment is made.
"""

import numpy as np

from ..observe.actions import write_mask
from ..observe.observation import observe
from ..observe.reward import open_account, pay_rewards
from ..rules.dice import mixed_word
from ..rules.interface import DONE, ILLEGAL, START, step
from ..rules.kernel import Array, Record, kernel
from ..rules.verbs import END
from .illegal import take

WAIT = -(1 << 31)  # instead of an action number: the row stays as it is. Nobody takes it for one by mistake

# The wages of a row, float64 of shape (2, n): n numbers as `fireteam.env.observe.reward` pays them, for every team and with
# credit for units and parts too. In the first are those since the learner's last decision, in the second the last step's.
EARNED, PAID = range(2)

EPISODE = np.dtype(
    [
        ("stream", "i8"),  # seed of the row's stream of battles
        ("number", "i8"),  # which battle of the stream is being fought
        ("side", "i1"),  # the learner's team
        ("given", "i1"),  # its one battle has the seed that is given here, `seed`; the streams of others are hashed
        ("seed", "i8", 2),
        ("sides", "i1"),  # the team it always has, or -1 to draw one for every battle
        ("lineup", "i2"),  # which line-up of opponents plays
        ("lineups", "i2"),  # how many line-ups there are to draw from
        ("fresh", "i1"),  # the row has an opening of its own, which is replaced from battle to battle
        ("every", "i1"),  # teams that learners play, where there are several, a bit each: `side` is the one that decides
        ("rests", "i1"),  # a battle that has ended is shown until the next step or `reset`; `steps` is below zero then
        ("asked", "i1"),  # the team whose decision is pending: the learner's, or one of an opponent who is asked too
        # what the last step came to
        ("fault", "i1"),  # ILLEGAL if the action was not open: nothing has changed
        ("done", "i1"),
        ("reward", "f4"),
        # the battle that has just ended
        ("length", "i4"),
        ("total", "f4"),
        ("winner", "i1"),
        ("final_side", "i1"),
        ("final_lineup", "i2"),
        ("final_variant", "i2"),  # its map and teams: which of the batch's fields
        # running
        ("steps", "i4"),
        ("sum", "f4"),
    ],
    align=True,
)

SAID = ("done", "reward")  # what a step came to, besides the wages
RESULTS = (*SAID, "length", "total", "winner", "final_side", "final_lineup", "final_variant")  # and how a battle has ended


def new_episodes(rows: int, side: int, learner_of: np.ndarray, fresh: bool, rests: bool, lineups: int) -> np.ndarray:
    """Return the episodes of a batch before its first battles.

    Args:
        side: the learner's team, or -1 to draw one for every battle.
        learner_of: who learns for each team, -1 for nobody; with one learner nobody for all.
        fresh, rests, lineups: see EPISODE.
    """
    episodes = np.zeros(rows, EPISODE)
    episodes["sides"] = side
    episodes["every"] = sum(1 << team for team, learner in enumerate(learner_of) if learner >= 0)
    episodes["fresh"], episodes["rests"], episodes["lineups"] = fresh, rests, lineups
    return episodes


def results_of(episodes: np.ndarray, several: bool) -> dict[str, np.ndarray]:
    """Return how the last battles went; whether the learner has won, and what it was paid, if it is not one of several."""
    results = {
        "winner": episodes["winner"].astype(np.int64),
        "lineup": episodes["final_lineup"].astype(np.int64),
        "length": episodes["length"].copy(),
    }
    if not several:
        results["won"] = episodes["winner"] == episodes["final_side"]
        results["reward"] = episodes["total"].copy()
    return results


@kernel
def begin_battle(
    row: int, battles: Array, openings: Array, arenas: Array, log: Record, weights: Array, accounts: Array, wages: Array,
    episodes: Array,
) -> None:  # fmt: skip
    """Set up the next battle of a row's stream: its map, seed and side follow from the stream's seed and its number."""
    episode = episodes[row]
    word = mixed_word(episode.stream, 4 * episode.number)
    battles[row] = openings[row] if episode.fresh else openings[word * len(openings) >> 32]
    battle = battles[row]
    if episode.given:
        battle.seed[0], battle.seed[1] = episode.seed[0], episode.seed[1]
    else:
        battle.seed[0] = mixed_word(episode.stream, 4 * episode.number + 1)
        battle.seed[1] = mixed_word(episode.stream, 4 * episode.number + 2)
    arena = arenas[battle.variant]
    word = mixed_word(episode.stream, 4 * episode.number + 3)
    episode.side = episode.sides if episode.sides >= 0 else word * arena.teams >> 32
    # A stream of its own, so that more line-ups change neither map nor seed nor side.
    episode.lineup = mixed_word(~episode.stream, episode.number) * episode.lineups >> 32
    episode.number += 1
    episode.steps = 0
    episode.sum = 0.0
    clear_wages(wages[row, EARNED])
    open_account(battle, arena, weights, accounts[row])
    step(battle, arena, log, START, 0)


@kernel
def chance_of_team(episode: Record, team: int) -> int:
    """Return the seed of a bot's own randomness in an episode; a given battle seed gives the seed that is used elsewhere."""
    return episode.stream + team if episode.given else episode.stream ^ (episode.number * 8 + team)


@kernel
def learner_step(
    battle: Record, arena: Record, log: Record, layout: Record, weights: Array, account: Record, earned: Array,
    episode: Record, number: int,
) -> bool:  # fmt: skip
    """Take the action of the asked unit; return whether it was legal."""
    return book(battle, arena, log, weights, account, earned, episode, take(battle, arena, log, layout, number))


@kernel
def book(
    battle: Record, arena: Record, log: Record, weights: Array, account: Record, earned: Array, episode: Record, done: int
) -> bool:  # fmt: skip
    """Keep what came of the step of the asked unit, DONE or why it was none; return whether it was legal."""
    episode.fault = 0 if done == DONE else ILLEGAL
    if done == DONE:
        if episode.asked == episode.side:
            episode.steps += 1
        pay_rewards(battle, arena, log, weights, account, earned)
    return done == DONE


@kernel
def clear_wages(wages: Array) -> None:
    """Write zeros."""
    for place in range(len(wages)):
        wages[place] = 0.0


@kernel
def pay(episode: Record, earned: Array, paid: Array, side: int) -> None:
    """Pay the learner what its side has earned since its last decision."""
    episode.reward = earned[side]
    episode.sum += episode.reward
    for place in range(len(earned)):
        paid[place] = earned[place]
        earned[place] = 0.0


@kernel
def close_episode(battle: Record, episode: Record) -> None:
    """Record the result of a battle that has ended."""
    episode.done = 1
    episode.length = episode.steps
    episode.total = episode.sum
    episode.winner = battle.winner
    episode.final_side = episode.side
    episode.final_lineup = episode.lineup
    episode.final_variant = battle.variant


@kernel
def show_finished(row: int, episode: Record, finals: Array, observations: Array, masks: Array) -> None:
    """Show the last observation of a finished battle in a row, with only `end` open, until the next begins."""
    for number in range(finals.shape[1]):
        observations[row, number] = finals[row, number]
    masks[row][:] = 0
    masks[row][END] = 1
    episode.steps = -1


@kernel
def show(row: int, battle: Record, arena: Record, log: Record, layout: Record, observations: Array, masks: Array) -> None:
    """Write the learner's observation and mask in a row."""
    observe(battle, arena, log, layout, battle.decider, observations[row])
    write_mask(battle, arena, layout, masks[row])
