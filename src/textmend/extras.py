"""Optional parts: imported where they are used, with a friendly miss."""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType

from textmend.errors import MissingExtraError


def need(extra: str, *modules: str) -> ModuleType:
    """Import the modules of an extra and return the first, or say which pip command brings them.

    >>> need("dev", "json").dumps([1])
    '[1]'
    """
    for module in modules:
        if importlib.util.find_spec(module.partition(".")[0]) is None:
            raise MissingExtraError(extra, module)
    return importlib.import_module(modules[0])
