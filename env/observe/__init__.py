"""The agents' interface: records to observations, numbers to actions, events to rewards."""
