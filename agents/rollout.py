"""Whole battles between compiled bots, and batches of battles with a learner in them, in one compiled call each."""

from fireteam.env.observe.observation import observe
from fireteam.env.observe.reward import pay_rewards
from fireteam.env.rules.dice import MASK
from fireteam.env.rules.interface import ILLEGAL, START, step
from fireteam.env.rules.kernel import Array, Record, entry, kernel
from fireteam.env.rules.record import NOBODY
from fireteam.env.rules.sides.view import as_known
from fireteam.env.seats.batch import (
    EARNED,
    PAID,
    WAIT,
    begin_battle,
    book,
    chance_of_team,
    clear_wages,
    close_episode,
    learner_step,
    pay,
    show,
    show_finished,
)
from fireteam.env.seats.sightings import forget_sightings, note_sightings

from .counts import count_step
from .deciding import decide
from .doctrine.memory import clear_memories
from .doctrine.random_choice import random_action
from .doctrine.records import ASKED, SHOWN
from .orders.commanding import begun, next_of_order, show_orders
from .watching import note_round, note_step


@entry
def play_episodes(
    battles: Array, arenas: Array, logs: Array, bots: Array, memories: Array, seeds: Array, first: int, last: int,
    tallies: Array,
) -> None:  # fmt: skip
    """Fight battles from row `first` to row `last` to their ends; those that are over stay as they are.

    Args:
        battles: openings, seeds filled in, or battles in progress; become the final positions.
        logs: one log; cleared at every step. What it does not record is not counted either.
        bots: records of PARAMETERS, shape (line-ups, teams): battles have the first, the second ... and begin again with
            the first. The seeds in them are overwritten.
        memories: records of MEMORY, shape (MAX_UNITS,), working space.
        seeds: a seed per battle, shape (len(battles),), for the bots' own randomness.
        tallies: shape (1,); what happened is added to it.
    """
    for row in range(first, last):
        battle = battles[row]
        arena = arenas[battle.variant]
        sit_down(row, arena.teams, bots, memories, seeds)
        while battle.over == 0:
            go_on(row, battle, arena, logs[0], bots, memories, tallies[0])


@entry
def play_watched(
    battles: Array, arenas: Array, logs: Array, bots: Array, memories: Array, seeds: Array, first: int, last: int,
    tallies: Array, lives: Array, places: Array, watches: Array,
) -> None:  # fmt: skip
    """Call `play_episodes`, and record the course of each battle.

    Args:
        lives: float32, shape (len(battles), most rounds + 2, MAX_TEAMS); see `note_round`. Rows of no round stay.
        places: int16, shape (len(battles), most rounds + 2, MAX_UNITS); as `lives`.
        watches: records of WATCH, shape (len(battles),).
    """
    for row in range(first, last):
        battle = battles[row]
        arena = arenas[battle.variant]
        sit_down(row, arena.teams, bots, memories, seeds)
        while battle.over == 0:
            before, who, decision = battle.round_number, battle.decider, battle.decision
            verb = go_on(row, battle, arena, logs[0], bots, memories, tallies[0])
            note_step(battle, arena, logs[0], watches[row], who if before > 0 else NOBODY, decision, verb)
            note_round(battle, arena, before, lives[row], places[row])


@kernel
def sit_down(row: int, teams: Array, bots: Array, memories: Array, seeds: Array) -> None:
    """Begin the bots of a battle: empty memories, and the battle's seed."""
    clear_memories(memories)
    for team in range(teams):
        bots[row % len(bots), team].seed = seeds[row] + team


@kernel
def go_on(row: int, battle: Record, arena: Record, log: Record, bots: Array, memories: Array, tally: Record) -> int:
    """Take the next decision of a battle between bots, or begin the battle; count its events and return the verb."""
    verb, argument = START, 0
    if battle.round_number > 0:
        parameters = bots[row % len(bots), battle.units[battle.decider].team]
        verb, argument = decide(battle, arena, log, parameters, memories)
    step(battle, arena, log, verb, argument)
    count_step(battle, log, tally, verb)
    return verb


