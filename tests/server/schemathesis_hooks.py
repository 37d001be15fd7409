"""How schemathesis writes a body of JSON lines: the string as it is."""

from __future__ import annotations

from typing import Any

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def lines(_: schemathesis.SerializationContext, value: Any) -> bytes:
    return str(value).encode("utf-8", "surrogatepass")
