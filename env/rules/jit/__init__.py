"""Compilation of kernels: linking, the cache on disk, calls by address, interruption."""
