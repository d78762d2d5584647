"""Files in, a Rulebook out. Reading never raises on odd text: what it does not know is prose."""
