"""The verbs that the laboratory adds to the command: `train`, `tune`, `evaluate`."""
