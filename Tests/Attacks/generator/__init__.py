"""Writes the attack corpus: messages as an attacker would send them, and honest ones beside them."""
