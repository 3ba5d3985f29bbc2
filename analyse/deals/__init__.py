"""Ways to deal the unseen cards under constraints; knows no player and no language."""
