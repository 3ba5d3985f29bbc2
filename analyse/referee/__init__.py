"""Who writes what, by which paragraph."""
