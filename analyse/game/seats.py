"""Where cards may lie, counted from me: 0 me, 1 left (of two the other), 2 partner, 3 right, 4 asleep."""

ME, LEFT, PARTNER, RIGHT = 0, 1, 2, 3
PACK = 4  # asleep: in nobody's hand
