import PaintEditing
import PaintHistory

/// Where a step comes from, as far as its command does not say it: who makes it, what was typed, and when.
struct StepOrigin {
  /// Who makes it; empty if nobody is named.
  var author = ""
  /// The words as typed, quoted as in scripts.
  var words = ""
  /// When it was made, if it is made again, in milliseconds since 1970, UTC; nil for the present time.
  var time: Int?

  /// The origin of a step about which nothing is known.
  init() {}

  /// The origin of a step that is made again.
  ///
  /// - Parameter command: its command now: if that is another one, the words as typed no longer say what it does.
  init(of revision: Revision, as command: String) {
    (author, time) = (revision.author, revision.time)
    words = command == revision.command ? revision.typed : ""
  }

  /// The origin of the step of a line.
  init(_ line: ParsedLine, in session: Session) {
    author = line.text(.author) ?? session.author ?? ""
    words = Self.words(of: line)
  }

  /// The origin of a step that repeats another one, which is no line of its own.
  init(by author: String?) { self.author = author ?? "" }

  /// The origin of a drawing that the line creates; neither its name nor what it replaces is part of it.
  init(creationBy line: ParsedLine) {
    author = Self.author(of: line) ?? ""
    words = Self.words(of: line) { word in
      word == line.operands.first || line.words.bytes[word].elementsEqual("--replace".utf8)
    }
  }

  /// Whom the line names, or PAINT_AUTHOR; nil if that is nobody.
  static func author(of line: ParsedLine) -> String? {
    line.text(.author) ?? userName
  }

  /// PAINT_AUTHOR; nil if it is not set or empty.
  static var userName: String? { Terminal.variable(.author).flatMap { $0.isEmpty ? nil : $0 } }

  /// What is recorded of an edit.
  func label(name: String, command: String) -> EditLabel {
    EditLabel(name: name, author: author, command: command, typed: typed(for: command), time: time)
  }

  /// The words as typed; empty if they are those of the canonical command.
  func typed(for command: String) -> String { words == command ? "" : words }

  /// The words of a line behind `paint`, each quoted as in scripts, without those that are about that run only.
  ///
  /// What is not UTF-8 becomes U+FFFD.
  ///
  /// - Parameter isLeftOut: whether a word is left out, too.
  static func words(of line: ParsedLine, without isLeftOut: (Word) -> Bool = { _ in false }) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(line.words.bytes.count + 2 * line.words.count)
    var left = line.runWords[...]
    for (place, word) in line.words.all.enumerated() {
      if left.first == place {
        left.removeFirst()
        continue
      }
      if isLeftOut(word) { continue }
      if !text.isEmpty { text.append(UInt8(ascii: " ")) }
      ShellQuoting.append(line.words.bytes[word], to: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Revision {
  /// Who made it; nil if nobody is named.
  var namedAuthor: String? { author.isEmpty ? nil : author }

  /// `, by Ann`; empty if nobody is named.
  var authorClause: String { author.isEmpty ? "" : ", by \(Failure.oneLine(author))" }
}
