"""Every means counts: how often bots use each kind of weapon, grenade, called shot and action, and what it wins them."""
