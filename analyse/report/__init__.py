"""An answer told: as the object of `--json`, and in words."""
