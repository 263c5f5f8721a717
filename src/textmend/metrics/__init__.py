"""Numbers about quality."""
