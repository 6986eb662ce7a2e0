import PaintHistory
import PaintTestSupport
import SystemPackage

/// The commands that a text shows, and the output that it promises for them.
struct DocumentedCommands {
  /// The commands, with the promised output as comments.
  let script: String
  /// The number of blocks.
  let blocks: Int

  /// The blocks of a text with that info string, such as `sh tour`.
  init(_ kind: String, in text: String) {
    let found = text.components(between: "```\(kind)\n", and: "```\n")
    script = found.joined()
    blocks = found.count
  }

  /// The promised lines, without what differs from run to run.
  var expected: [String] {
    script.split(separator: "\n", omittingEmptySubsequences: false).filter { $0.hasPrefix("#> ") }
      .map { Self.timeless($0.dropFirst(3)) }
  }

  /// The lines of an output, without what differs from run to run.
  static func lines(_ output: String) -> [String] { output.split(separator: "\n").map(timeless) }

  /// A text of the project.
  static func text(_ path: FilePath) throws -> String {
    String(decoding: try SystemDisk().contents(of: ShellScript.project.pushing(path)), as: UTF8.self)
  }

  /// The line without the parts that may differ from run to run: times of day, durations, the bytes that a step took.
  private static func timeless(_ line: Substring) -> String {
    String(line)
      .replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "TIME")
      .replacing(/, [\d.]+ s$/, with: ", DURATION")
      .replacing(/"bytes":\d+/, with: "BYTES")
      .replacing(/\ +[\d,]+ B(?=$|\ \ )/, with: " BYTES")
      .replacing(/\ +(just now|\d+ (s|min) ago)/, with: " AGE")
  }
}

extension String {
  /// The texts between two marks, in order.
  func components(between opening: String, and closing: String) -> [String] {
    var components: [String] = []
    var rest = self[...]
    while let start = rest.firstRange(of: opening) {
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: closing) else { break }
      components.append(String(rest[..<end.lowerBound]))
      rest = rest[end.upperBound...]
    }
    return components
  }
}
