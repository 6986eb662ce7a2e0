import PaintHistory

/// A line of steps as a script to be edited: `r12 COMMAND` for each step, `group begin` and `group end`.
///
/// Lines without a label are new steps; words that are longer than a line on a screen stand as `@r12`.
struct RebaseScript {
  /// A word of a record that is longer than this is written as `@rN`: outlines of a text, long paths.
  private static let longestWord = 200

  /// The steps as text.
  ///
  /// - Throws: `damaged_document` if a record is no command.
  static func text(of steps: [Revision], in history: History) throws -> [UInt8] {
    var text = Array(
      """
      # The steps from the oldest to the newest. Change, move, delete or add lines; a line without rN is a new step.
      # @rN stands for long data of that step. An empty file changes nothing.

      """.utf8)
    var group: Int?
    for step in steps {
      if step.group != group {
        if group != nil { text += Array("group end\n".utf8) }
        if let number = step.group {
          text += Array("group begin".utf8)
          if let name = try history.group(number)?.name {
            text.append(UInt8(ascii: " "))
            ShellQuoting.append(Array(name.utf8), to: &text)
          }
          text.append(UInt8(ascii: "\n"))
        }
        group = step.group
      }
      text += Array("r\(step.number) ".utf8) + (try words(of: step)) + [UInt8(ascii: "\n")]
    }
    if group != nil { text += Array("group end\n".utf8) }
    return text
  }

  /// The words of a step, long ones abbreviated.
  private static func words(of step: Revision) throws -> [UInt8] {
    var line = ParsedLine()
    try ScriptLine.split(step.record().utf8Span.span, into: &line.words)
    var text: [UInt8] = []
    for word in line.words.all {
      if !text.isEmpty { text.append(UInt8(ascii: " ")) }
      if word.count > longestWord {
        text += Array("@r\(step.number)".utf8)
      } else {
        ShellQuoting.append(line.words.bytes[word], to: &text)
      }
    }
    return text
  }

  /// Reads a script.
  ///
  /// - Parameters:
  ///   - text: the script.
  ///   - steps: the steps that it may name.
  ///   - name: the name of the script, for messages.
  /// - Returns: the steps of the new line; nil if the script has none.
  /// - Throws: a failure that names the line.
  static func items(
    in text: [UInt8], of steps: [Revision], named name: String
  ) throws -> [LineAmendment.Item]? {
    var items: [LineAmendment.Item] = []
    var used: Set<Int> = []
    var number = 0
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      do throws(any Error) {
        var words = ParsedLine()
        try ScriptLine.split(Array(line).span, into: &words.words)
        guard let first = words.words.all.first else { continue }
        let head = words.words.text(first)
        // Groups keep their steps: what is between two steps of a group is in it.
        if head == "group" { continue }
        let rest = words.words.all.dropFirst().map { Array(words.words.bytes[$0]) }
        guard head.hasPrefix("r"), let label = Int(head.dropFirst()) else {
          items.append(.new(try TypedStep(words.words.all.map { Array(words.words.bytes[$0]) })))
          continue
        }
        guard let step = steps.first(where: { $0.number == label }) else {
          throw Failure(.noRevision, "\(head) is not among the steps of this script")
        }
        guard used.insert(label).inserted else {
          throw Failure(.unexpectedWord, "\(head) is there twice", hint: "a line without \(head) is a new step")
        }
        items.append(try item(step, rest))
      } catch let failure as Failure {
        throw failure.at("\(name):\(number)")
      }
    }
    return items.isEmpty ? nil : items
  }

  private static func item(_ step: Revision, _ words: [[UInt8]]) throws -> LineAmendment.Item {
    guard !words.isEmpty else {
      throw Failure(.missingWord, "r\(step.number) has no command", hint: "delete the line to leave the step out")
    }
    var recorded = ParsedLine()
    try ScriptLine.split(step.record().utf8Span.span, into: &recorded.words)
    let long = recorded.words.all.filter { $0.count > longestWord }.map { Array(recorded.words.bytes[$0]) }
    let mark = Array("@r\(step.number)".utf8)
    var place = 0
    var whole: [[UInt8]] = []
    for word in words {
      if word == mark, place < long.count {
        whole.append(long[place])
        place += 1
      } else {
        whole.append(word)
      }
    }
    if whole == recorded.words.all.map({ Array(recorded.words.bytes[$0]) }) { return .recorded(step) }
    var text: [UInt8] = []
    for word in whole {
      if !text.isEmpty { text.append(UInt8(ascii: " ")) }
      ShellQuoting.append(word, to: &text)
    }
    // Errors of words are told before anything is done.
    _ = try TypedStep(whole)
    var change = ChangedStep()
    change.words = String(decoding: text, as: UTF8.self)
    return .changed(step, change)
  }
}
