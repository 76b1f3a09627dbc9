"""Learning: where networks are trained, compared and rated.

A run of `fireteam train` is `orders/`: networks that choose among orders. In a league (`league/`) several of them learn, and
meet each other's pasts; `exploit/` looks for what beats a bot. Held-out battles with swapped sides are fought and counted in
`contest/`.
"""

import os

# Threads of torch that wait for each other spin, unless told before it is imported: where anything else runs beside them,
# they take the processor from whom they wait for, and a step takes several times as long.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
