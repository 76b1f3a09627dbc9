"""Trained policies: a network as data, and the bot that plays by it. No torch here."""
