"""Pairs, files and made-up errors."""
