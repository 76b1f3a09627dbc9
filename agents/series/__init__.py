"""Many battles between compiled bots: episodes, counts, shares of wins with their intervals."""
