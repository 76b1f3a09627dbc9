"""A learner is taught before it learns by itself: cloning, and whom it clones."""
