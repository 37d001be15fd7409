"""Code-switching corpora in the formats they are published in: one small reader each, behind one interface (`base`)."""
