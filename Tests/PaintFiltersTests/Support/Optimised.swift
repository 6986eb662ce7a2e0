/// Whether the library is compiled optimised; sums of doubles over whole pictures take too long otherwise.
let isOptimised = !_isDebugAssertConfiguration()
