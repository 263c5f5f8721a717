"""Transforms that concern a token and the one after it.

join           copy the token and drop the space after it; the next token keeps its own edit
join:hyphen    the same with a hyphen between
swap           put the token behind what becomes of the next one
"""

from __future__ import annotations

from typing import Final

JOIN: Final = "join"
JOIN_HYPHEN: Final = "join:hyphen"
SWAP: Final = "swap"

GLUE: Final = {JOIN: "", JOIN_HYPHEN: "-"}
NEIGHBOURS: Final = (JOIN, JOIN_HYPHEN, SWAP)
