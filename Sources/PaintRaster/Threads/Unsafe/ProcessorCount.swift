internal import CProcessor

// Unsafe: a C function takes a string.

enum ProcessorCount {
  /// The processors that this process may use, at least 1.
  static var current: Int { unsafe max(1, Int(processor_count(""))) }
}
