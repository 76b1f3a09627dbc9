"""Keyed dice: the generator, its key, its fairness; copies, clones and snapshots of a battle."""

import random
from typing import Any

import numpy as np
import pytest

from fireteam.content.errors import ContentError
from fireteam.env.battle import Battle, seed_words
from fireteam.env.observe.events import Event
from fireteam.env.rules.dice import DICE_PER_WORD, FAIR_WORDS, MOST_FACES, mixed_word, threefry
from fireteam.systems.swan_song.words import purposes
from tabletop import *

STANDS = {"defend": "never", "intercept": "never"}


def fireteams(initiative_dice: int = 1, **changes: Any) -> Battle:
    """Return a battle of two against two with seeded dice, all of them quick to shoot and hard to hurt."""

    def one(x: int, y: int) -> dict[str, Any]:
        return unit((x, y), weapons=["light_pistol"], initiative_dice=initiative_dice, flesh=500, orders=STANDS, **changes)

    return table([one(2, 1), one(2, 3)], [one(12, 1), one(12, 3)])


def begun(battle: Battle, seed: int) -> Battle:
    """Return the battle begun anew with another seed."""
    return Battle(battle.field.scenario, seed)


def thrown(events: list[Event], who: str, purpose: str) -> list[int]:
    """Return the dice that a unit threw for a purpose, all rolls together."""
    return [
        die
        for event in events
        if event.kind == "roll" and event.actor == who and event.numbers["purpose"] == purpose
        for die in event.dice
    ]


def play_out(battle: Battle, choices: dict[str, str], rounds: int = 2) -> list[Event]:
    """Play some rounds in which each unit takes its one action in its first phase, else ends; return what happened."""
    events: list[Event] = []
    left = dict(choices)
    while not battle.over and battle.round <= rounds:
        decision = battle.decision
        assert decision is not None
        events += battle.step(left.pop(decision.unit, "end"))
    return events


# The generator.


@pytest.mark.parametrize("faces", range(2, MOST_FACES + 1))
def test_words_spread_evenly(faces: int) -> None:
    """As many words give each row of dice, and most words give one."""
    fair, rows = int(FAIR_WORDS[faces]), faces ** int(DICE_PER_WORD[faces])
    assert fair % rows == 0
    assert 2**31 < fair <= 2**32


@pytest.mark.parametrize(
    ("key", "counter", "words"),
    [
        ((0, 0), (0, 0), (0x6B200159, 0x99BA4EFE)),
        ((0xFFFFFFFF, 0xFFFFFFFF), (0xFFFFFFFF, 0xFFFFFFFF), (0x1CB996FC, 0xBB002BE7)),
        ((0x13198A2E, 0x03707344), (0x243F6A88, 0x85A308D3), (0xC4923A9C, 0x483DF7A0)),
    ],
)
def test_known_answers(key: tuple[int, int], counter: tuple[int, int], words: tuple[int, int]) -> None:
    """Threefry-2x32 with 20 rounds gives the answers published with Random123."""
    assert threefry(*key, *counter) == words


def reference(key: tuple[int, int], counter: tuple[int, int]) -> tuple[int, int]:
    """Return Threefry-2x32-20 as the paper writes it, in plain Python."""
    keys = [*key, key[0] ^ key[1] ^ 0x1BD11BDA]
    a, b = (counter[0] + key[0]) % 2**32, (counter[1] + key[1]) % 2**32
    for turn in range(20):
        bits = (13, 15, 26, 6, 17, 29, 16, 24)[turn % 8]
        a = (a + b) % 2**32
        b = ((b << bits) % 2**32 | b >> (32 - bits)) ^ a
        if turn % 4 == 3:
            group = turn // 4 + 1
            a, b = (a + keys[group % 3]) % 2**32, (b + keys[(group + 1) % 3] + group) % 2**32
    return a, b


