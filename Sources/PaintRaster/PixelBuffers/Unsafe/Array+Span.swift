// Unsafe: an array is extended by the memory of a span, without going through its elements one by one.

extension Array {
  /// Appends a copy of all elements of a span.
  public mutating func append(copying span: Span<Element>) {
    unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
