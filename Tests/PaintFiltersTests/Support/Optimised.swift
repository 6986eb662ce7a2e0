/// Whether the library is compiled with optimisation; otherwise double-precision sums over whole pictures take too
/// long.
let isOptimised = !_isDebugAssertConfiguration()
