"""Formats of a line or a row for each text, on bytes: no object is made for a record."""

include "byte_buffer.pxi"  # bytes that grow
include "decimals.pxi"  # numbers as Python writes them
include "json_lines.pxi"  # where the texts are in JSON lines
include "table_rows.pxi"  # where they are in CSV and TSV
include "line_writer.pxi"  # lines of output from columns
