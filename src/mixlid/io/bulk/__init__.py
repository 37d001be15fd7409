"""Whole files through an identifier: what goes where (`plan`), work on a piece (`work`), and the run itself (`run`)."""
