/// Every command; the brushes of `stroke` are one each.
enum CommandID: Int, CaseIterable, Sendable {
  case new
  case pencil, line, rect, ellipse, polygon, path, eraser
  case undo, redo, goto
  case history, show, diff, blame
  case status, pick, export
  case batch, set
  case group, ungroup, name, branch
  // Areas of colour and whole pictures.
  case fill, clear, replace, filter
  case text
  // The canvas as a whole.
  case crop, canvas, resize, rotate, flip, trim
  // Pictures and programs from outside.
  case place, importPicture, run
  // Of what was done before.
  case revert, timelapse
  case check
  case limit, gc, forget
  // Of the shell.
  case completion
}
