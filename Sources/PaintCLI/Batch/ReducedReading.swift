import PaintFilters
import PaintFormats
import PaintRaster

/// How much smaller the picture of a script can be read, because the script's first edit shrinks it.
///
/// A JPEG that is decoded at a part of its size takes a fraction of the time. The resize then starts from at least twice the
/// wanted size, so that its filter still decides how the result looks.
struct ReducedReading: Equatable, Sendable {
  /// The size that the script's first edit asks for.
  let size: NewSizeArgument

  /// The smallest size that is needed of a picture of this full size, twice the wanted one; nil if all of it is.
  func minimumSize(of full: CanvasSize) -> CanvasSize? {
    guard let wanted = size.resolved(on: full), wanted.width <= full.width / 2, wanted.height <= full.height / 2 else {
      return nil
    }
    return CanvasSize(width: 2 * wanted.width, height: 2 * wanted.height)
  }
}

extension ReducedReading {
  /// Reads a script ahead, as far as the answer needs; nil if its picture has to be read in full.
  ///
  /// The bytes are kept in `input` for the run. What is wrong with the script is left to the run.
  init?(aheadIn input: InputFile, of command: ParsedLine) {
    // After a line that failed, the picture that was read could be the result.
    guard !command.has(.keepGoing),
      let firstLine = try? command.value(.fromLine, PlainValues.lineNumber) ?? 1
    else { return nil }
    var reader = LineReader(input, keepsBytes: true)
    let found = try? Self.size(in: &reader, from: firstLine)
    input.readAhead = reader.kept
    guard let found else { return nil }
    size = found
  }

  /// The size to which a script first resizes its picture; nil if it needs the full picture, too.
  ///
  /// Throws the failure of a line that cannot be read.
  static func size(in reader: inout LineReader, from firstLine: Int) throws(Failure) -> NewSizeArgument? {
    var parser = LineParser()
    var line = ParsedLine()
    var lines = 0
    var size: NewSizeArgument?
    while try reader.advance() {
      guard reader.lineNumber >= firstLine, try reader.splitLine(into: &line.words, counting: &lines) else { continue }
      try parser.parse(&line)
      guard let command = line.command, !refersToAPicture(line) else { return nil }
      if size == nil, command == .resize {
        // The nearest pixels would be other ones.
        guard try line.value(.method, ResamplingMethod.parse) != .nearest else { return nil }
        size = try line.operand(0, NewSizeArgument.parse)
        continue
      }
      guard try isHarmless(command, line, isResized: size != nil) else { return nil }
    }
    return size
  }

  /// Whether a line may need the picture as it was at some time, or is for the shell.
  private static func refersToAPicture(_ line: ParsedLine) -> Bool {
    let options: [OptionID] = [.expect, .to, .at, .help, .version, .document, .dryRun, .out]
    return options.contains { line.has($0) }
  }

  /// Whether a line has the same effect, up to the resize's, if the picture was read smaller.
  private static func isHarmless(
    _ command: CommandID, _ line: ParsedLine, isResized: Bool
  ) throws(Failure) -> Bool {
    switch command {
    case .set: return true
    case .group: return try line.groupArgument().map { $0 == .begin || $0 == .end } ?? false
    // Edits of the picture as it is then.
    case .pencil, .line, .rect, .ellipse, .polygon, .path, .curve, .fill, .clear, .replace, .filter, .text, .crop,
      .canvas,
      .resize, .rotate, .flip, .trim, .place, .importPicture:
      return isResized
    // The eraser, older revisions, and everything that shows the history.
    default: return false
    }
  }
}
