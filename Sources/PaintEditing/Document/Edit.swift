import PaintHistory

/// Something that makes a revision: a stroke, a fill, a text, a picture that is laid over the canvas.
///
/// An edit only changes the canvas: `Document.perform` begins the revision with the first pixel that differs, labels it
/// and ends it, or abandons it if the edit fails.
public protocol Edit {
  /// The error that it throws.
  associatedtype Failure: EditFailure

  /// Whether it also changes what is not selected; false for nearly all.
  var ignoresSelection: Bool { get }

  /// Changes the canvas.
  ///
  /// - Throws: the reason for which the edit is abandoned; the canvas then shows the previous picture.
  func apply(to canvas: inout EditContext) throws(Failure)
}

extension Edit {
  /// The selection limits the edit.
  public var ignoresSelection: Bool { false }
}

/// The reason for which an edit failed, which may be an error of the history.
public protocol EditFailure: Error {
  /// Wraps an error of the history.
  init(_ error: HistoryError)
}

extension HistoryError: EditFailure {
  /// The same error.
  public init(_ error: HistoryError) { self = error }
}

extension EditingError: EditFailure {
  /// Wraps an error of the history.
  public init(_ error: HistoryError) { self = .history(error) }
}

/// What the history says about an edit: its name, its author and its command.
public struct EditLabel: Sendable, Hashable {
  /// The name, such as "Pencil".
  public var name: String
  /// Who makes the edit; empty if nobody is named.
  public var author: String
  /// The canonical command that repeats the edit.
  public var command: String
  /// The command as it was typed, on one line; empty if that is the canonical one.
  public var typed: String
  /// The time of a step that is made again, in milliseconds since 1970, UTC; nil for the present time.
  public var time: Int?

  /// Creates a label.
  public init(name: String, author: String = "", command: String, typed: String = "", time: Int? = nil) {
    self.name = name
    self.author = author
    self.command = command
    self.typed = typed
    self.time = time
  }
}
