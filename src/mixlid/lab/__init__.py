"""The laboratory: training, tuning and evaluation. It uses the library; nothing in the library imports it.

Its rooms import in one direction, and rooms of one line do not see each other:

    romanisation                    a module: Hindi and Nepali in Latin letters
    training, evaluation, report    from a corpus to a model; measures of saved answers; tables and figures as files
    corpora, peers, tuning, paper   published corpora, other tools, presets, the paper's tables: all use evaluation
    commands                           what the command line brings together: train, tune, evaluate, model pack
"""
