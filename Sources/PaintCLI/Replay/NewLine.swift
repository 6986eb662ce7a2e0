import PaintEditing
import PaintHistory
import PaintRaster

/// A line of steps that is made after the current revision, from recorded steps and new ones.
///
/// A recorded step runs again only if it reads something that differs from the line on which it was made; otherwise its
/// tiles are taken over. Every step stays one, also if it changes nothing here.
struct NewLine {
  /// How a line is made.
  struct Options {
    /// Whether a step that fails is left out.
    let skipsFailing: Bool
    /// Whether plain numbers stay as they are, wherever the picture is moved to.
    let keepsNumbers: Bool
    /// Whether programs run again.
    let rerun: ProgramRerun

    /// Reads the options of a line.
    init(_ line: ParsedLine) {
      skipsFailing = line.has(.skipFailing)
      keepsNumbers = line.has(.asTyped)
      rerun = ProgramRerun(line)
    }
  }

  /// What is told of the line.
  struct Summary {
    /// The new number of each recorded step.
    var map: [RemadeLine.Step] = []
    /// The number of steps that ran.
    var remade = 0
    /// The number of steps whose tiles were taken over.
    var takenOver = 0
    /// The steps that failed and were left out.
    var leftOut: [Int] = []

    /// Adds what is told of another line.
    mutating func add(_ other: Summary) {
      map += other.map
      remade += other.remade
      takenOver += other.takenOver
      leftOut += other.leftOut
    }
  }

  private let session: Session
  /// How it is made.
  private let options: Options
  /// The revision of the old line with whose canvas the current one is compared.
  private var place: Int
  /// The step of the old line that was made last, if its tiles were taken over.
  private var known: Revision?
  /// Where the two canvases differ; nil if they differ in size or background.
  private(set) var difference: LineDifference? = LineDifference()
  /// How far the picture is moved, against the old line.
  private(set) var moves = PictureMoves()
  private(set) var summary = Summary()
  /// The revision with the new line's canvas after each step of the old line, also those that are left out.
  var counterparts: [Int: Int] = [:]
  /// The steps of the old line that are left out.
  private var dropped: Set<Int> = []
  private var openGroup: Int?
  /// Recorded steps that the line will have later on.
  private var pending: Set<Int>

  /// - Parameters:
  ///   - place: the revision of the old line with the canvas of the current one.
  ///   - steps: the recorded steps that the line will have.
  ///   - dropped: the steps of the old line that it will not have.
  init(
    _ session: Session, after place: Int, making steps: Set<Int>, without dropped: Set<Int>, _ options: Options
  ) {
    pending = steps
    self.dropped = dropped
    self.session = session
    self.options = options
    self.place = place
  }

  private var history: History { session.history }

  /// A line that goes on from the same place, of which nothing is told yet.
  var side: NewLine {
    var side = self
    side.summary = Summary()
    (side.openGroup, side.pending) = (nil, [])
    return side
  }

  /// Begins or ends a group, so that the next step is in the given one of the old line.
  mutating func enterGroup(_ group: Int?, named name: String?) throws {
    guard group != openGroup else { return }
    try endGroup()
    if group != nil { try history.beginGroup(named: name) }
    openGroup = group
  }

  /// Ends the open group.
  mutating func endGroup() throws {
    if openGroup != nil { _ = try history.endGroup() }
    openGroup = nil
  }

  /// Where the current canvas differs from that of a revision of the old line; nil if in size or background.
  mutating func compare(with number: Int) throws -> LineDifference? {
    try align(with: number)
    return difference
  }

  /// Leaves a step of the old line out.
  mutating func drop(_ step: Revision) throws {
    try align(with: step.parent)
    dropped.insert(step.number)
    try moves.note(step, isNew: false, in: session)
    try compare(with: step, writtenBy: [step.number])
    counterparts[step.number] = history.current.number
  }

  /// Makes a recorded step.
  ///
  /// - Parameter change: the step with other words; nil for the recorded ones.
  /// - Returns: the new revision.
  @discardableResult
  mutating func make(_ step: Revision, changed change: ChangedStep? = nil) throws -> Revision {
    pending.remove(step.number)
    try align(with: step.parent)
    let before = try revision(before: step)
    var (command, edit) = try step.checkedEdit(on: before.size)
    let references = command.references
    try check(references, of: step)
    if change == nil, let difference, !edit.reads.reads(difference), try !refersOtherwise(references) {
      if references.contains(where: { counterparts[$0] != nil }) {
        command = CanonicalCommand(command, renumbering: counterparts)
      }
      return try takeOver(TakeStepEdit(step, after: before, seeing: difference), command)
    }
    // A program is not left out because nobody agreed to it.
    let program = change == nil ? try options.rerun.program(of: step, in: session) : nil
    do {
      if change == nil, program == nil { try step.checkCanRunAgain() }
      let revision = try run(step, command, change, program)
      summary.map.append(RemadeLine.Step(old: step.number, new: revision.number))
      counterparts[step.number] = revision.number
      return revision
    } catch {
      guard let failure = Failure(ofStep: error, document: session.path) else { throw error }
      guard options.skipsFailing, history.isEditing else { throw Self.failure(failure, of: step) }
      try drop(step)
      summary.leftOut.append(step.number)
      return history.current
    }
  }

