"""Files: formats, compression, runs over many files, and output that appears only when it is complete."""
