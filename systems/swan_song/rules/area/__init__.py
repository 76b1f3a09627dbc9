"""Area effects: grenades, rockets, explosions, clouds."""
