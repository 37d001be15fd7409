"""Large files through an identifier: what goes where (`plan`), the work on a piece (`pieces`), and the run (`run`)."""
