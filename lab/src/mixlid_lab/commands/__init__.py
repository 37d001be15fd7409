"""The laboratory's commands: `train`, `tune`, `evaluate`, `model add` and `model pack`.

`model pack` belongs here because it can measure what packing costs.
"""
