"""Measure identifiers on labelled text: datasets, metrics, tuning, the accuracy gate."""
