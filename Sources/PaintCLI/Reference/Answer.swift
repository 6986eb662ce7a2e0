/// What a command prints with `--json`, for the reference: one object or one list per line.
struct Answer: Equatable, Sendable {
  /// Its name in the schema.
  let name: String
  /// Its heading.
  let title: String
  /// Which commands print it, and when, in a sentence.
  let occasion: String
  /// An object with fields, or a list of such objects.
  let kind: AnswerField.Kind
  /// The key of the answer in a script, whose answers are objects with a `line`; nil for an answer that has a `line`
  /// itself, or that does not occur in scripts.
  let scriptKey: String?

  /// An answer that is an object.
  init(_ name: String, _ title: String, _ occasion: String, inScript key: String? = nil, _ fields: [AnswerField]) {
    (self.name, self.title, self.occasion) = (name, title, occasion)
    (kind, scriptKey) = (.object(fields), key)
  }

  /// An answer that is a list of objects.
  init(_ name: String, _ title: String, _ occasion: String, listOf fields: [AnswerField], inScript key: String?) {
    (self.name, self.title, self.occasion) = (name, title, occasion)
    (kind, scriptKey) = (.list(.object(fields)), key)
  }

  static func == (first: Answer, second: Answer) -> Bool { first.name == second.name }

  /// All answers.
  static var all: [Answer] {
    [
      // Commands that change something.
      .receipt, .move, .amendment, .event, .group,
      .settings, .name, .branch,
      .limits, .collection, .forgetting,
      // Commands that only read.
      .history, .script, .steps, .revision, .blame, .comparison,
      .status, .selection, .disk, .colors, .branches, .check, .pictureFile, .fonts,
      .filters, .filter, .view,
      // Commands that write files.
      .file, .animation,
      // Scripts.
      .summary, .onePicture, .manyPictures, .checkedScript, .groupLine, .skippedLine,
      // About the program.
      .version, .commandHelp, .topicHelp, .completion,
      // Failures.
      .error,
    ]
  }
}
