"""Replays: written, read, verified, forked; scenes and sentences."""
