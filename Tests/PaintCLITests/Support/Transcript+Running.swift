import PaintHistory
import PaintTestSupport
import SystemPackage
import Testing

extension Transcript {
  /// What a command printed.
  struct Seen: Sendable {
    /// The lines of standard output and then those of standard error, without empty ones at the end.
    var lines: [String]
    var code: Int
  }
}

extension Transcript.Case {
  /// What a transcript may use besides programs: `files` prints the names and the checksums of all files of a drawing,
  /// except SQLite's shared memory, which readers write, too.
  private static let helpers = """
    fixtures='\(ShellScript.project)/Fixtures'
    files() { find "${1:-art.paint}" -type f ! -name '*-shm' -exec sha256sum {} + | sort; }
    set -o pipefail; cd "$1"
    """

  /// Runs the commands in one shell, in an empty folder, and tells for each one what it printed.
  func run() throws -> [Transcript.Seen] {
    let shell = try Shell()
    var script = Self.helpers + "\n"
    for (index, command) in commands.enumerated() {
      script += "run=\"$2/\(index)\"; { \(command.text)\n} >\"$run\" 2>\"$run.errors\" </dev/null; "
      script += "echo $? >\"$run.code\"\n"
    }
    try shell.write("script", script)
    let outcome = try shell.sh(
      "mkdir work printed; export TMPDIR=$PWD; exec bash script \"$PWD/work\" \"$PWD/printed\"")
    return try commands.indices.map { index in
      let name = "printed/\(index)"
      guard let output = shell.contents(name), let errors = shell.contents("\(name).errors"),
        let code = shell.contents("\(name).code").flatMap({ Int(String(decoding: $0.dropLast(), as: UTF8.self)) })
      else { throw TranscriptError(text: "\(file):\(commands[index].number): does not end\n\(outcome.errors)") }
      let text = String(decoding: output + errors, as: UTF8.self)
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      while lines.last == "" { lines.removeLast() }
      return Transcript.Seen(lines: lines.map(String.init), code: code)
    }
  }

  /// The commands that printed something else than expected.
  func differences(in seen: [Transcript.Seen]) throws -> [(command: Transcript.Command, seen: Transcript.Seen)] {
    var names: [String: String] = [:]
    return try zip(commands, seen).filter { command, seen in
      try !(seen.code == command.code && command.accepts(seen.lines, &names))
    }.map { ($0, $1) }
  }
}

/// A transcript that cannot be run.
struct TranscriptError: Error, CustomStringConvertible {
  var text: String

  var description: String { text }
}

extension Transcript.Command {
  /// Whether these lines are the expected ones.
  ///
  /// In a line `…` stands for any text, and alone for any number of lines. `‹a›` stands for any text that has no
  /// quotation mark: for the same wherever that name occurs in a case, and for another one than any other name.
  fileprivate func accepts(_ seen: [String], _ names: inout [String: String]) throws -> Bool {
    if wanted == seen { return true }
    var pattern = ""
    var new: [String] = []
    for line in wanted { pattern += line == "…" ? "(?:[^\\n]*\\n)*?" : Self.pattern(line, names, &new) + "\\n" }
    let regex = try Regex(pattern).matchingSemantics(.unicodeScalar)
    guard let match = try regex.wholeMatch(in: seen.map { $0 + "\n" }.joined()) else { return false }
    for name in new { names[name] = match[name]?.substring.map(String.init) }
    return Set(names.values).count == names.count
  }

  private static func pattern(_ line: String, _ names: [String: String], _ new: inout [String]) -> String {
    var pattern = ""
    var rest = Substring(line).unicodeScalars
    while let next = rest.popFirst() {
      if next == "…" {
        pattern += "[^\\n]*?"
      } else if next == "‹", let end = rest.firstIndex(of: "›") {
        let name = String(rest[..<end])
        rest = rest[rest.index(after: end)...]
        if let value = names[name] {
          pattern += value.unicodeScalars.map(escaped).joined()
        } else if new.contains(name) {
          pattern += "\\k<\(name)>"
        } else {
          new.append(name)
          pattern += "(?<\(name)>[^\\n\"]+?)"
        }
      } else {
        pattern += escaped(next)
      }
    }
    return pattern
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    scalar.isASCII && !scalar.properties.isAlphabetic && !("0"..."9").contains(scalar) && scalar != " "
      ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
  }
}
