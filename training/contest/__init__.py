"""Contests: pairings, evaluations, tournaments, ratings, on threads, processes and clusters."""
