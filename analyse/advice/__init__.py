"""A question in, an answer out: no words, no HTML."""
