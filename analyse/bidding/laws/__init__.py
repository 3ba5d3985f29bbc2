"""Laws of both sides, stored in `data/laws/`, and their recipes."""
