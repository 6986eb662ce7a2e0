/// A text that a document records without knowing its words, for those who do.
public enum RecordedText: Sendable {
  /// The command and the name of a revision.
  case revision(Revision)
  /// The name of a group.
  case group(Group)
  /// The name of a branch.
  case branch(Branch)
  /// The settings for later strokes; they may be empty.
  case settings(String)
}
