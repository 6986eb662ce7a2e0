// What exit codes and error codes mean, for the reference.
extension ExitCode {
  /// When a command ends with it, without a full stop.
  var meaning: String {
    switch self {
    case .done: "done; also when no pixel changed, and when the reader of a pipe has closed it"
    case .failed:
      "the operation failed, lines of a `--keep-going` batch failed, or pictures differ for `diff --exit-code`"
    case .nothingToDo: "there is nothing to undo, to redo, to group or to ungroup; no step was taken"
    case .unexpectedState: "`--expect` does not hold; nothing was done"
    case .usage: "the command line is wrong"
    case .damagedInput:
      "input is damaged: a bad picture or font, a bad line of a script, a damaged document or one of another version"
    case .noInput: "no such input, document or revision"
    case .defect: "a defect in paint"
    case .cannotCreate: "cannot create: it exists already, or its folder does not exist"
    case .ioFailed:
      "reading or writing failed, for example because the disk is full, the folder for temporary files (`TMPDIR`) is "
        + "missing, too many files are open or there is not enough memory; the document is unchanged unless the message "
        + "says otherwise: that the outcome is unknown, so it is before or after the step, or that the command or lines "
        + "of a script were done, but the output could not be written"
    case .busy: "another command locked the document for longer than `--wait`; try again"
    case .interrupted: "Ctrl-C ended the command; no temporary file is left, and an edit is either kept or not made"
    }
  }
}

extension FailureCode {
  /// What the error is about, without a full stop.
  var meaning: String {
    switch self {
    case .unknownCommand: "no command has that name"
    case .unknownBrush: "no brush of `stroke` has that name"
    case .unknownOption: "the command has no such option"
    case .unknownColor: "the word is not a colour"
    case .unknownFilter: "no filter has that name"
    case .unknownParameter: "the filter has no such parameter"
    case .missingWord: "an operand, or an option that the command needs, is missing"
    case .unexpectedWord: "an extra word, or options that exclude each other"
    case .missingValue: "an option without its value"
    case .badValue: "a value that the option or the operand cannot have"
    case .badPoint: "a word that is not a point, or a point outside the canvas"
    case .badBox: "a word that is not a box, or a box without a pixel"
    case .badPath: "path data that cannot be read"
    case .severalDocuments: "the folder has several documents and none is named"
    case .badScript: "a line of a script that cannot be split into words, or a group that does not end"
    case .damagedInput: "a file that is damaged or has the wrong format"
    case .tooLarge: "a picture that is too large"
    case .damagedDocument: "a damaged document"
    case .otherVersion: "a document of another version of the format, older or newer; nothing was changed"
    case .noInput: "no such file, font or kept file"
    case .noDocument: "no such document, or none in this folder"
    case .noRevision: "no such revision, branch or step"
    case .failed: "the operation is not possible on this canvas or with this history"
    case .programFailed: "`run`: the other program failed, or did not leave a picture of the same size"
    case .nothingToUndo: "there is nothing to undo"
    case .nothingToRedo: "there is nothing to redo"
    case .nothingToGroup: "there are fewer steps to join"
    case .nothingToUngroup: "the step that undo would undo is not a group"
    case .expectationFailed: "the canvas is not in the state of `--expect`; the error has its state"
    case .defect: "a defect in paint; the document is unchanged"
    case .cannotCreate: "a document or file that exists already, or whose folder does not exist"
    case .readFailed: "a file or the disk could not be read, or there is not enough memory"
    case .writeFailed: "a file or the disk could not be written"
    case .busy: "another command has locked the document"
    case .interrupted: "Ctrl-C ended a script between two lines; the message says what is kept"
    }
  }
}
