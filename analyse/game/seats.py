ME, LEFT, PARTNER, RIGHT = 0, 1, 2, 3


PACK = 4  # asleep: in nobody's hand
