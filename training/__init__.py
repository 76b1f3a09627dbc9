"""Learning: where policies are trained, compared and rated.

A run is `learn/config.py` and `learn/train.py`, what it trains `learn/network.py`, how it may begin `learn/cloning.py`.
Held-out battles with swapped sides are fought and counted in `contest/`.
"""

import os

# Threads of torch that wait for each other spin, unless told before it is imported: where anything else runs beside them,
# they take the processor from whom they wait for, and a step takes several times as long.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
