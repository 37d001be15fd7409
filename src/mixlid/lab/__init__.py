"""The laboratory: training, tuning and evaluation. It uses the library; nothing in the library imports it."""
