"""Every table and figure of the paper, made again with our numbers beside its own."""
