"""A distribution over scenarios: battlefields drawn at random, and parties of your own, in one batch.

    python examples/random_scenarios.py --parties 8 --steps 1000

What can be trained on `batch` (see train_sb3.py) then meets all of them. Here somebody plays who shoots whenever he can.
"""

import argparse
from collections import Counter
from random import Random

import gymnasium
import numpy as np

import fireteam  # noqa: F401  registers the environments
from fireteam.env.observe.actions import layout
from fireteam.env.rules.verbs import SHOOT
from fireteam.env.scenario.models import Party, Scenario, Unit
from fireteam.env.scenario.reading import load_scenario

TEMPLATES = ("soldier", "gunner", "scout", "duelist", "marksman", "guard", "officer", "archer", "brawler")


def drawn(random: Random, number: int) -> Scenario:
    """Return the yard with other teams, drawn at random."""
    parties = {
        team: Party(units=[Unit(template=random.choice(TEMPLATES)) for _ in range(random.randint(2, 5))])
        for team in ("red", "blue")
    }
    return load_scenario("yard").model_copy(update={"title": f"The yard, parties {number}"}).with_parties(parties)


def main() -> None:
    """Play a batch, and count what the learner would meet."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--parties", type=int, default=4, help="pairs of parties")
    options.add_argument("--steps", type=int, default=600, help="decisions in each of 64 battles at once")
    given = options.parse_args()

    scenarios = [load_scenario("skirmish"), *(drawn(Random(seed), seed) for seed in range(given.parties))]
    batch = gymnasium.make_vec("fireteam/Skirmish-v0", 64, scenario=scenarios, opponent="random", side="random").unwrapped
    shots = layout()[0]["verb"][: int(batch.single_action_space.n)] == SHOOT
    random, met, won, fields = np.random.default_rng(1), Counter(), Counter(), set()
    _, infos = batch.reset(seed=1)
    for _ in range(given.steps):
        variants, masks = batch.battles["variant"].tolist(), infos["action_mask"]
        _, _, over, _, infos = batch.step((masks * (random.random(masks.shape) + shots)).argmax(1))
        for row in np.flatnonzero(over):
            title = batch.fields[variants[row]].scenario.title
            met[title] += 1
            won[title] += int(infos["final_info"]["won"][row])
            fields.add(variants[row])
    for title, count in met.most_common():
        print(f"{title:<24} {count:>5} battles, won {won[title] / count:.0%}")
    print(f"{met.total()} battles on {len(fields)} of {len(batch.fields)} fields")


if __name__ == "__main__":
    main()
