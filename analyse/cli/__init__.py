"""The command `perlaggen`."""

from analyse.cli.commands import main

__all__ = ["main"]
