"""textmend: a fast, local, trainable text corrector built on parallel iterative edits.

>>> import textmend
>>> textmend.load("spelling").correct("I like it becuase it works.").text
'I like it because it works.'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textmend.corrector import Correction, Corrector, SpanEdit
    from textmend.loading import load

__version__ = "0.1.0"

__all__ = ["Correction", "Corrector", "SpanEdit", "__version__", "load"]

_HOMES = {
    "Correction": "textmend.corrector",
    "Corrector": "textmend.corrector",
    "SpanEdit": "textmend.corrector",
    "load": "textmend.loading",
}


def __getattr__(name: str) -> Any:
    """Import the front door when it is first used: `import textmend` itself stays light."""
    if name not in _HOMES:
        raise AttributeError(f"module 'textmend' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
