"""Replays as tables to learn from."""
