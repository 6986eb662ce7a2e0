import PaintTerminal

extension Zoom {
  /// Reads the whole word of `--zoom`: `fit`, or a factor such as `4` or `50%`; throws `bad_value`.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> Zoom {
    if String(copying: word) == "fit" { return .fit }
    if let factor = Number.share(word), factor > 0, factor <= 256 { return .factor(factor) }
    throw .notA("a zoom: fit, or a number or percentage over 0 to 256, such as 4 or 50%", word)
  }
}
