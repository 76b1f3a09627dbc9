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
from ..rules.record import MAX_TEAMS
from ..rules.verbs import END
from .illegal import take

# With n advisers an observation has 2 n numbers more at its end: of each what it would do, as its action number divided by
# ADVICE (exact in float32, and below 1), then of each 1 if the unit has done in this phase what it would have done, else 0.
ADVICE = 1024

WAIT = -(1 << 31)  # instead of an action number: the row stays as it is. Nobody takes it for one by mistake

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
        ("earned", "f8", MAX_TEAMS),  # since the learner's last decision
        # what the last step came to
        ("fault", "i1"),  # ILLEGAL if the action was not open: nothing has changed
        ("done", "i1"),
        ("reward", "f4"),
        ("paid", "f8", MAX_TEAMS),  # by the last step, to every team
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

SAID = ("done", "reward", "paid")  # what a step came to
RESULTS = (*SAID, "length", "total", "winner", "final_side", "final_lineup", "final_variant")  # and how a battle has ended


@kernel
def begin_battle(
    row: int, battles: Array, openings: Array, arenas: Array, log: Record, weights: Array, accounts: Array, episodes: Array
) -> None:
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
    for team in range(MAX_TEAMS):
        episode.earned[team] = 0.0
    open_account(battle, arena, weights, accounts[row])
    step(battle, arena, log, START, 0)


@kernel
def chance_of_team(episode: Record, team: int) -> int:
    """Return the seed of a bot's own randomness in an episode; a given battle seed gives the seed that is used elsewhere."""
    return episode.stream + team if episode.given else episode.stream ^ (episode.number * 8 + team)


@kernel
def learner_step(
    battle: Record, arena: Record, log: Record, layout: Record, weights: Array, account: Record, episode: Record, number: int
) -> bool:
    """Take the action of the asked unit; return whether it was legal."""
    done = take(battle, arena, log, layout, number)
    episode.fault = 0 if done == DONE else ILLEGAL
    if done == DONE:
        if episode.asked == episode.side:
            episode.steps += 1
        pay_rewards(battle, arena, log, weights, account, episode.earned)
    return done == DONE


@kernel
def forget_pay(episode: Record) -> None:
    """Forget what the last step has paid."""
    episode.reward = 0.0
    for team in range(MAX_TEAMS):
        episode.paid[team] = 0.0


@kernel
def pay(episode: Record, side: int) -> None:
    """Pay the learner what its side has earned since its last decision."""
    episode.reward = episode.earned[side]
    episode.sum += episode.reward
    for team in range(MAX_TEAMS):
        episode.paid[team] = episode.earned[team]
        episode.earned[team] = 0.0


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
