"""The pages with figures, made from kept answers and recorded figures. Nothing is measured here."""