  /// Makes a new step.
  @discardableResult
  mutating func make(_ typed: TypedStep) throws -> Revision {
    let revision = try typed.perform(in: session)
    summary.remade += 1
    try moves.note(revision, isNew: true, in: session)
    try compare(with: try history.revision(place), writtenBy: [revision.number])
    return revision
  }

  private mutating func takeOver(_ edit: TakeStepEdit, _ command: CanonicalCommand) throws -> Revision {
    let step = edit.step
    let origin = StepOrigin(of: step, as: command.recordedText)
    let label = origin.label(name: step.name, command: command.recordedText)
    guard let revision = try session.document.perform(edit, label) else {
      throw Failure(.defect, "a step that was taken over is none")
    }
    summary.takenOver += 1
    summary.map.append(RemadeLine.Step(old: step.number, new: revision.number))
    counterparts[step.number] = revision.number
    try difference?.takeOver(step.number, in: session.history)
    (place, known) = (step.number, step)
    return revision
  }

  private mutating func run(
    _ step: Revision, _ recorded: CanonicalCommand, _ change: ChangedStep?, _ program: PictureProgram?
  ) throws -> Revision {
    var command = change?.words.map { CanonicalCommand($0) } ?? recorded
    if change?.words == nil, try history.current.size != revision(before: step).size {
      command = command.placed(as: step.typed)
    }
    if !counterparts.isEmpty { command = CanonicalCommand(command, renumbering: counterparts) }
    // What was written for the new line is where it should be.
    if !options.keepsNumbers, change?.words == nil { command = moves.moved(command) }
    try step.checkReferences(of: command, in: history)
    let revision: Revision
    if let change {
      revision = try change.perform(command, step, in: session)
    } else if let program {
      let origin = StepOrigin(of: step, as: step.command)
      guard
        let made = try ProgramRerun.make(step, with: program, in: session, origin: origin, keepsUnchanged: true)
      else { throw Failure(.defect, "a step that changes nothing is none") }
      revision = made
    } else {
      let edit = try command.edit(on: history.current.size)
      let origin = StepOrigin(of: step, as: command.recordedText)
      revision = try session.remake(edit, name: step.name, origin: origin, ifUnchanged: command.recordedText)
    }
    summary.remade += 1
    try moves.note(step, isNew: false, in: session)
    try moves.note(revision, isNew: true, in: session)
    try compare(with: step, writtenBy: [step.number, revision.number])
    return revision
  }

  /// The revision after which a step was made on the old line.
  private func revision(before step: Revision) throws -> Revision {
    guard let parent = step.parent else { throw step.damaged("r\(step.number) is no edit") }
    if let known, known.number == parent { return known }
    return try history.revision(parent)
  }

  /// Compares the current canvas with that of another revision of the old line from now on.
  private mutating func align(with number: Int?) throws {
    guard let number, number != place else { return }
    let between = try history.revisions(between: place, and: number)
    let writers = between.undone + between.redone
    for step in between.undone { try moves.note(step, isNew: true, in: session) }
    for step in between.redone { try moves.note(step, isNew: false, in: session) }
    place = number
    if difference == nil || writers.contains(where: { $0.base == $0.number }) {
      difference = try LineDifference(comparing: history.current.number, with: number, in: history)
    } else {
      try difference?.update(
        in: session.history, from: session.history.current.number, to: number, writtenBy: writers.map(\.number))
    }
  }

  /// Compares the current canvas with that after a step, where one of the writers may have changed it.
  private mutating func compare(with step: Revision, writtenBy writers: [Int]) throws {
    place = step.number
    let here = history.current
    let isReplaced = try writers.contains { number in try history.revision(number).base == number }
    if isReplaced {
      difference = try LineDifference(comparing: here.number, with: step.number, in: history)
    } else {
      try difference?.update(in: session.history, from: here.number, to: step.number, writtenBy: writers)
    }
  }

  /// Whether a revision to which a step refers shows another picture on the new line.
  private func refersOtherwise(_ references: [Int]) throws -> Bool {
    for old in references {
      guard let new = counterparts[old], new != old else { continue }
      let (before, after) = (try history.revision(old), try history.revision(new))
      if before.fingerprint != after.fingerprint || before.size != after.size { return true }
    }
    return false
  }

  private func check(_ references: [Int], of step: Revision) throws {
    for reference in references where dropped.contains(reference) || pending.contains(reference) {
      let reason = dropped.contains(reference) ? "which the new line does not have" : "which the new line has later"
      var failure = Failure(
        .failed, "r\(step.number) \(step.name) refers to r\(reference), \(reason); nothing was done",
        hint: "drop r\(step.number) first: paint amend r\(step.number) --drop")
      failure.revisions = [reference, step.number]
      throw failure
    }
  }

  private static func failure(_ failure: Failure, of step: Revision) -> Failure {
    var told = failure
    if told.revisions.isEmpty { told.revisions = [step.number] }
    told.message =
      "r\(step.number) \(step.name) cannot be made again: \(failure.message); nothing was done"
    told.hint = failure.hint ?? "--skip-failing leaves such steps out"
    return told
  }
}
