import PaintEditing
import PaintHistory
import PaintRaster

/// Makes a part of the current line again without some of its steps, in a rehearsal.
///
/// A step runs again only if it reads something that differs from the old line; otherwise its tiles are the same.
struct LineReplay {
  private let session: Session
  /// The steps that are not made, because they are left out or only left others out.
  private let skipped: Set<Int>
  /// The revisions of the line that later steps refer to.
  private let referred: Set<Int>
  /// Where the canvas differs from the old line's; nil if it was replaced as a whole since.
  private var difference: LineDifference? = LineDifference()
  /// The revision that has the new line's tiles where it differs.
  private var holder: Int
  /// The step of the old line after which `holder` has the new line's whole canvas.
  private var reached: Int
  /// The revisions with the new line's canvas after the steps that later ones refer to.
  private var counterparts: [Int: Int] = [:]
  /// How far the picture is moved, against the old line; nil if plain numbers stay as they are.
  private var moves: PictureMoves?

  /// - Parameters:
  ///   - line: the revisions from the first one that is not made up to the current one.
  ///   - parent: the revision before them.
  ///   - keepsNumbers: whether plain numbers stay as they are, wherever the picture is moved to.
  init(
    _ session: Session, of line: [Revision], after parent: Int, skipping skipped: Set<Int>,
    asTyped keepsNumbers: Bool
  ) {
    moves = keepsNumbers ? nil : PictureMoves()
    self.session = session
    self.skipped = skipped
    (holder, reached) = (parent, parent)
    let numbers = Set(line.map(\.number))
    referred = Set(
      line.lazy.filter { !skipped.contains($0.number) }.flatMap { CanonicalCommand.references(in: $0.command) }
        .filter(numbers.contains))
  }

  private var history: History { session.history }

  /// Makes the steps; the current revision is then one with the new line's canvas, as far as it differs.
  ///
  /// - Throws: a failure that names a step that cannot be made again; errors of the history.
  mutating func run(_ line: [Revision]) throws {
    for step in line {
      if skipped.contains(step.number) { try skip(step) } else { try make(step) }
      if referred.contains(step.number) { try keepCounterpart(of: step) }
    }
  }

  /// Whether a step that scales or turns the picture is another one than on the old line.
  var turnsOtherwise: Bool { moves?.turnsOtherwise ?? false }

  /// The canvas that was made.
  func canvas(options: History.Options) throws(HistoryError) -> RemadeCanvas {
    try RemadeCanvas(session.document, at: holder, differing: difference, options: options)
  }

  /// Whether a step replaced the whole canvas.
  private func replacesCanvas(_ step: Revision) -> Bool { step.base == step.number }

  /// Leaves a step out: where it changed the canvas, the two lines differ from now on.
  private mutating func skip(_ step: Revision) throws {
    try moves?.note(step, isNew: false, in: session)
    guard var difference else { return }
    try bringUp(to: step.parent)
    if replacesCanvas(step) {
      self.difference = nil
      return
    }
    try difference.update(in: history, from: holder, to: step.number, writtenBy: [step.number])
    self.difference = difference
  }

  /// Makes a step again, if it reads something that differs.
  private mutating func make(_ step: Revision) throws {
    guard case .edit(var command) = try step.checkedCommand() else { throw step.damaged("r\(step.number) is no edit") }
    var isMoved = false
    if command.references.contains(where: { counterparts[$0] != nil }) {
      command = CanonicalCommand(command, renumbering: counterparts)
      isMoved = true
    }
    if let difference, !isMoved {
      if difference.isEmpty { return }
      let canvas = try step.parent.map { try history.revision($0).size } ?? step.size
      if try !command.edit(on: canvas).reads.reads(difference) { return }
    }
    try bringUp(to: step.parent)
    let before = history.current.number
    if let moves { command = moves.moved(command) }
    try perform(command, as: step)
    let new = history.current
    try moves?.note(step, isNew: false, in: session)
    if new.number != before { try moves?.note(new, isNew: true, in: session) }
    (holder, reached) = (new.number, step.number)
    guard var difference else { return }
    if replacesCanvas(step) || new.base == new.number && new.number != before {
      self.difference = nil
      return
    }
    let writers = new.number == before ? [step.number] : [step.number, new.number]
    try difference.update(in: history, from: new.number, to: step.number, writtenBy: writers)
    self.difference = difference
  }

  private func perform(_ command: CanonicalCommand, as step: Revision) throws {
    let console = session.console
    do {
      try step.checkCanRunAgain()
      try step.checkReferences(of: command, in: history)
      _ = try console.withoutWarnings {
        try command.edit(on: history.current.size).perform(in: session, name: step.name)
      }
    } catch {
      guard var told = Failure(ofStep: error, document: session.path) else { throw error }
      if told.revisions.isEmpty { told.revisions = [step.number] }
      if told.remedy == .rerun {
        // A revert is made again by its words, wherever that may be, so it runs no program.
        told.remedy = nil
        told.hint = "paint amend REV --drop --rerun makes a new line and runs the program again"
      }
      told.message = "r\(step.number) \(step.name) cannot be made again: \(told.message)"
      throw told
    }
  }

  /// Makes the new line's canvas after a step of the old line the current one.
  private mutating func bringUp(to number: Int?) throws(HistoryError) {
    guard let number, let difference else {
      // Since the canvas was replaced, every step runs.
      if history.current.number != holder { try history.goTo(holder) }
      return
    }
    if reached == number {
      if history.current.number != holder { try history.goTo(holder) }
      return
    }
    try history.goTo(number)
    if !difference.isEmpty {
      let label = EditLabel(name: "", command: "")
      _ = try session.document.perform(TakeTilesEdit(difference, from: holder), label)
    }
    (holder, reached) = (history.current.number, number)
  }

  private mutating func keepCounterpart(of step: Revision) throws(HistoryError) {
    if difference?.isEmpty ?? false { return }
    if difference != nil { try bringUp(to: step.number) }
    counterparts[step.number] = holder
  }
}
