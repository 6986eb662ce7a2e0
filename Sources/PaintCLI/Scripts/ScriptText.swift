/// A whole script in memory, which several threads can read.
struct ScriptText: Sendable {
  /// The longest script.
  private static let limit = 256 << 20

  /// Its name in messages.
  let name: String
  /// Whether it comes from standard input.
  let isStandardInput: Bool
  let bytes: [UInt8]

  /// The lines that the options `--edit` of a command line give.
  ///
  /// Throws `bad_value` for a value of several lines.
  init(linesOf command: ParsedLine) throws(Failure) {
    (name, isStandardInput) = ("-e", false)
    var bytes: [UInt8] = []
    for word in command.edits {
      let line = command.words.bytes[word]
      guard !line.contains(UInt8(ascii: "\n")) else {
        throw Failure.notA("one line", command.words.bytes.span.extracting(word)).at("--edit")
      }
      bytes += line + [UInt8(ascii: "\n")]
    }
    self.bytes = bytes
  }

  /// Reads the rest of a file; throws `read_failed` and `too_large`.
  init(readingAll input: InputFile) throws(Failure) {
    name = input.name
    isStandardInput = input.isStandardInput
    bytes = try input.allBytes(upTo: Self.limit)
  }
}
