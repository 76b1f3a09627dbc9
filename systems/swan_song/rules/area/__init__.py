"""What goes off over an area: grenades, rockets, explosions, clouds."""
