import PaintEditing
import PaintRaster
import SystemPackage

/// Reads the strokes of a batch script, to draw them without a document.
public enum StrokeScript {
  /// The reason for which a script could not be read.
  public struct ReadingError: Error, Sendable {
    /// One sentence without a full stop, `SCRIPT:LINE: …` if it is about a line.
    public let message: String
    /// A suggestion; nil if there is none.
    public let hint: String?
    /// The exit code that `paint batch` would have.
    public let exitCode: Int32

    fileprivate init(_ failure: Failure, place: String? = nil) {
      message = Failure.oneLine(place.map { "\($0): \(failure.message)" } ?? failure.message)
      hint = failure.hint.map(Failure.oneLine)
      // A line that would be wrong in the shell is a damaged script here.
      let isLine = place != nil && failure.exitCode == .usage
      exitCode = (isLine ? ExitCode.damagedInput : failure.exitCode).rawValue
    }
  }

  /// The strokes of a script in order, as they would be drawn on a new drawing of this size.
  ///
  /// `set` lines apply; comments and blank lines are skipped. Lines that need a document or its history are errors.
  ///
  /// - Parameter path: the script, or `-` for standard input.
  /// - Throws: `ReadingError` if the script cannot be read, or if a line is wrong or needs a document.
  public static func strokes(of path: String, canvas: CanvasSize) throws(ReadingError) -> [StrokeEdit] {
    let input: InputFile
    do throws(Failure) { input = try InputFile(FilePath(path)) } catch { throw ReadingError(error) }
    var reader = LineReader(descriptor: input.descriptor)
    var parser = LineParser()
    var line = ParsedLine()
    var settings = StrokeSettings()
    var strokes: [StrokeEdit] = []
    do throws(Failure) {
      while try reader.advance() {
        try reader.withLine { (text) throws(Failure) in try ScriptLine.split(text, into: &line.words) }
        if line.words.count == 0 { continue }
        try parser.parse(&line)
        try ScriptRun.check(line, of: input)
        if let stroke = try stroke(line, settings: &settings, canvas: canvas) { strokes.append(stroke) }
      }
    } catch {
      throw ReadingError(error, place: "\(input.name):\(max(reader.lineNumber, 1))")
    }
    return strokes
  }

  /// The stroke of a line; nil for a `set` line.
  private static func stroke(
    _ line: ParsedLine, settings: inout StrokeSettings, canvas: CanvasSize
  ) throws(Failure) -> StrokeEdit? {
    guard let command = line.command else { return nil }
    let spec = CommandTable.spec(command)
    let context = LineContext(settings: settings, canvas: canvas, isScript: true)
    if spec.brush != nil {
      if line.has(.expect) { throw Failure(.unexpectedWord, "--expect needs a document, and there is none here") }
      let stroke = try StrokeCommand(line, in: context)
      if stroke.hasPattern { throw Failure(.unexpectedWord, "a pattern needs a document, and there is none here") }
      var (edit, _) = try stroke.edit { (revision) throws(Failure) in
        // A new drawing only has its start.
        if revision == .start || revision == .number(0) { return 0 }
        throw Failure(.unexpectedWord, "--to needs a document's revisions, and there are none here")
      }
      if edit.retouching != nil {
        throw Failure(.unexpectedWord, "\(spec.title) needs a document, and there is none here")
      }
      if case .revision = edit.erasing { edit.erasing = .base }
      return edit
    }
    guard command == .set else {
      throw Failure(
        .unexpectedWord, "\(spec.title) needs a document, and there is none here",
        hint: "strokes and set lines can be drawn without one")
    }
    settings = try SetCommand(line, in: context).settings(after: settings, line)
    return nil
  }
}
