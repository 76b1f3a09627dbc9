"""Learning to choose among orders: proximal policy optimisation on batches of battles, of one rule system or several.

config.py says what a run is, network.py what is learned, gathering.py how battles become decisions to learn from, update.py
how they are learned from, run.py what lies in the folder of a run.
"""
