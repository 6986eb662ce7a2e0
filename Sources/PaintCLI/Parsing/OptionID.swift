/// Every option that any command has; one name means one option, whichever command takes it.
enum OptionID: Int, CaseIterable, Sendable {
  // Of every command.
  case document, json, quiet, wait, help, version
  // Of every edit.
  case name, dryRun, out, expect
  // Of strokes and of `set`.
  case color, width, opacity, fill, cap, join, dash, dashOffset, antialias, snap
  case pointsFrom, to, reset
  // Of some brushes, never of `set`.
  case radius, fillRule, arrow
  // Of single commands.
  case size, background, from, replace, limit, at, region, check, keepGoing, fromLine, single
  // Of areas of colour and the canvas as a whole.
  case expand, anchor, method, scale
  // Of text.
  case font, maxWidth, align, padding, outlines
  // Of looking.
  case all, since, grep, tolerance, exitCode
  // Of replaying.
  case script, files, fps, max, each
  case wholeGroup, move, delete
  // Of checking.
  case repair
  case recover
  case unconfirmed
  // Of limits and forgetting.
  case steps, bytes, sideAge, before, branch, disk
}
