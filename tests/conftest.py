"""What several tests lean on."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference data beside the checkout; tests that need it skip where it is absent."""
    if not (SHARED / "data").is_dir():
        pytest.skip("no reference data: the folder 'shared' is not beside the checkout")
    return SHARED
