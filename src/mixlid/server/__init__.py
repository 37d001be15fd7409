"""`mixlid serve`: an HTTP service and a web page to try it. Needs the extra `[serve]`."""
