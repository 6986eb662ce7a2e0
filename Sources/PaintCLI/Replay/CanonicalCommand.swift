import PaintEditing
import PaintHistory
import PaintRaster

/// A command of the history, parsed so that it can be rewritten for another document.
struct CanonicalCommand {
  private var line = ParsedLine()
  private let text: String
  private let isSound: Bool

  /// Parses a recorded command; one that this version does not know is not changed.
  init(_ recorded: String) {
    text = recorded
    isSound = Self.parse(text, into: &line)
  }

  /// The same command, referring to other revisions.
  init(_ command: CanonicalCommand, renumbering numbers: [Int: Int]) {
    self.init(String(decoding: command.line(renumbering: numbers, paths: [:]), as: UTF8.self))
  }

  /// The command as it is recorded.
  var recordedText: String { text }

  /// Its words, to be changed; nil if it is none.
  var words: RecordedWords? {
    guard isSound, let command = line.command else { return nil }
    return RecordedWords(line, of: CommandTable.spec(command))
  }

  /// The command with every position in pixels moved right and down.
  func moved(byX x: Double, y: Double) -> CanonicalCommand {
    guard var words else { return self }
    words.move(byX: x, y: y)
    return CanonicalCommand(words.text)
  }

  /// The command with positions in words and percentages as they were typed.
  ///
  /// - Parameter typed: the words as typed; empty if they are those of the command.
  func placed(as typed: String) -> CanonicalCommand {
    guard !typed.isEmpty, var words else { return self }
    let other = CanonicalCommand(typed)
    guard other.isSound, other.line.command == line.command else { return self }
    words.place(as: other.line)
    return CanonicalCommand(words.text)
  }

  /// The command with its values, on a canvas of this size.
  ///
  /// - Throws: a failure if it is no edit, or has a value that it cannot have.
  func edit(on canvas: CanvasSize) throws(Failure) -> any EditCommand {
    guard isSound, let command = line.command,
      let edit = try CommandTable.spec(command).command?.init(line, in: LineContext(canvas: canvas))
        as? any EditCommand
    else { throw Failure(.damagedDocument, "this draws nothing: \(Failure.quoted(text))") }
    return edit
  }

  private static func parse(_ text: String, into line: inout ParsedLine) -> Bool {
    var parser = LineParser()
    do throws(Failure) {
      try ScriptLine.split(text.utf8Span.span, into: &line.words)
      try parser.parse(&line)
      return true
    } catch {
      return false
    }
  }

  /// The other revisions that a command refers to; none for most.
  static func references(in command: String) -> [Int] {
    // Most commands are strokes of colour, and a long history has many.
    guard referring.contains(where: command.hasPrefix) else { return [] }
    return CanonicalCommand(command).references
  }

  /// The beginnings of commands that can refer to another revision.
  private static let referring = CommandTable.all.filter { $0.reference != nil }.map { "\($0.title) " }

  /// Whether a command restores the picture that the document began with.
  static func erasesToBase(_ command: String) -> Bool {
    guard command.hasPrefix("stroke eraser") else { return false }
    let parsed = CanonicalCommand(command)
    return parsed.isSound && parsed.line.command == .eraser && !parsed.line.has(.to)
  }

  /// The beginnings of commands after which the eraser can follow the canvas.
  private static let moving = CommandTable.all.filter { $0.takes(.follow) || $0.id == .background }
    .map { "\($0.title) " }

  /// Whether a command that replaces the canvas lets the eraser follow.
  static func movesBase(_ command: String) -> Bool {
    guard moving.contains(where: command.hasPrefix) else { return false }
    let parsed = CanonicalCommand(command)
    guard parsed.isSound, let spec = parsed.line.command.map(CommandTable.spec) else { return false }
    return spec.takes(.follow) ? parsed.line.choice(.follow) ?? true : spec.id == .background
  }

  /// How a command that moves the canvas changes a picture of that canvas; nil for every other command.
  func change(of picture: Snapshot, in document: Document) throws -> GeometryStep.Change? {
    guard isSound, let command = line.command,
      let type = CommandTable.spec(command).command as? any GeometryCommand.Type
    else { return nil }
    return try type.init(line, in: LineContext(canvas: picture.size)).change(of: picture, in: document).change
  }

  /// The other revisions that it refers to.
  var references: [Int] { referenceWords.flatMap { numbers(in: $0) ?? [] } }

  /// The numbers of a word that refers to a revision, or to the first and the last one of several; nil if it is none.
  private func numbers(in word: Word) -> [Int]? {
    let bytes = line.words.bytes.span.extracting(word)
    if let number = RevisionArgument.number(bytes) { return [number] }
    guard case (.number(let first), .number(let last))? = (try? RevisionRange.parse(bytes)).map({ ($0.first, $0.last) })
    else { return nil }
    return [first, last]
  }

  /// The command; nil if it is none.
  var id: CommandID? { isSound ? line.command : nil }

