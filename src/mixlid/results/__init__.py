"""What `identify` returns, and the columns that answers are stored in."""
