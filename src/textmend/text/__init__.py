"""Strings and offsets: sentences, words, spacing, markup, spelling and word forms. No torch here."""
