"""Fitting a model's presets and its confidence on development data."""
