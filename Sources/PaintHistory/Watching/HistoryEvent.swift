/// A change of what the canvas shows: a step, or a move to another revision.
public struct HistoryEvent: Sendable, Hashable {
  /// The kind of change.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A new revision.
    case step
    /// The canvas went one or more whole steps back.
    case undo
    /// The canvas went one or more whole steps forward, towards the tip.
    case redo
    /// A part of the line was made again, and the canvas went to the new line.
    case amend
    /// Any other move.
    case goTo = "goto"
  }

  /// The kind.
  public var kind: Kind
  /// The revision that the canvas shows after it.
  public var revision: Revision
  /// The name of the step that undo would take from there; nil if there is none.
  public var undoName: String?
  /// The name of the step that redo would take from there; nil if there is none.
  public var redoName: String?
  /// What a move undid.
  public var undone = CrossedSteps()
  /// The counterparts of the steps of a line that was made again.
  public var remade: [RemadeLine.Step] = []
  /// What a move redid.
  public var redone = CrossedSteps()
}

/// The steps that a move crossed, in the order in which it crossed them.
public struct CrossedSteps: Sendable, Hashable {
  /// How many there are.
  public var count = 0
  /// Their names; of more than three only the first and the last.
  public var named: [Step] = []
}
