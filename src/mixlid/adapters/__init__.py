"""mixlid inside engines that many machines share: Spark, Ray Data, datatrove; and inside data frames.

All of them call `arrow.identify` or `columns.record`, so a text gets the same columns everywhere (`columns.py` has the
schema). Each module needs its engine, imported when it is used, and nothing here is imported by `import mixlid`.
`docs/cluster.md` has a worked example for each.
"""
