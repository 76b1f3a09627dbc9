"""Commands that prepare an evening: files to begin with, what they may say, whether they are right, what will happen."""
