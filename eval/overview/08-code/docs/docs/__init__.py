"""Main package for docs."""
