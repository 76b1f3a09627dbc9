"""Rewards of your own: weights for events, and shaping that is paid back.

    python examples/custom_reward.py --battles 5

The same battles are played, decision by decision, under three rewards. A file says the same as a model (`reward.toml`):
`shaping = 0.5`, and tables `[deals]` and `[suffers]`; `fireteam list events` has the names.
"""

import argparse
from collections.abc import Iterator

import gymnasium

import fireteam  # noqa: F401  registers the environments
from fireteam.env.observe.reward import Reward

REWARDS = {
    "won or lost": Reward(),
    "by damage": Reward(deals={"damage": 0.05, "unconscious": 0.5}, suffers={"damage": -0.05, "unconscious": -0.5}),
    "shaped": Reward(shaping=0.5),
}


def returns(reward: Reward, scenario: str, battles: int) -> Iterator[tuple[float, int]]:
    """Play battles at random; yield the return of each, and the number of its decisions with a reward."""
    env = gymnasium.make("fireteam/Skirmish-v0", scenario=scenario, opponent="guard", reward=reward).unwrapped
    env.action_space.seed(1)
    for seed in range(battles):
        env.reset(seed=seed)
        earned: list[float] = []
        over = False
        while not over:
            _, now, over, _, _ = env.step(env.action_space.sample())
            earned.append(float(now))
        yield sum(earned), sum(now != 0 for now in earned)


def main() -> None:
    """Print what each battle was worth."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--scenario", default="duel")
    options.add_argument("--battles", type=int, default=5)
    given = options.parse_args()
    for name, reward in REWARDS.items():
        print(
            f"{name:<12}",
            *(f"{worth:+6.2f} in {count:>2} rewards" for worth, count in returns(reward, **vars(given))),
            sep="  ",
        )


if __name__ == "__main__":
    main()
