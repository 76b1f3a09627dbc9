"""The luck ledger of a replay: what every roll was worth to whom, and whether dice decided it."""
