// The examples of the commands that only look.
extension CommandID {
  /// The examples of a command that only looks.
  var lookingExamples: [Example] {
    switch self {
    case .status:
      [
        Example("paint status", "the size, the revision, and what undo and redo would do"),
        Example("paint status --disk", "what takes how much space on the disk"),
      ]
    case .show:
      [
        Example("paint show", "the last step, with the command that made it"),
        Example("paint show r2 --json", "everything about revision 2, for a program"),
      ]
    case .diff:
      [
        Example("paint diff start", "what has changed since the beginning"),
        Example("paint diff before.png after.png --out changes.png", "a picture that shows where two files differ"),
        Example(
          "paint diff before.png after.png --tolerance 2 --exit-code", "for tests: exits 1 because these differ",
          exitCode: .failed),
      ]
    case .blame:
      [
        Example("paint blame 200,150", "which steps changed this pixel"),
        Example("paint blame 50%,50% --at r3", "the same, as of revision 3"),
      ]
    case .pick:
      [
        Example("paint pick 10,10", "the colour of a pixel"),
        Example("paint pick 10,10 center --at start", "of two pixels, in the first picture"),
      ]
    case .info:
      [
        Example("paint info photo.png", "format, size and more of a file"),
        Example("paint info photos/*.png --json", "one JSON object for each file"),
      ]
    case .timelapse:
      [
        Example("paint timelapse film.png", "an animated PNG of all steps, for web browsers"),
        Example("paint timelapse fast.png --fps 25 --max 320x240 --from r2", "faster, smaller, and not from the start"),
      ]
    case .view:
      [
        Example("paint view", "the picture, as well as this terminal can show it"),
        Example("paint view photo.png --protocol blocks", "a picture file, in characters of two colours"),
        Example("paint view --diff start --grid 50", "where it differs from the beginning, with coordinates"),
      ]
    case .watch:
      [
        Example("paint watch --since start --count 2", "the first two steps; without --count it waits for more"),
        Example("paint watch --since start --count 1 --json", "each step's receipt, for a program"),
        Example(
          "paint watch --since start --count 1 --exec 'echo now at $PAINT_REVISION'", "a command for each event"),
      ]
    default: []
    }
  }
}
