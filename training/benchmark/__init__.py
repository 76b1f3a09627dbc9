"""The benchmark: a frozen protocol as data (v0/), and what runs a submission by it. How to submit: training/BENCHMARK.md."""
