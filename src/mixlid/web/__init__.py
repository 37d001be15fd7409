"""`mixlid serve`: an HTTP service and the page to try it on. Needs the extra `[serve]`."""
