import PaintFilters
import PaintFormats
import PaintRaster

/// Answers what can be at a place of a line, from the tables that the parser uses.
struct Completer {
  private let place: CompletionPlace
  private let sources: CompletionSources
  private var answer = CompletionAnswer()

  /// The answer for a place.
  static func answer(at place: CompletionPlace, from sources: CompletionSources) -> CompletionAnswer {
    var completer = Completer(place: place, sources: sources)
    completer.complete()
    return completer.answer
  }

  private init(place: CompletionPlace, sources: CompletionSources) {
    self.place = place
    self.sources = sources
  }

  private mutating func complete() {
    switch place.role {
    case .command: addCommands()
    case .option:
      if place.spec?.takesForeignOptions == true { addParameters() }
      addOptions()
    case .operand(let number):
      let kind = place.spec?.completionKind(ofOperand: number) ?? .anything
      if let option = place.possibleOption, let spec = place.spec { add(spec.completionKind(of: option), place.word) }
      // A word of which a part stays is the option's value.
      if !answer.kept.isEmpty { return }
      add(kind, place.word)
      if kind.isOpen, place.word.isEmpty, !place.optionsEnded { addOptions() }
    case .value(let option, let kept):
      answer.kept = Array(place.word.prefix(kept))
      let general = ValueForm.form(of: option)?.completion ?? .anything
      add(place.spec?.completionKind(of: option) ?? general, Array(place.word.dropFirst(kept)))
    case .parameter(let name, let kept):
      answer.kept = Array(place.word.prefix(kept))
      switch FilterPlace(place.line).description?.parameter(named: name)?.kind {
      case .color: add(.color, Array(place.word.dropFirst(kept)))
      case .point: add(.point, Array(place.word.dropFirst(kept)))
      case .flag: add(.words(["true", "false"]), [])
      case .number, .integer, .angle, .vector, nil: break
      }
    case .nothing: break
    }
  }

  private mutating func addCommands() {
    let group = place.line.group
    // A topic can have the name of a command, which its page then ends with.
    let topics = Set(place.isAfterHelp ? HelpTopic.allCases.map(\.rawValue) : [])
    for spec in CommandTable.all where spec.group == group && !topics.contains(spec.name) {
      answer.add([CompletionAnswer.Candidate(spec.name, spec.summary)])
    }
    guard group == nil else { return }
    for name in CommandTable.groups {
      answer.add([CompletionAnswer.Candidate(name, "draw with \(CommandTable.names(in: name, joinedBy: "or"))")])
    }
    if place.isAfterHelp {
      answer.add(HelpTopic.allCases.map { CompletionAnswer.Candidate($0.rawValue, "topic: \($0.summary)") })
    }
    if !place.line.has(.help) {
      answer.add([CompletionAnswer.Candidate("help", "show the help of a command or a topic")])
    }
  }

  // MARK: Options

  /// The options that the command takes and that are not given yet.
  private mutating func addOptions() {
    let own = place.spec.map { $0.options + ($0.isEdit ? CommandSpec.editOptions : []) } ?? []
    var seen: Set<OptionID> = []
    for id in own + CommandSpec.commonOptions where !place.whole.has(id) && seen.insert(id).inserted {
      let option = OptionSpec.spec(id)
      let help = place.spec?.help(of: id) ?? option.fullHelp
      answer.add([CompletionAnswer.Candidate("--\(option.name)", help)])
      if case .reversible = option.form { answer.add([CompletionAnswer.Candidate("--no-\(option.name)", help)]) }
    }
  }

  /// The parameters of the filter before the cursor that are not given yet.
  private mutating func addParameters() {
    let filter = FilterPlace(place.line)
    for parameter in filter.description?.parameters ?? [] where !filter.given.contains(parameter.name) {
      answer.add([CompletionAnswer.Candidate("--\(parameter.name)", parameter.summary)])
      if case .flag = parameter.kind {
        answer.add([CompletionAnswer.Candidate("--no-\(parameter.name)", parameter.summary)])
      }
    }
  }

  // MARK: Values

  private mutating func add(_ kind: CompletionKind, _ typed: [UInt8]) {
    switch kind {
    case .anything: break
    case .words(let words): answer.add(words: words)
    case .color: addColors()
    case .paint: addPaint(PaintPlace(typed), typed)
    case .point: answer.add(words: Anchor.allCases.map(\.rawValue))
    case .font:
      answer.add(words: sources.fonts())
      answer.files = .ending(FontWord.endings)
    case .filter: addFilters(typed)
    case .revision: addRevisions(typed)
    case .revisionOrNone:
      addRevisions(typed)
      answer.add([CompletionAnswer.Candidate("none", "transparent pixels")])
    case .revisions: addRevisions(ofRange: typed)
    case .state:
      guard let places = sources.places(place.whole, "") else { return }
      answer.add([CompletionAnswer.Candidate("r\(places.current)", "the current revision")])
      answer.add([CompletionAnswer.Candidate(places.fingerprint, "the fingerprint of the canvas")])
    case .branch: addBranches(sources.places(place.whole, ""))
    case .revisionOrPicture:
      addRevisions(typed)
      answer.files = .ending(PictureFormat.all.flatMap(\.endings))
    case .picture: answer.files = .ending(PictureFormat.all.flatMap(\.endings))
    case .file: answer.files = .all
    case .folder: answer.files = .folders
    case .program: answer.files = .programs
    }
  }

