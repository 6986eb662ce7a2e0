extension String {
  /// Whether the bytes of a text are in it.
  ///
  /// Swift's `contains` for texts is in its library for regular expressions, with which the program would be larger and
  /// start more slowly.
  ///
  /// - Complexity: O(product of both lengths).
  package func has(_ text: String) -> Bool {
    var rest = utf8[...]
    while rest.count >= text.utf8.count {
      if rest.starts(with: text.utf8) { return true }
      rest.removeFirst()
    }
    return false
  }
}
