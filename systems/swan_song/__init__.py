"""Swan Song, the default rule system: action points and passes, pools of six-sided dice, wounds, cover and suppression."""
