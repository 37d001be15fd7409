"""An evaluation report from plain data: tables, figures, Markdown, HTML and JSON. It measures nothing itself."""
