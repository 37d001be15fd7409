"""Measuring identifiers on labelled text: data sets, contenders, their saved answers, and the metrics."""
