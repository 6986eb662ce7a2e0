/// How the colours of a paint and those below become one.
///
/// A mode is a case here and a compositor in a file of its own.
public enum BlendMode: String, Sendable, Hashable, CaseIterable {
  /// The paint covers what is below it (source-over).
  case normal
}
