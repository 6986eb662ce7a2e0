/// Whether the library is compiled with optimisation; otherwise some suites take a few cases only.
let isOptimised = !_isDebugAssertConfiguration()
