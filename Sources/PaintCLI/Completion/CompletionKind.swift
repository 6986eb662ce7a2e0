/// What can be completed at a place of the command line: the kind of an operand or of an option's value.
enum CompletionKind: Equatable, Sendable {
  /// Nothing that is known beforehand, such as a number or a text.
  case anything
  /// One of these words.
  case words([String])
  /// A colour.
  case color
  /// A colour, a gradient or a pattern.
  case paint
  /// A point: numbers, or an anchor of the canvas.
  case point
  /// A font's name or file.
  case font
  /// A filter, its parameters and their values.
  case filter
  /// A revision or a branch.
  case revision
  /// A revision, a branch or `none`.
  case revisionOrNone
  /// A range of revisions, `A..B`.
  case revisions
  /// A state of the canvas.
  case state
  /// A branch.
  case branch
  /// A revision, a branch or a picture file.
  case revisionOrPicture
  /// A picture file.
  case picture
  /// Any file.
  case file
  /// A folder; documents are folders.
  case folder
  /// A program that the system can run.
  case program

  /// Whether options are offered, too, where nothing is typed: because what can be completed here is not all that can
  /// be here.
  var isOpen: Bool {
    switch self {
    case .anything, .point, .filter: true
    default: false
    }
  }
}

extension CommandSpec {
  /// What the operand at that place can be, from 0.
  func completionKind(ofOperand place: Int) -> CompletionKind {
    guard place < operandCount.upperBound else { return .anything }
    return place < operandKinds.count ? operandKinds[place] : operandKinds.last ?? .anything
  }

  /// What the value of an option can be.
  func completionKind(of option: OptionID) -> CompletionKind {
    ValueForm.form(of: option, named: optionValues[option])?.completion ?? .anything
  }
}

extension ValueForm {
  /// The form of an option's value that has this name in usage lines; by default the general name of its value.
  static func form(of option: OptionID, named name: String? = nil) -> ValueForm? {
    let name = name ?? OptionSpec.spec(option).valueName
    let names = OptionSpec.spec(option).forms
    let forms = all.filter { names.contains($0.name) }
    return forms.first { $0.valueName == name } ?? forms.first { $0.valueName == nil } ?? forms.first
  }
}
