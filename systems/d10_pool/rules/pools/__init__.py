"""Pools of dice: the core roll, and how a pool is split over a round."""