@entry
def decide_row(battles: Array, arenas: Array, logs: Array, bots: Array, memories: Array) -> tuple[int, int]:
    """Return the action (verb, argument) of a compiled bot in the battle of the first row.

    `bots` are records of PARAMETERS, one a team or one for all, `memories` records of MEMORY, one a unit.
    """
    battle = battles[0]
    parameters = bots[battle.units[battle.decider].team % len(bots)]
    return decide(battle, arenas[battle.variant], logs[0], parameters, memories)


@entry
def rollout(
    battles: Array, openings: Array, arenas: Array, layouts: Array, weights: Array, accounts: Array, wages: Array,
    episodes: Array, lineups: Array, bots: Array, memories: Array, sightings: Array, planners: Array, places: Array,
    orders: Array, proposed: Array, actions: Array, observations: Array, finals: Array, masks: Array, logs: Array,
    part: int, first: int, last: int,
) -> None:  # fmt: skip
    """Step the rows from `first` to `last`.

    Play on in each to the next decision of the learner or of another asked unit.

    An episode with `steps` below zero begins instead of stepping. A battle that ends is followed by the next, unless its
    episode rests then; its last view goes to `finals`. See `fireteam.env.seats.batch` for the records.

    Args:
        battles, accounts, episodes: a record for each row.
        wages: float64, shape (rows, 2, numbers).
        lineups: int64, shape (line-ups, MAX_TEAMS): which of `bots` plays each other team.
        bots: shape (parts, n): bots; `part` selects ours.
        memories: shape (rows, MAX_UNITS): the memories of the other units.
        sightings: shape (rows, MAX_TEAMS, MAX_UNITS), or none; see `fireteam.env.seats.sightings`.
        planners: shape (parts, 1): the bot by whose worth orders are proposed.
        places: records of PLACE, shape (parts, MOST_PLACES), working space.
        orders: records of OFFER, shape (rows, MOST_ORDERS), of which learners choose; (rows, 0) where they choose actions.
        proposed: int64, shape (rows,): how many of them there are. Written.
        actions: an action number for each row, or of an order, or WAIT; of a bot that is SHOWN the battle its action number
            behind those of orders.
        observations, finals: float32, shape (rows, numbers). Written.
        masks: int8, shape (rows, actions). Written.
    """
    log = logs[0]
    layout = layouts[0]
    for row in range(first, last):
        episode = episodes[row]
        episode.done = 0
        episode.fault = 0
        episode.reward = 0.0
        earned, paid = wages[row, EARNED], wages[row, PAID]
        clear_wages(paid)
        battle = battles[row]
        begins = episode.steps < 0
        if actions[row] == WAIT:
            continue
        side, noted = episode.side, (memories[row], sightings[row])
        if begins:
            start_row(row, battles, openings, arenas, log, weights[0], accounts, wages, episodes, *noted)
        elif not takes(
            battle, arenas[battle.variant], log, layout, weights[0], accounts[row], earned, episode, lineups[episode.lineup],
            bots[part], memories[row], orders[row], proposed[row], actions[row],
        ):  # fmt: skip
            continue
        else:
            note_sightings(battle, arenas[battle.variant], log, sightings[row])
        # A battle in which the learner never gets to decide is passed over, but for one of a given seed.
        while True:
            arena = arenas[battle.variant]
            lineup = lineups[episode.lineup]
            proposed[row] = play_on(
                battle, arena, log, weights[0], accounts[row], earned, episode, lineup, bots[part], memories[row],
                sightings[row], planners[part, 0], places[part], orders[row],
            )  # fmt: skip
            if battle.over == 0:
                break
            if not begins or episode.given:
                pay(episode, earned, paid, side)
                close_episode(battle, episode)
                begins = True
                observe(battle, arena, log, layout, arena.goals[episode.side].first, finals[row])
                if episode.rests:
                    break
            start_row(row, battles, openings, arenas, log, weights[0], accounts, wages, episodes, *noted)
        if battle.over:
            show_finished(row, episode, finals, observations, masks)
            continue
        if not begins and episode.asked == episode.side:
            pay(episode, earned, paid, side)
        if len(orders[row]) > 0:
            observe(battle, arena, log, layout, battle.decider, observations[row])
            given = (orders[row], proposed[row], observations[row], masks[row])
            show_orders(battle, arena, log, planners[part, 0], memories[row], *given)
            continue
        show(row, battle, arena, log, layout, observations, masks)


