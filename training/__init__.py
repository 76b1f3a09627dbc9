"""Learning: where policies are trained, compared and rated.

A run is config.py and train.py, what it trains network.py, how it may begin cloning.py. Held-out battles with swapped sides
are fought by contest.py and counted by evaluation.py and tournament.py.
"""
