// The examples of the commands for the history.
extension CommandID {
  /// The examples of a command that moves in the history or changes it.
  var historyExamples: [Example] {
    switch self {
    case .undo:
      [
        Example("paint undo", "one step back"),
        Example("paint undo 3", "three steps back; paint redo goes forward again"),
      ]
    case .redo:
      [
        Example("paint redo", "one step forward"),
        Example("paint redo 99", "as far as there are steps"),
      ]
    case .goto:
      [
        Example("paint goto r3", "the picture as it was at revision 3; nothing is lost"),
        Example("paint goto latest", "forward to the end of redo"),
        Example("paint goto sketch", "to the revision that the branch sketch names"),
      ]
    case .history:
      [
        Example("paint history", "the last 30 revisions; * marks the current one"),
        Example("paint history --all --since 2h", "the last two hours, with all side branches"),
        Example("paint history --script >steps.txt", "a script for paint batch that draws it all again"),
      ]
    case .group:
      [
        Example("paint group 3 'Red frame'", "undo then takes the last three steps back at once"),
        Example("paint group 2", "the new group and the step before it, as one"),
      ]
    case .ungroup:
      [
        Example("paint group 3", "join three steps"),
        Example("paint ungroup", "make them single steps again"),
      ]
    case .name:
      [
        Example("paint name r2 'Red frame'", "a label that paint history shows"),
        Example("paint name current 'Sent to the printer'", "label the current revision"),
      ]
    case .branch:
      [
        Example("paint branch safe", "remember the current revision as safe"),
        Example("paint branch safe r3 --move", "let the name stand for another revision"),
        Example("paint branch", "list all branches"),
      ]
    case .revert:
      [
        Example("paint revert r2", "take the change of r2 back and keep all later steps"),
        Example("paint revert r3 --dry-run", "only show what would change"),
      ]
    case .restore:
      [
        Example("paint restore 0,0,200x150 --at r2", "bring back a part of revision 2"),
        Example("paint restore --at start", "bring back the whole first picture, as a new step"),
      ]
    default: []
    }
  }
}
