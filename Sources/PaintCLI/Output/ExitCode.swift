/// The exit codes, with the numbers of BSD's sysexits where they have one.
package enum ExitCode: Int32, Sendable, CaseIterable {
  /// Success.
  case done = 0
  /// The operation failed, or part of a `--keep-going` batch did.
  case failed = 1
  /// Nothing to undo or to redo: no step was taken.
  case nothingToDo = 3
  /// `--expect` does not hold; nothing was done.
  case unexpectedState = 4
  /// The command line is wrong.
  case usage = 64
  /// Input is damaged: a bad PNG, a bad script line, a damaged document or one of another version.
  case damagedInput = 65
  /// No such input, document or revision.
  case noInput = 66
  /// A defect in paint.
  case defect = 70
  /// Cannot create: it exists already, or its folder does not exist.
  case cannotCreate = 73
  /// Reading or writing failed; the document is unchanged.
  case ioFailed = 74
  /// Another command locked the document for too long; try again.
  case busy = 75
  /// Ctrl-C.
  case interrupted = 130
}
