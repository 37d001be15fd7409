"""The laboratory's commands: `train`, `tune`, `evaluate`, `model add` and `model pack`."""
