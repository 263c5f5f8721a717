"""Clean text spoiled on purpose: pairs of wrong and right sentences to learn from.

lines -> words -> recipe (paper, program or learner) -> wrong and right words
pairs -> changes -> kinds -> rates and rules in one TOML file
"""

from textmend.data.corruption.learning import learn
from textmend.data.corruption.production import Order, make_pairs
from textmend.data.corruption.profile import Profile, profile_of
from textmend.data.corruption.recipe import build_recipe
from textmend.data.corruption.settings import Settings, read_settings
from textmend.data.corruption.toml import write_settings

__all__ = [
    "Order",
    "Profile",
    "Settings",
    "build_recipe",
    "learn",
    "make_pairs",
    "profile_of",
    "read_settings",
    "write_settings",
]
