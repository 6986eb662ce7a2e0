import PaintEditing
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
  /// How it calculates the new pixels.
  let method: ResamplingMethod

  /// The first edit, of a picture of this full size, as it is read; nil if the new size is not possible.
  ///
  /// - Parameter content: the part of the picture that its file has.
  func edit(of full: CanvasSize, content: PartialBox?) -> ResizeEdit? {
    size.resolved(on: full).map { ResizeEdit(to: $0, method: method, part: content) }
  }

  /// The smallest size that is needed of a picture of this full size, twice the wanted one; nil if all of it is.
  func minimumSize(of full: CanvasSize) -> CanvasSize? {
    guard let wanted = size.resolved(on: full), wanted.width <= full.width / 2, wanted.height <= full.height / 2 else {
      return nil
    }
    return CanvasSize(width: 2 * wanted.width, height: 2 * wanted.height)
  }
}

extension ReducedReading {
  /// Reads a script ahead, as far as the answer needs; what is wrong with the script is left to the run.
  ///
  /// - Returns: nil if the picture has to be read in full; and the script for the run.
  static func ahead(in script: InputFile, of command: ParsedLine) -> (reduced: ReducedReading?, script: InputFile) {
    // After a line that failed, the picture that was read could be the result.
    guard !command.has(.keepGoing), let firstLine = try? command.value(.fromLine, NumberForm.lineNumber.whole) ?? 1
    else { return (nil, script) }
    var reader = script.lineReader(keepsBytes: true)
    let reduced = try? ReducedReading(in: &reader, from: firstLine)
    return (reduced, InputFile(script, after: reader.kept))
  }

  /// The resize with which a script begins; nil if it needs the full picture, too.
  ///
  /// Throws the failure of a line that cannot be read.
  init?(in reader: inout LineReader, from firstLine: Int) throws(Failure) {
    var parser = LineParser()
    var line = ParsedLine()
    var lines = 0
    var first: ReducedReading?
    while try reader.advance() {
      guard reader.lineNumber >= firstLine, try reader.splitLine(into: &line.words, counting: &lines) else { continue }
      try parser.parse(&line)
      guard let command = line.command, !Self.hasStateOrShellOption(line) else { return nil }
      if first == nil, command == .resize {
        let method = try line.chosen(.method, ResamplingMethod.parse)
        // The nearest pixels would be other ones.
        guard method != .nearest else { return nil }
        first = ReducedReading(size: try line.operand(0, NewSizeArgument.parse), method: method)
        continue
      }
      guard try Self.isHarmless(command, line, isResized: first != nil) else { return nil }
    }
    guard let first else { return nil }
    self = first
  }

  /// Whether a line states the canvas that it expects, or has an option that only the shell has.
  static func hasStateOrShellOption(_ line: ParsedLine) -> Bool {
    let options: [OptionID] = [.expect, .help, .version, .document, .dryRun, .out]
    return options.contains { line.has($0) }
  }

  /// Whether a line has the same effect, up to the resize's, if the picture was read smaller.
  static func isHarmless(
    _ command: CommandID, _ line: ParsedLine, isResized: Bool
  ) throws(Failure) -> Bool {
    switch command {
    case .set: return true
    case .group: return try line.groupArgument().map { $0 == .begin || $0 == .end } ?? false
    // Edits of the picture as it is then.
    case .pencil, .line, .rect, .ellipse, .polygon, .path, .curve, .text: return isResized
    case .fill, .clear, .background, .replace, .filter, .place, .importPicture: return isResized
    case .crop, .canvas, .resize, .rotate, .flip, .trim: return isResized
    // The eraser, older revisions, and everything that shows the history.
    default: return false
    }
  }
}

/// A picture that was read smaller than it is in its file.
struct ReducedPicture {
  /// The size in the file.
  let fullSize: CanvasSize
  /// The part of the pixels that the file has; nil for all.
  let content: PartialBox?
}
