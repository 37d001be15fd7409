"""Training, tuning and evaluation. The laboratory uses the library; nothing in the library imports it.

Imports go downwards in this list, and packages on one line do not import each other:

    commands                        the command line: train, tune, evaluate, model add, model pack
    corpora, peers, tuning, paper   published corpora, other tools, presets, the paper's tables
    training, evaluation, report    from a corpus to a model; metrics of saved answers; tables and figures as files
"""
