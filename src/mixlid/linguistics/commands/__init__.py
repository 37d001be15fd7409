"""The commands about labelled corpora: statistics, comparison, concordance, report."""
