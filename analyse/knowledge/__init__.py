"""What one player knows of a deal."""
