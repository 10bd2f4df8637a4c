"""Answers that are files: CSV, JSON Lines, Parquet and others."""

from __future__ import annotations

import os
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO

import httpx

from .errors import cut_off


class File:
    """Read from the network as you read from it. Iterate over its bytes once, `read` or `save` it."""

    def __init__(self, response: httpx.Response) -> None:
        self._response = response

    @property
    def content_type(self) -> str:
        return str(self._response.headers.get("content-type", ""))

    def __iter__(self) -> Iterator[bytes]:
        with _whole(self._response):
            yield from self._response.iter_bytes()

    def read(self) -> bytes:
        return b"".join(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it to a file, which is replaced only when all of it has arrived."""
        with _replacing(path) as file:
            for part in self:
                file.write(part)

    def close(self) -> None:
        """Drops the rest."""
        self._response.close()


class AsyncFile:
    """Read from the network as you read from it. Iterate over its bytes once, `read` or `save` it."""

    def __init__(self, response: httpx.Response) -> None:
        self._response = response

    @property
    def content_type(self) -> str:
        return str(self._response.headers.get("content-type", ""))

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _whole(self._response):
            async for part in self._response.aiter_bytes():
                yield part

    async def read(self) -> bytes:
        return b"".join([part async for part in self])

    async def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it to a file, which is replaced only when all of it has arrived."""
        with _replacing(path) as file:
            async for part in self:
                file.write(part)

    async def close(self) -> None:
        """Drops the rest."""
        await self._response.aclose()


FileOf = Callable[[httpx.Response], File | AsyncFile]


@contextmanager
def _whole(response: httpx.Response) -> Iterator[None]:
    """A file that ends early is an error, also in the middle."""
    try:
        yield
    except httpx.HTTPError as cause:
        raise cut_off(response, cause) from cause


@contextmanager
def _replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    target = os.path.realpath(path)
    descriptor, part = tempfile.mkstemp(suffix=".part", dir=os.path.dirname(target))
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
        # Temporary files are for their owner only; this one is as any other that a program writes.
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(part, 0o666 & ~mask)
        os.replace(part, target)
    except BaseException:
        os.unlink(part)
        raise
