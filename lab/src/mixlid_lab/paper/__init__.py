"""Every table and figure of the paper, with our numbers beside its own."""