@kernel
def start_row(
    row: int, battles: Array, openings: Array, arenas: Array, log: Record, weights: Array, accounts: Array, wages: Array,
    episodes: Array, memories: Array, sightings: Array,
) -> None:  # fmt: skip
    """Begin the next battle of a row; clear its memories and sightings."""
    clear_memories(memories)
    forget_sightings(sightings)
    begin_battle(row, battles, openings, arenas, log, weights, accounts, wages, episodes)
    note_sightings(battles[row], arenas[battles[row].variant], log, sightings)


@kernel
def takes(
    battle: Record, arena: Record, log: Record, layout: Record, weights: Array, account: Record, earned: Array,
    episode: Record, lineup: Array, bots: Array, memories: Array, orders: Array, proposed: int, number: int,
) -> bool:  # fmt: skip
    """Take the action of the asked unit, or the first one of the order of that number; return whether it was legal."""
    shown = episode.asked != episode.side and bots[lineup[episode.asked]].kind == SHOWN
    if len(orders) == 0 or number < 0 or shown:
        return learner_step(battle, arena, log, layout, weights, account, earned, episode, number - len(orders))
    done = ILLEGAL
    if number < proposed:
        known = as_known(battle, arena, log, battle.units[battle.decider].team)
        verb, argument = begun(known, arena, memories[battle.decider], orders[number])
        done = step(battle, arena, log, verb, argument)
    return book(battle, arena, log, weights, account, earned, episode, done)


@kernel
def play_on(
    battle: Record, arena: Record, log: Record, weights: Array, account: Record, earned: Array, episode: Record,
    lineup: Array, bots: Array, memories: Array, sightings: Array, planner: Record, places: Array, orders: Array,
) -> int:  # fmt: skip
    """Let bots play until an agent must decide or the battle ends; keep what is earned.

    `lineup` says which of `bots` plays each team. Units whose agents decide in orders carry them out. Return how many
    orders are proposed to the one that is asked.
    """
    while battle.over == 0:
        team = battle.units[battle.decider].team
        if episode.every >> team & 1:  # of several learners the side is that of who was asked last, never an opponent's
            episode.side = team
        parameters = bots[lineup[team]]
        if team == episode.side or parameters.kind in (ASKED, SHOWN):
            episode.asked = team
            if len(orders) == 0 or (team != episode.side and parameters.kind == SHOWN):
                return 0
            verb, argument, count = next_of_order(battle, arena, log, planner, memories, orders, places)
            if verb < 0:
                return count
        else:
            parameters.seed = chance_of_team(episode, team)
            verb, argument = decide(battle, arena, log, parameters, memories)
        step(battle, arena, log, verb, argument)
        pay_rewards(battle, arena, log, weights, account, earned)
        note_sightings(battle, arena, log, sightings)
    return 0


@entry
def random_play(
    battles: Array, openings: Array, arenas: Array, logs: Array, layouts: Array, observations: Array, masks: Array,
    count: int, seed: int, look: int,
) -> int:  # fmt: skip
    """Take `count` random legal decisions, battle after battle in the first row, and return how many battles ended.

    With `look` every decision is observed and masked first, as for a learner; it serves to measure the engine's speed.
    """
    log = logs[0]
    layout = layouts[0]
    ended = 0
    battle = battles[0]
    arena = arenas[battle.variant]
    step(battle, arena, log, START, 0)
    chance = seed & MASK
    for number in range(count):
        if look:
            show(0, battle, arena, log, layout, observations, masks)
        chance = chance * 1664525 + 1013904223 & MASK  # a plain congruential generator: only the engine is to be measured
        verb, argument = random_action(battle, chance)
        step(battle, arena, log, verb, argument)
        if battle.over:
            ended += 1
            battles[0] = openings[0]
            battle = battles[0]
            battle.seed[0] = number
            step(battle, arena, log, START, 0)
    return ended
