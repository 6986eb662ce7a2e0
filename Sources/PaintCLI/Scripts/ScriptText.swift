/// A whole script in memory, which several threads can read.
struct ScriptText: Sendable {
  /// The longest script.
  private static let limit = 256 << 20

  /// Its name in messages.
  let name: String
  /// Whether it comes from standard input.
  let isStandardInput: Bool
  let bytes: [UInt8]

  /// Reads the rest of a file; throws `read_failed` and `too_large`.
  init(readingAll input: InputFile) throws(Failure) {
    name = input.name
    isStandardInput = input.isStandardInput
    bytes = try input.allBytes(upTo: Self.limit)
  }
}
