"""Typed client for the Vacancy API: what a hotel night costs, in money and in points."""

from .answer import Answer, Credits
from .async_client import AsyncClient
from .client import Client
from .errors import VacancyError
from .files import AsyncFile, File
from .finishing import Finished
from .records import to_pandas, to_polars
from .webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "Answer",
    "AsyncClient",
    "AsyncFile",
    "Client",
    "Credits",
    "File",
    "Finished",
    "VacancyError",
    "WebhookVerificationError",
    "to_pandas",
    "to_polars",
    "verify_webhook",
]
