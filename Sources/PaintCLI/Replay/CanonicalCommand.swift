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

  /// The other revision that a command refers to; nil for most.
  static func reference(in command: String) -> Int? {
    // Most commands are strokes of colour, and a long history has many.
    guard referring.contains(where: command.hasPrefix) else { return nil }
    return CanonicalCommand(command).reference
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

  /// The other revision that it refers to.
  var reference: Int? {
    guard let word = referenceWord else { return nil }
    return RevisionArgument.number(line.words.bytes.span.extracting(word))
  }

  /// Whether it reverts another revision.
  var isRevert: Bool { isSound && line.command == .revert }

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
      // A stroke has its points, because it may read them from no file.
      spec.group == nil || !line.operands.isEmpty,
      !CommandSpec.commonOptions.contains(where: line.has),
      ![OptionID.dryRun, .out, .force, .expect].contains(where: line.has)
    else { return false }
    let readsFontFile = line.text(.font).map(FontWord.isFile) ?? false
    return line.inputs(spec).isEmpty && (!readsFontFile || line.has(.outlines))
  }

  /// The command as a line of a script, each word quoted anew.
  ///
  /// - Parameters:
  ///   - reference: the word for the revision that it refers to.
  ///   - paths: the paths of the files that it reads.
  func line(reference: String?, paths: [ContentName: [UInt8]]) -> [UInt8] {
    let files = paths.isEmpty ? [] : fileWords
    var result: [UInt8] = []
    for word in line.words.all {
      if !result.isEmpty { result.append(UInt8(ascii: " ")) }
      if let reference, word == referenceWord {
        result.append(contentsOf: reference.utf8)
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
    if command == .revert { return referred.map(Session.revertName) }
    let context = LineContext(canvas: canvas)
    let read = try? CommandTable.spec(command).command?.init(line, in: context)
    return (read as? any EditCommand)?.defaultName
  }

  /// Whether its values are some, and the revision that it refers to has a number.
  func hasValues(on canvas: CanvasSize) -> Bool {
    if referenceWord != nil, reference == nil { return false }
    return isRevert || defaultName(on: canvas, referringTo: nil) != nil
  }

  /// Whether it contains `--`, so that no option can follow.
  var endsOptions: Bool { isSound && line.words.all.contains { line.words.text($0) == "--" } }

  private var referenceWord: Word? {
    guard isSound, let command = line.command else { return nil }
    switch CommandTable.spec(command).reference {
    case nil: return nil
    case .operand: return line.operands.first
    case .option(let option):
      guard case .value(let word) = line[option], line.text(option) != "none" else { return nil }
      return word
    }
  }
}
