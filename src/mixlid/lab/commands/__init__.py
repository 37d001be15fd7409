"""The commands that the laboratory adds to the command: `train`, `tune`, `evaluate`, and `model pack`.

Packing is here because it can measure what it costs.
"""
