// Options that commands share; others are declared next to the code that reads them.

extension OptionSpec {
  // Of every command.
  static let document = OptionSpec(
    .document, "document", .value("PATH"),
    "the drawing (default: PAINT_DOCUMENT, then the only *.paint here)", short: "d", isOnce: true,
    forms: "Document")
  static let json = OptionSpec(.json, "json", .flag, "print JSON, one object per line")
  static let quiet = OptionSpec(.quiet, "quiet", .flag, "print no receipts, summaries and warnings", short: "q")
  static let wait = OptionSpec(
    .wait, "wait", .value("SECONDS"), "how long to wait for a busy document", forms: "Seconds", number: .wait,
    default: "10")
  static let help = OptionSpec(.help, "help", .flag, "show this text", short: "h")
  static let version = OptionSpec(.version, "version", .flag, "show the version")

  // Of every edit.
  static let name = OptionSpec(.name, "name", .value("TEXT"), "the step's label in the history", forms: "Name")
  static let author = OptionSpec(
    .author, "author", .value("NAME"), "who makes the step (default: PAINT_AUTHOR)", forms: "Name")
  static let dryRun = OptionSpec(.dryRun, "dry-run", .flag, "print what would be done and keep nothing")
  static let out = OptionSpec(
    .out, "out", .value("FILE"), "with --dry-run: write the changed box as it would look", isOnce: true,
    forms: "Picture file")
  static let expect = OptionSpec(
    .expect, "expect", .value("STATE"), "do nothing (exit 4) unless the canvas has this fingerprint or is at rN",
    forms: "State")
  static let force = OptionSpec(.force, "force", .flag, "replace a read-only file, too")

  // Of commands that have little else in common.
  static let at = OptionSpec(
    .at, "at", .value("REV"), "the picture as of this revision", isOnce: true, forms: "Point|Revision")
  static let from = OptionSpec(
    .from, "from", .value("FILE"), "begin with this picture, of any known format; - is standard input", isOnce: true,
    forms: "Revision|Picture file")
  static let region = OptionSpec(
    .region, "region", .value("BOX"), "only this box, in whole pixels: X,Y,WxH, 'X,Y X,Y' or center,WxH", forms: "Box")
  static let background = OptionSpec(
    .background, "background", .value("C"), "the colour of a blank canvas", forms: "Colour")
  static let size = OptionSpec(
    .size, "size", .value("WxH"), "the canvas in pixels, each side 1 to 65,536",
    forms: "Canvas size|New size|Size of a text")
  static let anchor = OptionSpec(
    .anchor, "anchor", .value("ANCHOR"),
    "center, top-left, top, top-right, left, right, bottom-left, bottom or bottom-right",
    forms: "Anchor|Anchor of a text", default: "top-left")
  static let tolerance = OptionSpec(
    .tolerance, "tolerance", .value("T"),
    "pixels are equal up to this difference, 0 to 255 or 10% of that", forms: "Tolerance", number: .tolerance,
    default: "0")
  static let all = OptionSpec(.all, "all", .flag, "every branch, drawn as a tree")
}
