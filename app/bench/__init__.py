"""Benchmarks: what `fireteam bench` measures."""
