"""Doctrines: bots that weigh what is open by a few considerations, compiled."""
