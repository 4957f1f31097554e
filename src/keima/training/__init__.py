"""Training of networks; needs torch (`pip install keima[train]`)."""
