"""What an agent sees of a battle of Swan Song besides what it sees in every rule system."""
