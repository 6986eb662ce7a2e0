import PaintFormats
import PaintHistory
import PaintRaster

extension PictureRun.Beginning {
  /// The picture that a line names with `--from` or `--size`; nil if it has neither.
  ///
  /// Throws `unexpected_word` for both, and for options of the other one.
  init?(_ line: ParsedLine) throws(Failure) {
    let reading = try ReadingOptions(line)
    let size = try line.value(.size, PlainValues.size)
    if let file = line.path(.from) {
      guard size == nil else {
        throw Failure(.unexpectedWord, "--from brings its own size", hint: "leave --size out")
      }
      self = .file(file, reading)
      return
    }
    try ReadingOptions.refuse(line, "there is no --from")
    guard let size else { return nil }
    let background = try line.value(.background, ColorArgument.parse) ?? .transparent
    self = .blank(BlankCanvas(size: size, background: background))
  }
}
