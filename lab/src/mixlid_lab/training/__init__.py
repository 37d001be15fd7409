"""From a corpus to a model: readers, recipes, examples, and two trainers (fastText and our own linear table)."""
