/// How large a picture is shown, as typed after `--zoom`: `fit`, or a factor such as `4` or `50%`.
enum ZoomArgument: Equatable, Sendable {
  /// As large as it fits, at most in its own size.
  case fit
  /// The shown pixels to a pixel of the picture, over 0 to 256.
  case factor(Double)

  /// Reads the whole word; throws `bad_value`.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> ZoomArgument {
    if String(copying: word) == "fit" { return .fit }
    if let factor = Number.share(word), factor > 0, factor <= 256 { return .factor(factor) }
    throw .notA("a zoom: fit, or a number or percentage over 0 to 256, such as 4 or 50%", word)
  }
}
