import PaintHistory
import PaintRaster

/// A command as the history keeps it, taken apart so that it can be said for another document.
struct CanonicalCommand {
  private var line = ParsedLine()
  private let text: String
  private let isSound: Bool

  /// Takes a command apart; one that this version does not know is said as it stands.
  init(_ text: String) {
    self.text = text
    var parser = LineParser()
    do throws(Failure) {
      try ScriptLine.split(text.utf8Span.span, into: &line.words)
      try parser.parse(&line)
      isSound = true
    } catch {
      isSound = false
    }
  }

  /// The other revision that a command refers to; nil for most.
  static func reference(in command: String) -> Int? {
    // Most commands are strokes of colour, and a long history has many.
    guard command.hasPrefix("stroke eraser") || command.hasPrefix("revert ") else { return nil }
    return CanonicalCommand(command).reference
  }

  /// Whether a command brings back the picture that its document began with.
  static func erasesToBase(_ command: String) -> Bool {
    guard command.hasPrefix("stroke eraser") else { return false }
    let parsed = CanonicalCommand(command)
    return parsed.isSound && parsed.line.command == .eraser && parsed.line.text(.to) == nil
  }

  /// The other revision that it refers to.
  var reference: Int? {
    guard let word = referenceWord else { return nil }
    return RevisionArgument.number(line.words.bytes.span.extracting(word))
  }

  /// Whether it takes back what another revision changed.
  var isRevert: Bool { isSound && line.command == .revert }

  /// The content of the file that it reads; nil for most.
  var content: ContentName? {
    guard isSound, line.command == .importPicture || line.command == .place else { return nil }
    return (try? Session.keptContent(line.operandText(0) ?? "")) ?? nil
  }

  /// The command as a line of a script.
  ///
  /// - Parameters:
  ///   - reference: what to call the revision that it refers to.
  ///   - file: where the file lies that it reads.
  func line(reference: String?, file: [UInt8]?) -> [UInt8] {
    let hasControls = hasControls
    // What this version cannot read no script can say; but it must not reach a terminal either.
    guard isSound else { return Array((hasControls ? Failure.oneLine(text) : text).utf8) }
    guard reference != nil || file != nil || hasControls else { return Array(text.utf8) }
    let fileWord = file == nil ? nil : line.operands.first
    var result: [UInt8] = []
    for word in line.words.all {
      if !result.isEmpty { result.append(UInt8(ascii: " ")) }
      if let reference, word == referenceWord {
        result.append(contentsOf: reference.utf8)
      } else if let file, word == fileWord {
        ShellQuoting.append(file, to: &result)
      } else {
        ShellQuoting.append(line.words.bytes[word], to: &result)
      }
    }
    return result
  }

  private var hasControls: Bool {
    guard text.utf8.contains(where: { $0 < 32 || $0 >= 127 }) else { return false }
    return text.unicodeScalars.contains(where: Failure.isControl)
  }

  /// What the history calls the step if the line does not say; nil where that is not known.
  ///
  /// - Parameter referred: the name of the revision that it refers to.
  func defaultName(on canvas: CanvasSize, referringTo referred: String?) -> String? {
    guard isSound, let command = line.command else { return nil }
    if command == .importPicture { return "Import" }
    if command == .revert { return referred.map(Session.revertName) }
    if let kind = EditCommands.kind(command) {
      return (try? kind.init(line, settings: StrokeSettings(), canvas: canvas))?.defaultName
    }
    guard CommandTable.spec(command).group == "stroke" else { return nil }
    let stroke = try? StrokeCommand(line, brush: command, settings: StrokeSettings(), canvas: canvas) { _ in 0 }
    return stroke?.defaultName
  }

  /// Whether its last words are behind a `--`, so that no option may follow them.
  var endsOptions: Bool { isSound && line.words.all.contains { line.words.text($0) == "--" } }

  private var referenceWord: Word? {
    if isSound, line.command == .revert { return line.operands.first }
    guard isSound, line.command == .eraser, case .value(let word) = line[.to], line.text(.to) != "none" else {
      return nil
    }
    return word
  }
}
