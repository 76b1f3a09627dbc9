"""A battle and the environments around it: rules, replays, views. Users import the modules at the top."""
