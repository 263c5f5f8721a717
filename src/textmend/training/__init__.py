"""Learning: run files, encoded data, batches, objectives, the loop and its states."""
