"""`mixlid serve`: an HTTP service and a web page to try it. Needs the extra `[serve]`."""

from collections.abc import Awaitable, Callable
from typing import Any

#: The types of ASGI, the interface between the server and the application.
Scope = Any
Message = Any
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]