  /// Whether it leaves other steps out.
  var isRevert: Bool { isSound && line.command == .revert }

  /// The first and the last revision of each part of the line that it leaves out.
  var reverted: [ClosedRange<Int>] {
    guard isRevert else { return [] }
    return referenceWords.compactMap { word in
      guard let numbers = numbers(in: word), let first = numbers.first, let last = numbers.last, first <= last
      else { return nil }
      return first...last
    }
  }

  /// The words that name files, and whether that is as a pattern, with the contents.
  private var fileWords: [(word: Word, isPattern: Bool, content: ContentName)] {
    guard isSound, let command = line.command else { return [] }
    let spec = CommandTable.spec(command)
    var found: [(Word, Bool, ContentName)] = []
    if spec.readsPicture, let word = line.operands.first,
      let content = (try? Session.keptContent(line.words.text(word))) ?? nil
    {
      found.append((word, false, content))
    }
    let options: [OptionID] = [.color, .fill, .background]
    var paints: [Word] = options.compactMap { if case .value(let word) = line[$0] { word } else { nil } }
    if spec.operandKinds.first == .paint, let word = line.operands.first { paints.append(word) }
    for word in paints {
      if let content = PatternArgument.content(in: line.words.bytes.span.extracting(word)) {
        found.append((word, true, content))
      }
    }
    return found
  }

  /// The contents of the files that it reads; none for most.
  var contents: [ContentName] { fileWords.map(\.content) }

  /// Whether it reads a file as its first word, with options that say how.
  var readsPicture: Bool { fileWords.contains { !$0.isPattern } }

  /// Whether it is an edit that makes a revision from nothing but the drawing, as every recorded one is; a received
  /// document can say anything.
  ///
  /// A record names a kept file by its content, never by a path.
  var isRecord: Bool {
    // A record is one line: line feeds in its words are escaped.
    guard isSound, !text.utf8.contains(UInt8(ascii: "\n")), let command = line.command else { return false }
    let spec = CommandTable.spec(command)
    guard spec.isEdit, spec.command != nil, spec.operandCount.contains(line.operands.count),
      // A stroke has its points, because it may read them from no file, and a revert its steps.
      spec.group == nil && command != .revert || !line.operands.isEmpty, !line.has(.last),
      !CommandSpec.commonOptions.contains(where: line.has),
      ![OptionID.dryRun, .out, .force, .expect].contains(where: line.has)
    else { return false }
    let readsFontFile = line.text(.font).map(FontWord.isFile) ?? false
    return line.inputs(spec).isEmpty && (!readsFontFile || line.has(.outlines))
  }

  /// The command as a line of a script, each word quoted anew.
  ///
  /// - Parameters:
  ///   - numbers: the new numbers of the revisions that it refers to.
  ///   - paths: the paths of the files that it reads.
  func line(renumbering numbers: [Int: Int], paths: [ContentName: [UInt8]]) -> [UInt8] {
    let files = paths.isEmpty ? [] : fileWords
    let references = numbers.isEmpty ? [] : referenceWords
    var result: [UInt8] = []
    for word in line.words.all {
      if !result.isEmpty { result.append(UInt8(ascii: " ")) }
      if references.contains(word), let old = self.numbers(in: word) {
        let new = old.map { "r\(numbers[$0] ?? $0)" }
        result.append(contentsOf: new.joined(separator: "..").utf8)
      } else if let file = files.first(where: { $0.word == word }), let path = paths[file.content] {
        ShellQuoting.append(file.isPattern ? PatternArgument(file: path).bytes : path, to: &result)
      } else {
        ShellQuoting.append(line.words.bytes[word], to: &result)
      }
    }
    return result
  }

  /// The name of the step if the line has none; nil if it is not known.
  ///
  /// - Parameter referred: the name of the revision that it refers to.
  func defaultName(on canvas: CanvasSize, referringTo referred: String?) -> String? {
    guard isSound, let command = line.command else { return nil }
    if command == .revert { return referred.map(RevertCommand.name(ofReverting:)) }
    let context = LineContext(canvas: canvas)
    let read = try? CommandTable.spec(command).command?.init(line, in: context)
    return (read as? any EditCommand)?.defaultName
  }

  /// Whether its values are some, and the revision that it refers to has a number.
  func hasValues(on canvas: CanvasSize) -> Bool {
    guard referenceWords.allSatisfy({ numbers(in: $0) != nil }) else { return false }
    return isRevert || defaultName(on: canvas, referringTo: nil) != nil
  }

  /// Whether it contains `--`, so that no option can follow.
  var endsOptions: Bool { isSound && line.words.all.contains { line.words.text($0) == "--" } }

  private var referenceWords: [Word] {
    guard isSound, let command = line.command else { return [] }
    switch CommandTable.spec(command).reference {
    case nil: return []
    case .operands: return line.operands
    case .option(let option):
      guard case .value(let word) = line[option], line.text(option) != "none" else { return [] }
      return [word]
    }
  }
}
