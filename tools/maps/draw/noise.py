"""Seeded noise: the same numbers on every run and every machine."""

from math import pi

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def _lattice(x: NDArray[np.int64], y: NDArray[np.int64], seed: int) -> Array:
    h = (x * 374761393 + y * 668265263 + seed * 2147483629) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 1274126177) & 0xFFFFFFFF
    h = ((h ^ (h >> 16)) * 2246822519) & 0xFFFFFFFF
    return ((h ^ (h >> 13)) & 0xFFFF).astype(np.float64) / 32767.5 - 1


def value(x: Array, y: Array, seed: int) -> Array:
    """Smooth noise from -1 to 1 with a period of about one unit."""
    column, row = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
    fx, fy = x - column, y - row
    fx, fy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
    top = _lattice(column, row, seed) * (1 - fx) + _lattice(column + 1, row, seed) * fx
    low = _lattice(column, row + 1, seed) * (1 - fx) + _lattice(column + 1, row + 1, seed) * fx
    return top * (1 - fy) + low * fy


def layered(x: Array, y: Array, seed: int, octaves: int = 4) -> Array:
    """Noise of several sizes on top of each other, turned a little each time so that no grid shows."""
    total, weight, reach = np.zeros_like(x), 1.0, 0.0
    for octave in range(octaves):
        total = total + weight * value(x, y, seed + octave)
        reach += weight
        weight *= 0.5
        x, y = 1.6 * x - 1.2 * y + 7.3, 1.2 * x + 1.6 * y + 3.1
    return total / reach


def chance(key: str, salt: int = 0) -> float:
    """A number from 0 to 1 that belongs to a name."""
    h = 2166136261 + salt * 16777619
    for letter in key.encode():
        h = ((h ^ letter) * 16777619) & 0xFFFFFFFF
    h = ((h ^ (h >> 15)) * 2246822519) & 0xFFFFFFFF
    return (h ^ (h >> 13)) / 0xFFFFFFFF


def turn(key: str, salt: int = 0) -> float:
    """An angle that belongs to a name."""
    return 2 * pi * chance(key, salt)
