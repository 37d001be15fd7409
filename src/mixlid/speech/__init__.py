"""Mixed text for speech: SSML and HTML with the language of each run, subtitles and transcripts of speech recognisers.

mixlid finds the formats and the command by entry points, like those of any other package.
"""

from __future__ import annotations

from mixlid.speech.markup import html as html
from mixlid.speech.markup import ssml as ssml

__all__ = ["html", "ssml"]
