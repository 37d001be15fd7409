"""The command line: one module for each command, and what they share (`commands`, `terminal`, `progress`)."""
