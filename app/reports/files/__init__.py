"""What people write: what their files may say, whether they are right, and what they make of a map."""
