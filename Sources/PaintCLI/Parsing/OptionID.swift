/// Every option that any command has; one name means one option, whichever command takes it.
enum OptionID: Int, CaseIterable, Sendable {
  // Of every command.
  case document, json, quiet, wait, help, version
  // Of every edit.
  case name, dryRun, out, expect
  // Of strokes and of `set`.
  case color, width, opacity, blend, linear, paintBox, fill, cap, join, dash, dashOffset, follow, antialias, snap
  case pointsFrom, to, reset
  // Of some brushes, never of `set`.
  case radius, fillRule, arrow, arrowSize, arrowShape, closed, offset
  case density, dot, seed, strength
  // Of freehand lines, lines and curves.
  case hardness, flow, spacing, pressure, taper, smooth
  // Of single commands.
  case size, background, from, fromList, skipExisting, replace, limit, at, region, edit, check, keepGoing, fromLine,
    single
  // Of picture files that are written.
  case force, format, quality, subsampling, progressive, lossless
  case compression, rgba, strip, colors, dither
  // Of picture files that are read.
  case page, orientation, lenient, range, maxPixels
  // Of areas of colour and the canvas as a whole.
  case expand, shrink, feather, add, subtract, intersect, everywhere
  case anchor, method, scale
  // Of text.
  case font, maxWidth, align, padding, outlines
  // For commands that only read.
  case all, since, grep, tolerance, metric, exitCode
  // For scripts and pictures of the history.
  case script, files, fps, max, each
  case mask, masked
  case wholeGroup, move, delete
  // Of checking.
  case repair
  case recover
  case unconfirmed
  // Of limits and forgetting.
  case steps, bytes, sideAge, before, branch, disk
  // Of watching.
  case exec, count
  // Of pictures on the terminal.
  case pictureProtocol, zoom, grid, diff, view, thumbnails
}
