"""Evaluation reports from plain data: tables, figures, Markdown, HTML and JSON. Nothing is measured here."""
