"""Measuring a model on sentences with known corrections."""
class Validator:
    pass