def expected_dice(seed: int, which: tuple[int, int, int], when: tuple[int, int], count: int) -> list[int]:
    """Return the dice that (unit, purpose, how-manieth) throws in a (round, pass), worked out from the documented key."""
    who, purpose, nth = which
    dice: list[int] = []
    block = 0
    while len(dice) < count:
        counter = who | purpose << 6 | nth << 12 | block << 20, when[1] | when[0] << 8
        for word in reference((seed % 2**32, seed >> 32), counter):
            if word < 71 * 6**10:
                dice += [word // 6**place % 6 + 1 for place in range(10)]
        block += 1
    return dice[:count]


def test_the_generator_against_a_plain_one() -> None:
    """For random keys and counters, the compiled generator and a plain one written from the paper agree."""
    source = random.Random(1)
    for _ in range(500):
        a, b, c, d = (source.getrandbits(32) for _ in range(4))
        assert threefry(a, b, c, d) == reference((a, b), (c, d))
        assert mixed_word((b << 32 | a) % 2**63, c) == reference((a, b % 2**31), (c, 0))[0]


@pytest.mark.parametrize("seed", [0, 1, 2**32, 2**64 - 1, 0x0123456789ABCDEF])
def test_dice_follow_from_the_key(seed: int) -> None:
    """A roll's dice follow from seed, round, pass, unit, purpose and how-manieth of the purpose, also beyond one word."""
    battle = begun(fireteams(initiative_dice=5, skills={"pistols": 20}, attributes={"agility": 18}), seed)
    events = battle.events()
    for who, fighter in enumerate(battle.field.roster):
        assert thrown(events, fighter.name, "initiative") == expected_dice(seed, (who, purposes.INITIATIVE, 0), (1, 1), 5)
        coin = expected_dice(seed, (who, purposes.COIN, 0), (1, 1), 5)
        assert battle.unit(fighter.name)["coin"] == sum(face * 6 ** (4 - place) for place, face in enumerate(coin))
    decision = battle.decision
    assert decision is not None
    shooter, target = decision.unit, "blue_2" if decision.team == "red" else "red_2"
    events = battle.step(f"shoot {target}")
    names = [fighter.name for fighter in battle.field.roster]
    attack, defense = roll(events, "attack").dice, roll(events, "defense").dice
    assert len(attack) == 37
    assert attack == expected_dice(seed, (names.index(shooter), purposes.ATTACK, 0), (1, 1), 37)
    assert defense == expected_dice(seed, (names.index(target), purposes.DEFENSE, 0), (1, 1), len(defense))


# Fairness.


def many_dice(count: int, seeds: int) -> np.ndarray:
    """Return the dice of one large attack roll, a row per seed."""
    battle = fireteams(skills={"pistols": 20}, attributes={"agility": 17})
    while battle.decision is not None and battle.decision.unit != "red_1":
        battle.step("end")
    opening = battle.snapshot()
    rows = []
    for seed in range(seeds):
        battle.restore(opening)
        battle.record[0]["seed"] = seed_words(seed)
        rows.append(roll(battle.step("shoot blue_1"), "attack").dice)
    return np.array(rows)[:, :count]


def chi_square(observed: np.ndarray, expected: float) -> float:
    """Return how far counts stray from what is expected of each, in standard deviations of the chi-square sum."""
    freedom = observed.size - 1
    return abs(float(((observed - expected) ** 2 / expected).sum()) - freedom) / (2 * freedom) ** 0.5


def test_faces_are_fair() -> None:
    """Over many seeds every face comes equally often, at each place of a pool, and so does each pair of neighbours."""
    dice = many_dice(36, 1500) - 1
    assert chi_square(np.bincount(dice.ravel(), minlength=6), dice.size / 6) < 4
    for place in range(36):
        assert chi_square(np.bincount(dice[:, place], minlength=6), len(dice) / 6) < 6
    pairs = dice[:, :-1] * 6 + dice[:, 1:]
    assert chi_square(np.bincount(pairs.ravel(), minlength=36), pairs.size / 36) < 4
    between_seeds = dice[:-1] * 6 + dice[1:]
    assert chi_square(np.bincount(between_seeds.ravel(), minlength=36), between_seeds.size / 36) < 4


# Same dice, other choice.


def test_same_seed_same_decisions_same_dice() -> None:
    """The same seed and decisions make the same battle to the byte; another seed makes another."""
    choices = {"red_1": "shoot blue_1", "blue_2": "shoot red_2"}
    battles = [begun(fireteams(), seed) for seed in (5, 5, 6)]
    stories = [play_out(battle, choices) for battle in battles]
    assert stories[0] == stories[1]
    assert battles[0].snapshot() == battles[1].snapshot()
    assert stories[0] != stories[2]


@pytest.mark.parametrize("seed", range(5))
def test_unrelated_dice_stay_the_same(seed: int) -> None:
    """What one unit does changes its own dice and those of its target; others throw the same, now and in the next round."""
    others = {"red_2": "shoot blue_2", "blue_2": "shoot red_2"}
    told_of = [
        play_out(begun(fireteams(), seed), {**others, "red_1": first}) for first in ("end", "shoot blue_1", "drop_prone")
    ]
    assert [bool(thrown(events, "red_1", "attack")) for events in told_of] == [False, True, False]
    for purpose in ("initiative", "attack", "defense"):
        for who in ("red_2", "blue_2"):
            dice = [thrown(events, who, purpose) for events in told_of]
            assert dice[0], (who, purpose)
            assert dice[0] == dice[1] == dice[2], (who, purpose)
    for who in ("red_1", "blue_1"):
        dice = [thrown(events, who, "initiative") for events in told_of]
        assert len(dice[0]) == 2, "in the second and third round"
        assert dice[0] == dice[1] == dice[2]


def test_a_second_roll_for_a_purpose_is_another() -> None:
    """Two attacks on one target in a pass find different defense dice, and a new pass begins to count anew."""
    battle = begun(fireteams(attributes={"reaction": 9, "intuition": 9}), 3)
    events = play_out(battle, {"red_1": "shoot blue_1", "red_2": "shoot blue_1"}, rounds=1)
    rolls = [event.dice for event in events if event.kind == "roll" and event.numbers["purpose"] == "defense"]
    assert len(rolls) == 2
    assert rolls[0][:10] != rolls[1][:10]
    assert rolls[0] == expected_dice(3, (2, purposes.DEFENSE, 0), (1, 1), len(rolls[0]))
    assert rolls[1] == expected_dice(3, (2, purposes.DEFENSE, 1), (1, 1), len(rolls[1]))


# Copies, clones, snapshots.


def differing_fields(a: Battle, b: Battle) -> set[str]:
    """Return the fields of the battle record that differ."""
    return {name for name in a.record.dtype.names or () if a.record[0][name].tobytes() != b.record[0][name].tobytes()}


def test_clone_differs_only_in_dice_to_come() -> None:
    """A clone is the same battle but for its seed: nothing that has happened changes, and what will be rolled does."""
    battle = begun(fireteams(attributes={"agility": 15}), 9)
    battle.step("end")
    clones = [battle.clone(), battle.clone(reseed=77), battle.clone(reseed=9)]
    assert [differing_fields(battle, twin) for twin in clones] == [{"seed"}, {"seed"}, set()]
    assert battle.clone().snapshot() == clones[0].snapshot(), "a blind clone follows from the battle"
    stories = [play_out(twin.copy(), {"red_1": "shoot blue_1", "blue_1": "shoot red_1"}) for twin in (battle, *clones)]
    assert stories[0] == stories[3]
    assert stories[0] != stories[1] != stories[2] != stories[0]


@pytest.mark.parametrize("seed", [0, 2**31, 2**32 - 1, 2**63, 2**64 - 1])
def test_every_battle_can_be_cloned(seed: int) -> None:
    """A blind clone exists whatever the seed, and so does a clone of it, and so on; all have seeds of their own."""
    battle = begun(fireteams(), seed)
    seeds = {tuple(battle.record[0]["seed"].tolist())}
    for _ in range(20):
        battle = battle.clone()
        seeds.add(tuple(battle.record[0]["seed"].tolist()))
    assert len(seeds) == 21


def test_blind_clones_of_later_turns_are_blind_in_other_ways() -> None:
    """Blind clones before and after a decision share no seed, so what one shows says nothing of the other."""
    battle = begun(fireteams(), 9)
    seeds = []
    for _ in range(10):
        seeds.append(tuple(battle.clone().record[0]["seed"].tolist()))
        battle.step("end")
    assert len(set(seeds)) == 10
    assert tuple(battle.record[0]["seed"].tolist()) not in seeds


def test_copy_throws_the_same_dice() -> None:
    """A copy goes on exactly as the battle does, and what happens in one leaves the other alone."""
    battle = begun(fireteams(), 4)
    twin = battle.copy()
    before = twin.snapshot()
    choices = {"red_1": "shoot blue_1", "blue_1": "shoot red_1"}
    events = play_out(battle, choices)
    assert twin.snapshot() == before != battle.snapshot()
    assert play_out(twin, choices) == events
    assert twin.snapshot() == battle.snapshot()


def test_copy_keeps_dictated_dice() -> None:
    """Dice that were dictated lie ready for the copy too."""
    battle = table([unit((2, 2))], [unit((3, 2), orders=STANDS)])
    battle.dictate([6, 6, 1, 2, 3])
    twin = battle.copy()
    assert roll(battle.step("punch blue_1"), "attack").dice == roll(twin.step("punch blue_1"), "attack").dice == [6, 6]


def test_seeded_dice_follow_dictated_ones() -> None:
    """When all dictated dice are used up, the seeded ones are thrown again: those that the key gives."""
    opening = [6, 1, 1, 1]
    battle = Battle(table([unit((2, 2))], [unit((3, 2), orders=STANDS)]).field.scenario, 8, dice=opening)
    assert battle.dictated_left == 0
    attack = roll(battle.step("punch blue_1"), "attack").dice
    assert attack == expected_dice(8, (0, purposes.ATTACK, 0), (1, 1), len(attack))


def test_snapshot_round_trip() -> None:
    """A restored battle goes on as it did from there."""
    battle = begun(fireteams(), 12)
    battle.step("end")
    saved = battle.snapshot()
    choices = {"red_1": "shoot blue_1", "blue_1": "shoot red_1"}
    first = play_out(battle, choices)
    battle.restore(saved)
    assert battle.snapshot() == saved
    assert play_out(battle, choices) == first


@pytest.mark.parametrize("damage", ["empty", "short", "long", "noise"])
def test_wrong_snapshots_are_refused(damage: str) -> None:
    """Bytes that are no snapshot are a ContentError, and the battle stays as it was."""
    battle = begun(fireteams(), 12)
    saved = battle.snapshot()
    wrong = {"empty": b"", "short": saved[:-1], "long": saved + b"\0", "noise": random.Random(1).randbytes(len(saved))}[
        damage
    ]
    with pytest.raises(ContentError, match="snapshot"):
        battle.restore(wrong)
    assert battle.snapshot() == saved


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "7"])
def test_wrong_seeds_are_refused(seed: Any) -> None:
    """A seed is a whole number from 0 to 2**64 - 1; anything else is a ContentError that says so."""
    with pytest.raises(ContentError, match="seed = "):
        Battle("yard", seed)
    with pytest.raises(ContentError, match="seed = "):
        Battle("yard").clone(reseed=seed)


@pytest.mark.parametrize("dice", [[0], [7], [1] * 257])
def test_wrong_dictation_is_refused(dice: list[int]) -> None:
    """Dictated dice show one to six, and there is room for 256."""
    with pytest.raises(ContentError, match=r"dice = .*: must be at most 256 whole numbers from 1 to 6"):
        Battle("yard").dictate(dice)
