"""Files: formats, packing, whole runs over them, and output that appears only when it is complete."""
