"""The order of acting: initiative, delay, surprise, late arrivals, stealth."""
