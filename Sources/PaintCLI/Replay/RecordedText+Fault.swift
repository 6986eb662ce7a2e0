import PaintHistory

extension RecordedText {
  /// Why the commands that print it, repeat it or use it would call it damaged; nil if they take it.
  ///
  /// - Complexity: linear in the text's length.
  var fault: String? {
    do throws(Failure) {
      switch self {
      case .revision(let revision): _ = try revision.record()
      case .group(let group): try Self.check(group.name, of: "the group of r\(group.last)")
      case .branch(let branch): try Self.check(branch)
      case .settings(let text):
        return StrokeSettings(stored: text) == nil ? "the settings of paint set are damaged or name a file" : nil
      }
      return nil
    } catch {
      return error.message
    }
  }

  /// Throws `damaged_document` for a name that no command can give.
  ///
  /// - Parameter thing: what has the name, for the message.
  static func check(_ name: String, of thing: String) throws(Failure) {
    guard name.isEmpty || name.utf8.contains(0) else { return }
    throw Failure(.damagedDocument, "the name of \(thing) is none: \(Failure.quoted(name))")
  }

  /// Throws `damaged_document` for an author that no command can give; a revision without one has none.
  static func check(author revision: Revision) throws(Failure) {
    guard revision.author.utf8.contains(0) else { return }
    throw Failure(
      .damagedDocument, "the author of r\(revision.number) is none: \(Failure.quoted(revision.author))")
  }

  /// Throws `damaged_document` for a branch that no command can name.
  static func check(_ branch: Branch) throws(Failure) {
    guard let reason = BranchName.rejectionReason(branch.name) else { return }
    throw Failure(
      .damagedDocument,
      "the branch of r\(branch.revision) has the name \(Failure.quoted(branch.name)), which cannot name one: \(reason)")
  }
}
