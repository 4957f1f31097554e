"""Models that are learnt from games."""
