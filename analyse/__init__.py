"""Perlaggen, counted: exact odds and hand analysis for the Tyrolean card game Perlaggen."""

__version__ = "0.1.0"
