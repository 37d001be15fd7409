"""The command: one module for each verb, and what they share (`verbs`, `terminal`, `progress`)."""
