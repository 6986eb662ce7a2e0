/// The kinds of failure, with their names in JSON; a name never changes its meaning.
enum FailureCode: String, Sendable, CaseIterable {
  // The command line.
  case unknownCommand = "unknown_command"
  case unknownBrush = "unknown_brush"
  case unknownOption = "unknown_option"
  case unknownColor = "unknown_color"
  case unknownFilter = "unknown_filter"
  case unknownParameter = "unknown_parameter"
  case missingWord = "missing_word"
  case unexpectedWord = "unexpected_word"
  case missingValue = "missing_value"
  case badValue = "bad_value"
  case badPoint = "bad_point"
  case badBox = "bad_box"
  case badPath = "bad_path"
  case severalDocuments = "several_documents"
  // Scripts, files, documents and revisions.
  case badScript = "bad_script"
  case damagedInput = "damaged_input"
  case tooLarge = "too_large"
  case damagedDocument = "damaged_document"
  case otherVersion = "other_version"
  case noInput = "no_input"
  case noDocument = "no_document"
  case noRevision = "no_revision"
  // While a command runs.
  case failed = "failed"
  case programFailed = "program_failed"
  case nothingToUndo = "nothing_to_undo"
  case nothingToRedo = "nothing_to_redo"
  case nothingToGroup = "nothing_to_group"
  case nothingToUngroup = "nothing_to_ungroup"
  case expectationFailed = "expectation_failed"
  case defect = "defect"
  case cannotCreate = "cannot_create"
  case readFailed = "read_failed"
  case writeFailed = "write_failed"
  case busy = "busy"
  case interrupted = "interrupted"

  /// The exit code of this kind of failure.
  var exitCode: ExitCode {
    switch self {
    case .unknownCommand, .unknownBrush, .unknownOption, .unknownColor, .unknownFilter, .unknownParameter, .missingWord,
      .unexpectedWord,
      .missingValue, .badValue, .badPoint, .badBox, .badPath, .severalDocuments:
      .usage
    case .badScript, .damagedInput, .tooLarge, .damagedDocument, .otherVersion: .damagedInput
    case .noInput, .noDocument, .noRevision: .noInput
    case .failed, .programFailed: .failed
    case .nothingToUndo, .nothingToRedo, .nothingToGroup, .nothingToUngroup: .nothingToDo
    case .expectationFailed: .unexpectedState
    case .defect: .defect
    case .cannotCreate: .cannotCreate
    case .readFailed, .writeFailed: .ioFailed
    case .busy: .busy
    case .interrupted: .interrupted
    }
  }
}
