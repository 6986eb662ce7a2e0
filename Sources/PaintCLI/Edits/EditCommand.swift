import PaintEditing
import PaintHistory

/// A command that changes the picture, as one step.
protocol EditCommand: Command {
  /// The name of the edit if the line has none.
  var defaultName: String { get }

  /// What it reads of the canvas; it may state more than it reads, never less.
  ///
  /// Only called for a recorded command, in which everything is resolved.
  var reads: StepReads { get }

  /// Makes the edit; nil if no pixel changed.
  ///
  /// Throws a failure if it is not possible on this canvas, or an error of the libraries.
  func perform(in session: Session, name: String) throws -> Revision?
}

extension EditCommand {
  func run(_ line: ParsedLine, in session: Session) throws -> CommandResult {
    let name = line.text(.name) ?? session.label ?? defaultName
    let revision = try perform(in: session, name: name)
    return try session.result(line, ofEdit: revision, named: name)
  }
}

extension Session {
  /// Makes a step that was made before again; it is a step even if it changes nothing.
  ///
  /// - Parameters:
  ///   - origin: where it comes from, and when it was made first.
  ///   - command: its canonical command, for an edit that changes nothing.
  func remake(
    _ edit: any EditCommand, name: String, origin: StepOrigin, ifUnchanged command: String
  ) throws -> Revision {
    document.keepsUnchanged = true
    let former = self.origin
    self.origin = origin
    defer {
      document.keepsUnchanged = false
      self.origin = former
    }
    if let revision = try edit.perform(in: self, name: name) { return revision }
    guard let revision = try document.perform(EmptyEdit(), origin.label(name: name, command: command)) else {
      throw Failure(.defect, "a step that changes nothing is none")
    }
    return revision
  }

  /// Makes an edit; nil if no pixel changed.
  func perform<E: Edit>(_ edit: E, name: String, command: String) throws(E.Failure) -> Revision? {
    try document.perform(edit, origin.label(name: name, command: command))
  }

  /// Makes an edit that draws at a position; warns if that is outside of the canvas.
  func perform<E: PlacedEdit>(_ edit: E, name: String, command: String) throws(E.Failure) -> Revision? {
    let canvas = document.size
    let revision = try document.perform(edit, origin.label(name: name, command: command))
    if revision == nil, edit.isOutside(canvas) {
      console.warn(
        "this is completely outside the canvas of \(canvas.width)x\(canvas.height), so nothing was changed")
    }
    return revision
  }
}
