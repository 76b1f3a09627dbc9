"""Attacks and what meets them: defense, cover, barriers, suppressive fire."""
