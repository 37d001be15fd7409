"""Code-switching corpora in the formats they are published in: one small reader each; `reading` is what they share."""
