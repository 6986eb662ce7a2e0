import PaintHistory
import SystemPackage
import Testing

/// A file of commands and the lines that they print, as a terminal shows them.
///
/// Fixtures/transcripts/README.md has its form.
struct Transcript: Sendable {
  /// A command and what it must print.
  struct Command: Sendable {
    /// What bash runs.
    var text: String
    /// The number of its first line in the file, from 1.
    var number: Int
    /// The expected lines, where `…` stands for anything.
    var wanted: [String] = []
    /// The expected exit code.
    var code = 0
  }

  /// Commands that run in a folder of their own.
  struct Case: Sendable, CustomTestStringConvertible {
    /// The name of the file, such as `groups.txt`.
    var file: String
    /// What it shows.
    var title: String
    /// The commands, with those that come before every case of the file.
    var commands: [Command]

    var testDescription: String { "\(file): \(title)" }
  }

  /// The name of the file.
  let file: String
  /// Its lines, without their ends.
  let lines: [String]
  /// Its cases, in order.
  private(set) var cases: [Case] = []

  /// Reads a transcript.
  init(file: String, text: String) {
    self.file = file
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var before: [Command] = []
    var isBefore = true
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("== ") {
        isBefore = false
        cases.append(Case(file: file, title: String(line.dropFirst(3)), commands: before))
      } else if line.hasPrefix("$ ") {
        let command = Command(text: String(line.dropFirst(2)), number: index + 1)
        if isBefore { before.append(command) } else { cases[cases.count - 1].commands.append(command) }
      } else if isBefore {
        if let last = before.indices.last { before[last].take(line) }
      } else if let last = cases.last?.commands.indices.last {
        cases[cases.count - 1].commands[last].take(line)
      }
    }
    for index in cases.indices {
      for number in cases[index].commands.indices { cases[index].commands[number].trim() }
    }
  }

  /// All transcripts, by the names of their files.
  static let all: [Transcript] = {
    let folder = ShellScript.project.appending("Fixtures/transcripts")
    let names = (try? SystemDisk().names(in: folder)) ?? []
    return names.map(\.string).filter { $0.hasSuffix(".txt") }.sorted().compactMap { name in
      guard let bytes = try? SystemDisk().contents(of: folder.appending(name)) else { return nil }
      return Transcript(file: name, text: String(decoding: bytes, as: UTF8.self))
    }
  }()

  /// The text of the file with what the commands printed, where they printed something else than expected.
  func text(with seen: [Int: Transcript.Seen]) -> String {
    var written: [String] = []
    var skips = false
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("$ ") || line.hasPrefix("== ") || line.isEmpty || line.hasPrefix("# ") { skips = false }
      if !skips || line.hasPrefix("> ") { written.append(line) }
      let isLast = index + 1 == lines.count || !lines[index + 1].hasPrefix("> ")
      let start = lines[...index].lastIndex { $0.hasPrefix("$ ") } ?? 0
      if line.hasPrefix("$ ") || line.hasPrefix("> "), isLast, let seen = seen[start + 1] {
        written += seen.lines + (seen.code == 0 ? [] : ["[\(seen.code)]"])
        skips = true
      }
    }
    return written.joined(separator: "\n")
  }
}

extension Transcript.Command {
  /// Takes a line of the file behind the command.
  fileprivate mutating func take(_ line: String) {
    if line.hasPrefix("> "), wanted.isEmpty {
      text += "\n" + line.dropFirst(2)
    } else if line.hasPrefix("["), line.hasSuffix("]"), let code = Int(line.dropFirst().dropLast()) {
      self.code = code
    } else if !line.hasPrefix("# ") {
      wanted.append(line)
    }
  }

  /// Drops the empty lines before the next command.
  fileprivate mutating func trim() { while wanted.last == "" { wanted.removeLast() } }
}
