"""The shapes of questions and answers, as TypedDicts, for your own annotations."""

from .generated.shapes import *
