import Glibc

/// Whether suites try everything that they can, as `PAINT_THOROUGH=1` asks; else a part that takes seconds.
public let isThorough = getenv("PAINT_THOROUGH") != nil
