"""textmend: a fast, local, trainable text corrector built on parallel iterative edits."""

from __future__ import annotations

__version__ = "0.1.0"
