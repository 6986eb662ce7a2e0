@testable import PaintCLI

/// Lines that are wrong in every document with at most 1,000 pixels per side, and their errors.
enum WrongLines {
  static let codes: [String: FailureCode] = [
    "frobnicate": .unknownCommand,
    "stroke blob 1,1": .unknownBrush,
    "stroke line 1,1 2,2 --color nocolor": .unknownColor,
    "stroke line 1,1": .missingWord,
    "stroke pencil 1,1 --width": .missingValue,
    "stroke pencil 1,1 --name=": .badValue,
    "stroke pencil 1,1 --author=": .badValue,
    "undo --name X": .unknownOption,
    "stroke eraser 1,1 --cap butt": .unknownOption,
    "stroke eraser 1,1 --blend erase": .unknownOption,
    "stroke line 1,1 2,2 --blend multiplay": .badValue,
    "stroke pencil 1;1": .badPoint,
    "stroke rect 1,1,2x": .badBox,
    "undo x": .badValue,
    "undo 0": .badValue,
    "redo 1 2": .unexpectedWord,
    "pick 1000,0": .badPoint,
    "pick 1,1 --frob": .unknownOption,
    "goto ..": .badValue,
    "goto nowhere": .noRevision,
    "goto r99999999": .noRevision,
    "show 99999999999999999999": .noRevision,
    "diff nowhere": .noRevision,
    "blame 1,1 --at nowhere": .noRevision,
    "stroke eraser 9,9 --to nowhere": .noRevision,
    "branch r12": .badValue,
    "branch none": .badValue,
    "branch here r99999999": .noRevision,
    "export x.bmp": .badValue,
    "import nothing.png": .noInput,
    "history --limit x": .badValue,
    "group 0": .badValue,
    "name 0": .missingWord,
    "name nowhere X": .noRevision,
    "revert 1 nowhere": .noRevision,
    "revert": .missingWord,
    "revert nowhere": .noRevision,
    "limit --steps 4": .badValue,
    "limit --bytes x": .badValue,
    "timelapse x.gif": .badValue,
    "timelapse x.png --fps 0": .badValue,
    "timelapse x.png --to nowhere": .noRevision,
    "timelapse x.png --from r99999999": .noRevision,
    "export x.png --each": .badValue,
    "export x.png --colors 1": .badValue,
    "export x.png --colors 257": .badValue,
    "export x.png --dither": .missingWord,
    "export x.jpg --colors 4": .unexpectedWord,
    "export x.tif --compression fast": .unexpectedWord,
    "export x.png --compression worst": .badValue,
    "export x%d.png --each nowhere..": .noRevision,
    "export x%d.png --each 1..2 --at 1": .unexpectedWord,
    "fill 1,1 --tolerance 256": .badValue,
    "select elipse 1,1,5x5": .badValue,
    "select nothing.png": .noInput,
    "select all --tolerance 3": .unexpectedWord,
    "select none --feather 2": .unexpectedWord,
    "select all --add --subtract": .unexpectedWord,
    "select --add": .missingWord,
    "select --name X": .missingWord,
    "select --author X": .missingWord,
    "select color": .missingWord,
    "select similar re": .unknownColor,
    "select all --feather 1001": .badValue,
    "export x.png --mask --masked": .unexpectedWord,
    "export x%d.png --each --mask": .unexpectedWord,
    "clear re": .unknownColor,
    "clear red blue": .unexpectedWord,
    "replace red": .missingWord,
    "place nothing.png": .noInput,
    "place f0.png --opacity 2": .badValue,
    "crop 1000,0,5x5": .badBox,
    "restore 0,0,5x5": .missingWord,
    "restore 0,0,0x5 --at start": .badBox,
    "restore --at nowhere": .noRevision,
    "crop 0,0,0x5": .badBox,
    "canvas 0x5": .badValue,
    "rotate nan": .badValue,
    "flip sideways": .badValue,
    "trim 5": .unexpectedWord,
    "filter blurr": .unknownFilter,
    "filter color-invert +": .missingWord,
    "filter color-invert --levels 2": .unknownParameter,
    "filter color-posterize --levels 1": .badValue,
  ]

  /// Commands that are allowed in the shell, but not in scripts.
  static let forShells: Set = ["gc", "limit", "forget", "run"]
  /// Lines with these commands.
  static let linesForShells = [
    ["gc"], ["limit", "--steps", "5"], ["forget", "--all"], ["run", "--", "true"], ["limit"],
  ]

  /// Whether the line is wrong before its command is known.
  static func isUnreadable(_ words: [String]) -> Bool {
    let code = codes[words.joined(separator: " ")]
    return words == ["group", "0"] || code == .unexpectedWord || code == .unknownOption
  }

  /// The lines, in an order that is the same in every run.
  static let all: [[String]] = codes.keys.sorted().map { $0.split(separator: " ").map(String.init) }
}
