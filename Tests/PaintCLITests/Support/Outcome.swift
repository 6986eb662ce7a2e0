/// The exit code and the output of a program.
struct Outcome: Sendable, CustomStringConvertible {
  /// The exit code; 128 and the signal's number if a signal ended it.
  var code: Int
  /// Standard output, byte for byte.
  var bytes: [UInt8]
  /// Standard error.
  var errors: String

  /// Standard output as text.
  var output: String { String(decoding: bytes, as: UTF8.self) }

  /// The lines of standard output, without their ends.
  var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: true).map(String.init) }

  /// The first line of standard error without `paint: `; empty if there is none.
  var message: String {
    let first = errors.split(separator: "\n").first ?? ""
    return first.hasPrefix("paint: ") ? String(first.dropFirst(7)) : String(first)
  }

  /// Standard output as one JSON value.
  var json: JSON {
    get throws { try JSON(output) }
  }

  /// Each line of standard output as a JSON value.
  var jsonLines: [JSON] {
    get throws { try lines.map { try JSON($0) } }
  }

  /// For failure messages.
  var description: String { "exit \(code)\n--- output\n\(output)\n--- errors\n\(errors)---" }
}
