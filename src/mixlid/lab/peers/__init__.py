"""Other language identifiers as contenders, for comparison: `find_peers` gives those that are installed.

MaskLID is not among them: it is a solver of ours (`mixlid.assign.masklid`) and works with any model.
"""

from __future__ import annotations

from mixlid.lab.peers.known_peers import PEERS, find_peers

__all__ = ["PEERS", "find_peers"]
