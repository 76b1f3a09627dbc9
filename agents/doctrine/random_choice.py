"""Random choices among open actions; a bot has random numbers of its own, separate from the battle's dice."""

from fireteam.env.rules.dice import mixed_word
from fireteam.env.rules.ground.bits import bits_set, lowest
from fireteam.env.rules.kernel import Record, kernel


@kernel
def random_action(battle: Record, word: int) -> tuple[int, int]:
    """Return an open action (verb, argument) at random, each equally likely; `word` is a random 32-bit number."""
    count = 0
    for verb in range(len(battle.open)):
        count += bits_set(battle.open[verb])
    left = word * count >> 32
    for verb in range(len(battle.open)):
        mask = battle.open[verb]
        here = bits_set(mask)
        if left < here:
            for _ in range(left):
                mask &= mask - 1
            return verb, lowest(mask)
        left -= here
    return 0, 0


@kernel
def random_noise(seed: int, battle: Record, salt: int) -> float:
    """Return a random number from -1 to 1 that depends on a bot's seed, the decision and `salt`, a number below 1024."""
    return mixed_word(seed, battle.decisions * 1024 + salt) / 2147483648.0 - 1.0
