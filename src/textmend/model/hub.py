"""Names of the Hugging Face hub: fetched to a local folder, or pushed from one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from textmend.errors import ModelError
from textmend.extras import need

FILES = ("*.json", "*.safetensors", "README.md")


def fetch(name: str | Path, patterns: Sequence[str] = FILES) -> Path:
    """The local folder of that name, or a local copy of the hub's repository of that name.

    >>> fetch(".")
    PosixPath('.')
    """
    folder = Path(name)
    if folder.is_dir():
        return folder
    if not _is_repository(str(name)):
        raise ModelError(f"no folder {str(name)!r}; name a folder, or a repository of the hub as owner/name")
    need("train", "huggingface_hub")
    import huggingface_hub

    with _explained(str(name)):
        return Path(huggingface_hub.snapshot_download(str(name), allow_patterns=list(patterns)))


def push_model(
    folder: str | Path, repository: str, *, private: bool = False, message: str = "Push the model"
) -> str:
    """Upload a model folder to the hub and return its address; a broken folder is not sent."""
    from textmend.model.checkpoint import check_folder

    check_folder(Path(folder))
    need("train", "huggingface_hub")
    import huggingface_hub

    with _explained(repository):
        api = huggingface_hub.HfApi()
        address = api.create_repo(repository, private=private, exist_ok=True)
        api.upload_folder(repo_id=address.repo_id, folder_path=str(folder), commit_message=message)
        return str(address)


@contextmanager
def _explained(repository: str) -> Iterator[None]:
    """Say what the hub's errors mean for this repository."""
    import httpx
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    try:
        yield
    except LocalEntryNotFoundError as error:
        raise ModelError(
            f"{repository!r} is neither a folder nor at hand, and the hub is out of reach; "
            "check the name and the connection"
        ) from error
    except (HfHubHTTPError, HFValidationError, httpx.HTTPError, OSError) as error:
        raise ModelError(
            f"the hub refuses {repository!r} ({error}); check the name and your login"
        ) from error


def _is_repository(name: str) -> bool:
    """Could the hub have a repository of this name?

    >>> _is_repository("distilbert/distilbert-base-cased"), _is_repository("../runs/a")
    (True, False)
    """
    parts = name.split("/")
    return len(parts) <= 2 and all(part and not part.startswith(".") for part in parts)
