"""Jinja2 templates. All values are escaped, and an unknown name in a template is an error."""

from __future__ import annotations

from typing import Any

from mixlid.errors import MissingDependencyError


def render(package: str, name: str, *, extra: str, purpose: str, **values: Any) -> str:
    """Render a template from the package's folder `templates`; `extra` is the extra that installs Jinja2."""
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ImportError as error:
        raise MissingDependencyError("jinja2", extra, purpose) from error
    environment = Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(name).render(values)
