"""Writes the damaged messages of Tests/Damages."""
