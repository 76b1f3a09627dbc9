"""Learning to choose among orders: from what battles pay (PPO), or from playouts of all orders of a decision.

config.py says what a run is, run.py what lies in its folder, network.py what is learned. gathering.py makes decisions to
learn from of battles, values.py plays their orders on and shelf.py keeps what came of it, update.py learns from either.
"""
