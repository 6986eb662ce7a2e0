import PaintEditing
import PaintHistory

/// A new step, from words that are typed now.
struct TypedStep {
  /// The command.
  let line: ParsedLine

  /// Reads the words.
  ///
  /// - Throws: a failure of exit code 64 if they are no edit.
  init(_ words: [[UInt8]]) throws(Failure) {
    var line = ParsedLine(bytes: words)
    var parser = LineParser()
    try parser.parse(&line)
    let others = CommandSpec.commonOptions + [.dryRun, .out, .force, .expect]
    if let option = others.first(where: line.has) {
      let name = OptionSpec.spec(option).name
      throw Failure(.unexpectedWord, "--\(name) is no part of a step", hint: "put --\(name) before the --")
    }
    guard let id = line.command, CommandTable.spec(id).command is any EditCommand.Type else {
      let word = String(decoding: words.first ?? [], as: UTF8.self)
      throw Failure(
        .unknownCommand, "\(Failure.quoted(word)) makes no step", hint: "paint --help lists the commands that draw")
    }
    self.line = line
  }

  /// Makes the step with the settings of today.
  ///
  /// - Parameters:
  ///   - former: the name of the step that it replaces, if that was given; nil for none.
  ///   - author: the new author of that step; nil to keep it, unless the words name one.
  ///   - step: that step; nil for none.
  func perform(
    in session: Session, named former: String? = nil, by author: String? = nil, insteadOf step: Revision? = nil
  ) throws -> Revision {
    let context = LineContext(
      settings: session.settings, canvas: session.document.size, isScript: session.isScript)
    guard let id = line.command,
      let edit = try CommandTable.spec(id).command?.init(line, in: context) as? any EditCommand
    else { throw Failure(.defect, "a line without an edit was read as a step") }
    let name = line.text(.name) ?? former ?? edit.defaultName
    let words = RecordedWords(line, of: CommandTable.spec(id))
    var origin = StepOrigin(line, in: session)
    if let step {
      origin.time = step.time
      if !line.has(.author) { origin.author = author ?? step.author }
    }
    return try session.remake(edit, name: name, origin: origin, ifUnchanged: words.text)
  }
}

/// How a recorded step becomes another one.
struct ChangedStep {
  /// Its new name; nil to keep it, as far as it was given.
  var name: String?
  /// Its new author; nil to keep it.
  var author: String?
  /// How far its positions move right and down, in pixels.
  var offset: (x: Double, y: Double)?
  /// Other words of a text.
  var texts: [[UInt8]] = []
  /// Other points.
  var points: [[UInt8]] = []
  /// Another picture.
  var file: [UInt8]?
  /// Options with their values, and words that follow points or a text.
  var options: [[UInt8]] = []
  /// All its words, written anew, with the numbers of the old line; nil if single ones are changed.
  var words: String?
  /// Another command in its place; nil if it is changed.
  var replacement: TypedStep?

  /// Throws a failure of exit code 64 for words that the step cannot have.
  func check(on step: Revision) throws(Failure) {
    guard replacement == nil, case .edit(let command) = try step.checkedCommand(), let words = try changed(command)
    else { return }
    _ = try words.parsed()
  }

  /// Makes the step after the current revision.
  ///
  /// - Parameters:
  ///   - command: the recorded command, with the numbers of the new line.
  ///   - step: the step on the old line.
  func perform(_ command: CanonicalCommand, _ step: Revision, in session: Session) throws -> Revision {
    let canvas = session.document.size
    // A name that nobody gave follows the step.
    let given = command.defaultName(on: canvas, referringTo: nil) == step.name ? nil : step.name
    if let replacement {
      return try replacement.perform(in: session, named: name ?? given, by: author, insteadOf: step)
    }
    guard var words = try changed(command) else {
      throw Failure(
        .failed, "r\(step.number) \(step.name) cannot be changed", hint: "paint amend r\(step.number) --drop")
    }
    if command.words?.has(.outlines) ?? false, !words.has(.outlines), points.isEmpty {
      let (typed, recorded) = (CanonicalCommand(step.typed), CanonicalCommand(step.command))
      words.anchor(as: typed, from: recorded, to: command, on: canvas, offset)
    }
    let new = CanonicalCommand(words.text)
    let line = try words.parsed()
    guard let id = line.command,
      let edit = try CommandTable.spec(id).command?.init(line, in: LineContext(canvas: canvas)) as? any EditCommand
    else { throw Failure(.defect, "a step was changed into none") }
    var origin = StepOrigin(of: step, as: words.text)
    if let author = line.text(.author) ?? author { origin.author = author }
    if words.text != step.command {
      origin.words = try typed(step, as: command)?.text ?? StepOrigin.words(of: line)
    }
    return try session.remake(
      edit, name: name ?? given ?? edit.defaultName, origin: origin, ifUnchanged: new.recordedText)
  }

  /// The words as typed with the same changes; nil if they would not say where the new step is.
  private func typed(_ step: Revision, as command: CanonicalCommand) throws(Failure) -> RecordedWords? {
    guard command.recordedText == step.command, words == nil, offset == nil, file == nil else { return nil }
    let typed = CanonicalCommand(step.typed)
    return typed.id == command.id ? try changed(typed) : nil
  }

  /// Options that decide how a text is laid out.
  private static let layoutOptions: [OptionID] = [.size, .font, .maxWidth, .align]

  private func changed(_ command: CanonicalCommand) throws(Failure) -> RecordedWords? {
    guard var words = command.words else { return nil }
    if let offset { words.move(byX: offset.x, y: offset.y) }
    var points = points
    var texts = texts
    if !options.isEmpty {
      let before = words.operandCount
      var line = words.line(with: options)
      var parser = LineParser()
      try parser.parse(&line)
      // What follows --points and --text.
      let more = line.operands.dropFirst(before).map { Array(line.words.bytes[$0]) }
      if !points.isEmpty {
        points += more
      } else if !texts.isEmpty {
        texts += more
      } else if let first = more.first {
        let word = String(decoding: first, as: UTF8.self)
        throw Failure(
          .unexpectedWord, "amend: unexpected \(Failure.quoted(word))", hint: "usage: \(AmendCommand.spec.usage)")
      }
      words.set(options)
      // The glyphs stay if only colours and places are others.
      if options.contains(where: { OptionTable.match(word: $0).map(Self.layoutOptions.contains) ?? false }) {
        words.remove(.outlines)
      }
    }
    if !texts.isEmpty {
      guard words.id == .text else { throw notOf("--text", words, "a text") }
      words.setOperands(from: 1, to: texts)
      words.remove(.outlines)
    }
    if !points.isEmpty {
      guard let place = words.firstPoint else { throw notOf("--points", words, "a step with points") }
      if words.id == .text { words.setOperand(0, to: points[0]) } else { words.setOperands(from: place, to: points) }
    }
    if let file {
      guard words.hasFile else { throw notOf("--file", words, "a step with a picture") }
      words.setOperand(0, to: file)
    }
    return words
  }

  private func notOf(_ option: String, _ words: RecordedWords, _ kind: String) -> Failure {
    Failure(
      .unknownOption, "\(words.title) is not \(kind), so it has no \(option)", hint: "paint show REV shows the step")
  }
}
