"""The laboratory: training, tuning and evaluation. It uses the library; nothing in the library imports it.

Its rooms import in one direction, and rooms of one line do not see each other:

    romanisation                   a module: Hindi and Nepali in Latin letters
    training, evaluation, report   from a corpus to a model; measures of saved answers; tables and figures as files
    corpora, peers, tuning         published corpora to data sets, other tools, presets: all use evaluation
    paper                          its tables and figures, with evaluation and report
    verbs                          what the command line brings together: train, tune, evaluate, model pack
"""
