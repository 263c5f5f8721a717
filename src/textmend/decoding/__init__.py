"""Decoding: a model's probabilities into edits, round after round, until nothing new comes."""

from textmend.decoding.choice import Choice, Outcome, choose
from textmend.decoding.engine import Distribution, DistributionEngine, Engine, Prediction
from textmend.decoding.ensemble import EnsembleEngine
from textmend.decoding.loop import Decoded, Round, decode
from textmend.decoding.scripted import ScriptedEngine
from textmend.decoding.thresholds import Thresholds

__all__ = [
    "Choice",
    "Decoded",
    "Distribution",
    "DistributionEngine",
    "Engine",
    "EnsembleEngine",
    "Outcome",
    "Prediction",
    "Round",
    "ScriptedEngine",
    "Thresholds",
    "choose",
    "decode",
]
