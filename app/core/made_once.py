"""Parts of a whole that are made when they are first asked for, by one thread only.

The lanes of a window ask for services at the same time, and functools.cached_property has had no
lock since Python 3.12.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Any, Generic, Protocol, TypeVar, cast

T = TypeVar("T")


class Whole(Protocol):
    """Keeps the parts that were `made`, by their names, and the lock under which they are."""

    making: RLock
    made: dict[str, object]


class once(Generic[T]):  # noqa: N801 - reads as a decorator
    """A property of a :class:`Whole` that is made when it is first asked for."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self._name = make.__name__
        self.__doc__ = make.__doc__

    def __get__(self, whole: Whole, owner: type[object]) -> T:
        with whole.making:
            if self._name not in whole.made:
                whole.made[self._name] = self._make(whole)
            return cast("T", whole.made[self._name])
