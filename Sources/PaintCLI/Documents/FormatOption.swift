import PaintFormats

/// An option of writing that only some formats can use, and what to say about the others.
struct FormatOption: Sendable {
  private let option: OptionID
  private let isFor: @Sendable (PictureFormat) -> Bool
  /// What a format that cannot use the option is instead, as a clause.
  private let reason: @Sendable (PictureFormat) -> String

  /// Throws `unexpected_word` for an option of a line that the written format cannot use.
  static func check(_ line: ParsedLine, for format: PictureFormat) throws(Failure) {
    for entry in all where line.has(entry.option) && !entry.isFor(format) {
      let names = PictureFormat.writable.filter(entry.isFor).map(\.name)
      throw Failure(
        .unexpectedWord,
        "--\(OptionSpec.spec(entry.option).name) is only for \(names.listed("and")); "
          + entry.reason(format))
    }
  }

  /// The options that some formats cannot use.
  private static let all: [FormatOption] =
    [
      FormatOption(option: .lossless, isFor: { $0.options.contains(.lossless) }) { format in
        isLossy(format) ? "paint writes no lossless \(format.name)" : alwaysLossless(format)
      },
      FormatOption(option: .quality, isFor: { $0.options.contains(.quality) }, reason: alwaysLossless),
      FormatOption(option: .subsampling, isFor: { $0.options.contains(.subsampling) }) { format in
        isLossy(format) ? "\(format.name) has no choice of it" : "\(format.name) keeps the colour of each pixel"
      },
      FormatOption(option: .progressive, isFor: { $0.options.contains(.progressive) }) { format in
        "paint writes no progressive \(format.name)"
      },
      FormatOption(option: .strip, isFor: \.storesProfile) { format in "\(format.name) keeps pixels alone" },
    ]
    + CommandSpec.pngOptions.filter { $0 != .strip }.map { option in
      FormatOption(option: option, isFor: isPNG) { format in "it has no meaning for \(format.name)" }
    }

  /// Whether pixels may change in a file of this format.
  @Sendable private static func isLossy(_ format: PictureFormat) -> Bool { format.options.contains(.quality) }

  @Sendable private static func isPNG(_ format: PictureFormat) -> Bool { format.name == PictureFormat.png.name }

  @Sendable private static func alwaysLossless(_ format: PictureFormat) -> String {
    "\(format.name) is always lossless"
  }
}
