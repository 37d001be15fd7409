"""Other language identifiers as contenders, for comparison: one module for each, and `registry` to find them by name.

MaskLID is not among them: it is one of our solvers (`mixlid.solvers.masklid`) and works with any model.
"""
