"""Priors learnt from a corpus: from its texts alone, or from labelled sentences."""
