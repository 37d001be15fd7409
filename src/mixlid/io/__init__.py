"""Files: formats, packing, runs over many of them, and output that appears only when it is complete."""
