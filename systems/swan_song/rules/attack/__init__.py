"""Attacks and the answers to them: defense, cover, barriers, suppressive fire."""
