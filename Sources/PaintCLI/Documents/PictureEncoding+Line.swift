import PaintFormats
import PaintPNG
import PaintRaster
import SystemPackage

extension PictureEncoding {
  /// The encoding for a file, by its ending; for standard output PNG.
  ///
  /// Throws `bad_value` for an ending of no format that can be written.
  init(endingOf file: FilePath) throws(Failure) {
    if file == "-" {
      self = .png
    } else if let format = PictureFormat.written(to: file.string) {
      self.init(format)
    } else {
      throw Self.unwritable(file)
    }
  }

  /// The error for a file whose ending is of no format that can be written.
  private static func unwritable(_ file: FilePath) -> Failure {
    var failure = refusal(of: file)
    failure.keepsHint = true
    return failure
  }

  private static func refusal(of file: FilePath) -> Failure {
    let name = Failure.quoted(file.string)
    guard let format = PictureFormat.readOnly(file.string) else {
      return Failure(.badValue, "\(name) has no ending of a picture's format", hint: writableHint)
    }
    if let kinds = format.readOnly {
      let names = kinds.endings.map { $0.uppercased() }.joined(separator: " and ")
      let endings = kinds.instead.map { ".\($0)" }.joined(separator: " or ")
      return Failure(.badValue, "\(name): \(names) files can be read, but not written", hint: "use \(endings)")
    }
    return Failure(
      .badValue, "\(name): \(format.name) files can be read, but not written", hint: writableHint)
  }

  /// The encoding for a file that a line writes, with its options of writing.
  ///
  /// `--format` decides before the ending. Throws `bad_value` for a format or a value that is none, `unexpected_word`
  /// for an option that the format cannot use.
  ///
  /// - Parameter takesBackground: whether `--background` is the colour behind the picture.
  init(_ line: ParsedLine, to file: FilePath, takesBackground: Bool = true) throws(Failure) {
    if let format = try line.value(.format, Self.format) {
      self.init(format)
    } else {
      try self.init(endingOf: file)
    }
    options.quality = try line.value(.quality, NumberForm.quality.whole)
    options.subsampling = try line.value(.subsampling, WritingOptions.Subsampling.parse)
    if line.has(.progressive) { options.isProgressive = true }
    if line.has(.lossless) { options.isLossless = true }
    try FormatOption.check(line, for: format)
    png = try PNGWritingOptions(line)
    if options.isLossless == true, options.quality != nil {
      throw Failure(.unexpectedWord, "--lossless loses nothing, so --quality has no meaning")
    }
    if takesBackground, let color = try line.value(.background, ColorArgument.parse) {
      guard color.alpha == 255 else {
        throw Failure(.badValue, "--background: the colour behind a written picture is opaque")
      }
      background = color
    }
  }

  /// Throws `unexpected_word` if a line that writes no picture has options of writing.
  ///
  /// - Parameter reason: what the line lacks, as a clause.
  static func refuse(_ line: ParsedLine, _ reason: String) throws(Failure) {
    for option in CommandSpec.writingOptions + CommandSpec.pngOptions where line.has(option) {
      throw Failure(.unexpectedWord, "\(reason), so --\(OptionSpec.spec(option).name) has no meaning")
    }
  }

  /// The name of a format that can be written; throws `bad_value`.
  static func format(_ word: Span<UInt8>) throws(Failure) -> PictureFormat {
    let format = PictureFormat.named(String(copying: word))
    guard let format, format.isWritable else {
      throw .notA("a format that can be written", word, hint: writableHint)
    }
    return format
  }

  /// `PNG: .png; JPEG: .jpg, .jpeg; …`.
  private static var writableHint: String {
    let formats = PictureFormat.writable.map { format in
      "\(format.name) (\(format.endings.map { ".\($0)" }.joined(separator: ", ")))"
    }
    return "paint writes \(formats.joined(separator: ", "))"
  }
}

extension WritingOptions.Subsampling: NamedValue {
  static let noun = "a subsampling"
  static let meaning = "How many pixels share a sample of colour: one, two next to each other, or four."
}

extension OptionSpec {
  static let format = OptionSpec(
    .format, "format", .value("F"), "the written format, by default that of the name's ending, or png:",
    forms: "Format")
  static let quality = OptionSpec(
    .quality, "quality", .value("Q"),
    "the quality of JPEG (default 90), WebP (80) and AVIF (60): 1, smallest, to 100, best", number: .quality)
  static let subsampling = OptionSpec(
    .subsampling, "subsampling", .value("S"),
    "the samples of colour of JPEG and AVIF: 444 one a pixel, 422 half, 420 a quarter (default)",
    names: { WritingOptions.Subsampling.self }, default: "420")
  static let progressive = OptionSpec(.progressive, "progressive", .flag, "write a JPEG that is shown coarsely first")
  static let lossless = OptionSpec(.lossless, "lossless", .flag, "write a WebP with exactly these pixels")
}
