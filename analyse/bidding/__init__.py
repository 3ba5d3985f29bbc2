"""The bet on a figure: its ladder, its equilibrium, and what the score makes of it."""
