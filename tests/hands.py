"""The hand of the README, which most tests ask about."""

README = "HA LA SU E10 W"
HAND = (README, "--upcard", "L8")  # as the command is asked
