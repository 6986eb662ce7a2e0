import SystemPackage

/// A file of points, one per line; blank lines and lines that begin with `#` are skipped.
enum PointFile {
  /// Reads the points of a file, or of standard input for `-`, in order.
  static func read(
    _ path: FilePath, hasPressure: Bool, _ body: (PointArgument) -> Void
  ) throws(Failure) {
    let input = try InputFile(path)
    var reader = LineReader(descriptor: input.descriptor)
    var words = Words()
    while true {
      do throws(Failure) {
        guard try reader.advance() else { return }
        try reader.withLine { (line) throws(Failure) in try ScriptLine.split(line, into: &words) }
        guard words.count > 0 else { continue }
        guard words.count == 1 else { throw Failure(.badPoint, "more than one point in a line") }
        let word = words.bytes.span.extracting(words.all[0])
        body(try hasPressure ? PointArgument.parseWithPressure(word) : PointArgument.parse(word))
      } catch {
        throw error.at("\(input.name):\(max(reader.lineNumber, 1))")
      }
    }
  }
}
