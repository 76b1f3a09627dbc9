"""What is done besides fighting: tasks, first aid, items, grapples, charges, doors."""
