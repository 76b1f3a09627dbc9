"""What an agent sees, does and earns: records to arrays, numbers to actions, events to rewards."""