  private mutating func addPaint(_ place: PaintPlace, _ typed: [UInt8]) {
    answer.kept += typed.prefix(place.kept)
    for part in place.parts {
      switch part {
      case .color: addColors()
      case .beginning: answer.add(words: GradientReader.beginnings + [PatternArgument.beginning])
      case .words(let words): answer.add(words: words)
      case .picture: answer.files = .ending(PictureFormat.all.flatMap(\.endings))
      }
    }
  }

  private mutating func addColors() {
    for color in NamedColor.all {
      // Without the alpha, which is that of all of them.
      let digits = HexadecimalColor.text(NamedColor.pixel(color.rgb)).dropLast(2)
      answer.add([CompletionAnswer.Candidate(color.name, String(digits))])
    }
    answer.add([CompletionAnswer.Candidate("none", "transparent")])
  }

  private mutating func addFilters(_ typed: [UInt8]) {
    let filter = FilterPlace(place.line)
    if filter.isName {
      for description in FilterCatalog.descriptions {
        answer.add([CompletionAnswer.Candidate(description.name, description.summary)])
        // Other names are only for those who begin to type them.
        for alias in description.aliases where !typed.isEmpty && alias.utf8.starts(with: typed) {
          answer.add([CompletionAnswer.Candidate(alias, "the same as \(description.name)")])
        }
      }
    } else {
      if !place.optionsEnded { addParameters() }
      answer.add([CompletionAnswer.Candidate("+", "another filter after this one")])
    }
  }

  // MARK: Revisions

  /// The words for revisions, the branches, and revisions by number, written as they are begun.
  private mutating func addRevisions(_ typed: [UInt8]) {
    let text = String(decoding: typed, as: UTF8.self)
    let hasLetter = text.hasPrefix("r")
    let digits = hasLetter ? String(text.dropFirst()) : text
    let isNumber = !digits.isEmpty && digits.utf8.allSatisfy { Number.decimalDigit($0) != nil }
    let places = sources.places(place.whole, isNumber ? digits : "")
    let numbers = places.map { [$0.start, $0.current, $0.latest].map { "r\($0), " } } ?? ["", "", ""]
    let notes = ["the oldest that is kept", "that of the canvas", "where redo ends"]
    for (word, (number, note)) in zip(RevisionArgument.words, zip(numbers, notes)) {
      answer.add([CompletionAnswer.Candidate(word, number + note)])
    }
    addBranches(places)
    if !text.isEmpty, !isNumber { addNames(places) }
    for revision in places?.revisions ?? [] {
      let mark = revision.number == places?.current ? " (current)" : ""
      answer.add([
        CompletionAnswer.Candidate(
          isNumber && !hasLetter ? "\(revision.number)" : "r\(revision.number)", revision.name + mark)
      ])
    }
  }

  private mutating func addBranches(_ places: CompletionSources.Places?) {
    for branch in places?.branches ?? [] where BranchName.rejectionReason(branch.name) == nil {
      answer.add([CompletionAnswer.Candidate(branch.name, "branch on r\(branch.revision)")])
    }
  }

  /// The names of steps, for those who begin to type one: most are short words that many steps have.
  private mutating func addNames(_ places: CompletionSources.Places?) {
    let branches = places?.branches.map(\.name) ?? []
    for name in places?.names ?? []
    where RevisionArgument.isName(name) && !RevisionArgument.words.contains(name) && !branches.contains(name) {
      answer.add([CompletionAnswer.Candidate(name, "the newest step of that name")])
    }
  }

  private mutating func addRevisions(ofRange typed: [UInt8]) {
    let dots = typed.indices.dropLast().first { typed[$0] == UInt8(ascii: ".") && typed[$0 + 1] == typed[$0] }
    guard let dots else {
      answer.add([CompletionAnswer.Candidate("start..current", "the steps that led to the canvas")])
      answer.add([CompletionAnswer.Candidate("start..latest", "and those that redo would repeat")])
      return
    }
    let first = typed[..<dots]
    // Only what is written exactly as it means can stay.
    guard first.isEmpty || (try? RevisionArgument.parse(Array(first).span)) != nil,
      String(decoding: first, as: UTF8.self).utf8.elementsEqual(first)
    else { return }
    answer.kept += typed[..<(dots + 2)]
    addRevisions(Array(typed[(dots + 2)...]))
  }
}
