"""Line and row formats on bytes, without an object for each record."""

include "byte_buffer.pxi"  # a growing buffer
include "decimals.pxi"  # numbers as Python writes them
include "text_lengths.pxi"  # lengths in code points
include "json_lines.pxi"  # offsets of texts in JSON Lines
include "table_rows.pxi"  # offsets of texts in CSV and TSV
include "line_writer.pxi"  # lines of output from columns
