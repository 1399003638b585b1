"""ONNX Runtime as it is to be loaded everywhere: it tells nobody of itself.

Version 1.32.0 for Linux reports what it does to `mobile.events.data.microsoft.com` and keeps an id
of the computer in the user's cache folder, unless a variable of the environment is set before the
library is loaded; with the call that is meant for it alone, `strace` still saw it look for that
host. On build servers it is silent by itself, so nobody sees it there.
"""

from __future__ import annotations

import os
from typing import Any

OFF = "ORT_DISABLE_TELEMETRY"


def load_onnxruntime() -> Any:
    """The module."""
    os.environ[OFF] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    return onnxruntime
