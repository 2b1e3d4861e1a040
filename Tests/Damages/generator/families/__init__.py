"""One module for each family of damages."""
