"""Settings as C numbers; `_settings.pxd` declares which."""


cdef class CompiledSettings:
    """Filled by name, so that a setting is declared here and in `settings.py`, and passed on by nobody."""

    def __init__(self, settings):
        for name in NAMES:
            setattr(self, name, getattr(settings, name))


NAMES = tuple([name for name in vars(CompiledSettings) if not name.startswith("__")])
