"""The errors of this package. None of them quotes a message."""

from __future__ import annotations


class SamlkitError(Exception):
    """The base class of all errors of this package."""


class OptionError(SamlkitError, ValueError):
    """An option is wrong, or a file that an option names cannot be used."""


class WorkerTimeoutError(SamlkitError, TimeoutError):
    """The answer did not come in time. The worker was ended; the next call starts another one."""


class ProcessError(SamlkitError, RuntimeError):
    """samlkit ended before its work was done, could not be started, or found no input."""


class NotAcceptedError(SamlkitError):
    """Attributes or a name identifier were asked of a message that was not accepted."""
