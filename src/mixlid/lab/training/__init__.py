"""Corpus to model: readers, recipes, training examples, and the two trainers (fastText, and our own linear table)."""
