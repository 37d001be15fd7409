"""Measuring identifiers on labelled text: data sets, who is measured, their saved answers, and every measure."""
