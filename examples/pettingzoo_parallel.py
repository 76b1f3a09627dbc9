"""PettingZoo's parallel API: every step takes an action from each agent, and uses that of the one who decides.

    python examples/pettingzoo_parallel.py --scenario market --seed 3

`infos[agent]["decides"]` tells whose action counts; all others have only `end` open, which does nothing then. Interrupts -
a dodge, a parry, an interception - are turns like any other. With `view="commander"` there is an agent per team.
"""

import argparse
from collections import Counter

import pettingzoo

import fireteam  # noqa: F401  registers the environments


def main() -> None:
    """Play a battle at random; print how often each agent decided, and its return."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--scenario", default="yard")
    options.add_argument("--view", default="unit", choices=["unit", "commander"])
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()

    env = pettingzoo.make("parallel", "fireteam/skirmish-v0", scenario=given.scenario, view=given.view)
    for agent in env.possible_agents:
        env.action_space(agent).seed(given.seed)
    decided, kinds, returns = Counter(), Counter(), dict.fromkeys(env.possible_agents, 0.0)
    observations, infos = env.reset(seed=given.seed)
    while env.agents:
        decider = next(agent for agent in env.agents if infos[agent]["decides"])
        decided[decider] += 1
        kinds[env.unwrapped.match.battle.decision.kind] += 1
        actions = {agent: env.action_space(agent).sample(observations[agent]["action_mask"]) for agent in env.agents}
        observations, rewards, _, _, infos = env.step(actions)
        for agent, reward in rewards.items():
            returns[agent] += reward
    for agent in env.possible_agents:
        print(f"{agent:<12} {decided[agent]:>4} decisions, return {returns[agent]:+.0f}")
    battle = env.unwrapped.match.battle
    print(f"{battle.winner or 'nobody'} wins: {battle.ending}. Decisions: {dict(kinds.most_common())}")


if __name__ == "__main__":
    main()
