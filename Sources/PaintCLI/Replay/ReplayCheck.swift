import PaintEditing
import PaintHistory

/// Makes every step of a drawing again and compares the result with what is stored; nothing is kept.
struct ReplayCheck {
  private let session: Session
  /// The number of steps that were made.
  private(set) var steps = 0
  /// The first step that is not what its command draws; nil if there is none.
  private(set) var first: Revision?

  /// The bytes of steps of which nothing is kept together, so that a dry run needs little disk.
  private static let blockBytes = 32 << 20

  /// - Parameter session: the drawing, opened for a dry run.
  init(_ session: Session) { self.session = session }

  /// Makes the steps, in the order of their numbers.
  ///
  /// - Parameter progress: called with the number of steps that are done, and of all.
  /// - Throws: a failure if a step cannot be made; errors of the history.
  mutating func run(_ progress: (Int, Int) -> Void) throws {
    let history = session.history
    try history.beginEditing()
    let numbers = try history.numbers()
    var start = 0
    while start < numbers.count, first == nil {
      let session = session
      (first, start) = try session.document.rehearse {
        var (place, bytes) = (start, 0)
        // The revision that the canvas is the same as.
        var here: Int?
        while place < numbers.count, bytes < Self.blockBytes {
          progress(place, numbers.count)
          let step = try history.revision(numbers[place])
          if try Self.isWrong(step, in: session, showing: here) { return (step, place) }
          here = step.number
          bytes += history.current.bytes
          place += 1
        }
        return (nil, place)
      }
    }
    steps = numbers.count
    history.rollback()
  }

  /// Makes a step again, after which the canvas is that of the step, and compares both.
  ///
  /// - Parameter shown: the revision that the canvas is the same as; nil if it is not known.
  private static func isWrong(_ step: Revision, in session: Session, showing shown: Int?) throws -> Bool {
    let history = session.history
    guard let parent = step.parent, case .edit(let command) = try step.checkedCommand() else {
      try history.goTo(step.number)
      return false
    }
    do {
      try step.checkReferences(of: command, in: history)
    } catch let failure as Failure where failure.code == .noRevision {
      session.console.warn("r\(step.number) \(step.name) was not made again: \(failure.message)")
      try history.goTo(step.number)
      return false
    }
    // What refers to others looks for them on its own line.
    if shown != parent || !command.references.isEmpty { try history.goTo(parent) }
    let edit = try command.edit(on: history.current.size)
    let made = try session.console.withoutWarnings {
      try session.remake(
        edit, name: step.name, origin: StepOrigin(of: step, as: step.command), ifUnchanged: command.recordedText)
    }
    guard made.fingerprint == step.fingerprint, made.size == step.size, made.background == step.background else {
      return true
    }
    let before = try session.document.selection(of: history.snapshot(at: step.number))
    return try session.document.selection()?.summary != before?.summary
  }
}
