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
  /// The label of an edit.
  private func label(_ name: String, _ command: String) -> EditLabel {
    EditLabel(name: name, command: command, time: remadeTime)
  }

  /// Makes a step that was made before again; it is a step even if it changes nothing.
  ///
  /// - Parameters:
  ///   - time: when it was made first, in milliseconds since 1970, UTC; nil for now.
  ///   - command: its canonical command, for an edit that changes nothing.
  func remake(
    _ edit: any EditCommand, name: String, time: Int?, ifUnchanged command: String
  ) throws -> Revision {
    document.keepsUnchanged = true
    remadeTime = time
    defer {
      document.keepsUnchanged = false
      remadeTime = nil
    }
    if let revision = try edit.perform(in: self, name: name) { return revision }
    guard let revision = try document.perform(EmptyEdit(), label(name, command)) else {
      throw Failure(.defect, "a step that changes nothing is none")
    }
    return revision
  }

  /// Makes an edit; nil if no pixel changed.
  func perform<E: Edit>(_ edit: E, name: String, command: String) throws(E.Failure) -> Revision? {
    try document.perform(edit, label(name, command))
  }

  /// Makes an edit that draws at a position; warns if that is outside of the canvas.
  func perform<E: PlacedEdit>(_ edit: E, name: String, command: String) throws(E.Failure) -> Revision? {
    let canvas = document.size
    let revision = try document.perform(edit, label(name, command))
    if revision == nil, edit.isOutside(canvas) {
      console.warn(
        "this is completely outside the canvas of \(canvas.width)x\(canvas.height), so nothing was changed")
    }
    return revision
  }
}
