import PaintEditing
import PaintFormats
import PaintHistory
import PaintRaster
import SystemPackage

/// The pictures of patterns that were read last, so that a script does not decode the same one for each of its lines.
struct RecentPatterns {
  private var patterns: [Pattern] = []
  private var contents: [ContentName] = []
  private static let count = 4

  /// The pattern of a picture; reads it if it is not one of the last.
  mutating func pattern(of picture: ReceivedPicture) throws(EditingError) -> Pattern {
    if let place = contents.firstIndex(of: picture.content) { return patterns[place] }
    let pattern = try picture.pattern()
    patterns.append(pattern)
    contents.append(picture.content)
    if contents.count > Self.count {
      patterns.removeFirst()
      contents.removeFirst()
    }
    return pattern
  }
}

extension Session {
  /// Throws `unexpected_word` for a file of the settings that is standard input, from which the script comes.
  ///
  /// The words of the line were checked before. If it were read, the script would wait for ever and lose its lines.
  func checkInput(_ path: FilePath, _ things: String) throws(Failure) {
    guard readsScriptFromStandardInput, InputFile.isStandardInput(path) else { return }
    throw Failure(.unexpectedWord, "the script itself comes from standard input, so its \(things) cannot")
  }

  /// Reads the pictures of patterns; returns them, because the document must keep them with the edit.
  func readPatterns(of paint: inout PaintSettings) throws -> [ReceivedPicture] {
    guard paint.hasPattern else { return [] }
    var files: [ReceivedPicture] = []
    for part in [\PaintSettings.color, \PaintSettings.fill] {
      guard var pattern = paint[keyPath: part]?.pattern else { continue }
      var content = pattern.content
      if content == nil {
        try checkInput(pattern.path, "patterns")
        content = try Self.keptContent(String(decoding: pattern.file, as: UTF8.self))
      }
      var reading = ReadingOptions()
      reading.offersPages = false
      let picture = try picture(content, at: pattern.path, reading)
      pattern.pattern = try recentPatterns.pattern(of: picture)
      pattern.content = picture.content
      paint[keyPath: part] = .pattern(pattern)
      files.append(picture)
      for warning in document.warnings(about: picture) { console.warn(warning) }
    }
    return files
  }

  /// Makes an edit that uses pictures; nil if no pixel changed.
  func perform<E: Edit>(
    _ edit: E, name: String, command: String, keeping files: [ReceivedPicture]
  ) throws(E.Failure) -> Revision? {
    if files.isEmpty { return try perform(edit, name: name, command: command) }
    return try perform(EditWithFiles(edit, using: files), name: name, command: command)
  }

  /// Makes an edit that draws at a position and uses pictures; warns if that is outside of the canvas.
  func perform<E: PlacedEdit>(
    _ edit: E, name: String, command: String, keeping files: [ReceivedPicture]
  ) throws(E.Failure) -> Revision? {
    if files.isEmpty { return try perform(edit, name: name, command: command) }
    return try perform(EditWithFiles(edit, using: files), name: name, command: command)
  }
}
