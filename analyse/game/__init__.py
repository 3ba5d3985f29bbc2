"""What the rules say: cards, presets, figures and names. No probability lives here."""
