"""Model values in, a map of path to bytes out. No clock, no disk, no network; sorted order."""
