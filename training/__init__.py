"""Learning: where policies are trained, compared and rated.

A run of `fireteam train` is `orders/`: networks that choose among orders. Policies of single actions, of which leagues are
made, are learned in `learn/`: `config.py` and `train.py` are a run, `network.py` is what it trains, `cloning.py` how it may
begin.
Held-out battles with swapped sides are fought and counted in `contest/`.
"""

import os

# Threads of torch that wait for each other spin, unless told before it is imported: where anything else runs beside them,
# they take the processor from whom they wait for, and a step takes several times as long.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
