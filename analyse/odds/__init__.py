"""What is known at the table, and how often a figure wins under it."""
