"""Line and row formats on bytes, without an object for each record."""

include "buffer.pxi"  # a growing buffer, numbers, lengths
include "json_lines.pxi"  # offsets of texts in JSON Lines
include "table_rows.pxi"  # offsets of texts in CSV and TSV
include "line_writer.pxi"  # lines of output from columns
