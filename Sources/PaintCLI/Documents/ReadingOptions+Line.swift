import PaintFormats

extension ReadingOptions {
  /// The options with which a line reads a picture: `--page`, `--orientation`, `--lenient`,
  /// `--range` and `--max-pixels`; throws `bad_value`.
  init(_ line: ParsedLine) throws(Failure) {
    self.init()
    if let number = try line.value(.page, NumberForm.page.whole) { page = number - 1 }
    appliesOrientation = try line.value(.orientation, OrientationUse.parse) != .ignore
    isLenient = line.has(.lenient)
    range = try line.value(.range, RangeArgument.parse)
    if let limit = try line.value(.maxPixels, NumberForm.pixelLimit.whole) { pixelLimit = limit }
  }

  /// Throws `unexpected_word` if a line that reads no picture file has one of these options.
  ///
  /// - Parameter reason: what the line lacks, or why they have no meaning, as a clause.
  static func refuse(_ line: ParsedLine, _ reason: String) throws(Failure) {
    for option in CommandSpec.readingOptions where line.has(option) {
      throw Failure(.unexpectedWord, "\(reason), so --\(OptionSpec.spec(option).name) has no meaning")
    }
  }
}
