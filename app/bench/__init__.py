"""Benchmarks: the measurements of `fireteam bench`."""
