import PaintHistory

extension Session {
  /// Warns of a drawing that was copied while a command wrote: what a command has shown of it may be newer or older than
  /// what is whole.
  func warnOfCopy() {
    // It is only a warning: a file that cannot be read now is an error for the command that needs it.
    if let copy = try? history.unfinishedCopy() { console.warn("\(path.string): \(copy.message)") }
    if let packs = try? history.packsAfterIndex(), packs > 0 { console.warn(Self.unconfirmedWarning(packs)) }
  }

  /// The warning of packs that the index does not know.
  static func unconfirmedWarning(_ packs: Int) -> String {
    "the index does not know \(NumberText.counted(packs, "pack")), for example because its log was lost or this is a copy "
      + "that was taken in use: paint check --recover adds the complete steps as a branch, paint forget --unconfirmed "
      + "deletes them"
  }
}
