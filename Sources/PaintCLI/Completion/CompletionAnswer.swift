/// What can be at a place of a line.
struct CompletionAnswer: Equatable {
  /// One word that can be there.
  struct Candidate: Equatable {
    /// The word, or the part of it that follows `kept`; without control characters.
    var text: String
    /// A description on one line; empty for none.
    var note = ""

    /// Creates a candidate; control characters in the description are escaped.
    init(_ text: String, _ note: String = "") {
      self.text = text
      self.note = Failure.oneLine(note)
    }
  }

  /// The files that can be there; the shell finds them.
  enum Files: Equatable {
    /// Any file.
    case all
    /// Files with these endings, and folders.
    case ending([String])
    /// Folders.
    case folders
    /// Programs.
    case programs

    /// The directive for the shell's script: `files png jpg`.
    var directive: String {
      switch self {
      case .all: "files"
      case .ending(let endings): "files " + endings.joined(separator: " ")
      case .folders: "folders"
      case .programs: "programs"
      }
    }
  }

  /// The part of the word that stays before each candidate and file: `--color=`.
  var kept: [UInt8] = []
  /// The words, in the order to show them.
  private(set) var candidates: [Candidate] = []
  /// The files, in addition to the words; nil for none.
  var files: Files?

  /// The directive for the shell's script: `words`, or the kind of files.
  var directive: String { files?.directive ?? "words" }

  /// Adds words, except those that a shell or a terminal might not show as they are: they are typed by hand.
  mutating func add(_ more: some Sequence<Candidate>) {
    candidates += more.filter { candidate in
      !candidate.text.isEmpty && !candidate.text.unicodeScalars.contains { Failure.isControl($0) || $0 == "\u{fffd}" }
    }
  }

  /// Adds words without descriptions.
  mutating func add(words: some Sequence<String>) { add(words.map { Candidate($0) }) }
}
