"""Every table and figure of the paper, made anew with our numbers beside its own."""
