import PaintRaster
import PaintTestSupport

@testable import PaintCLI

/// Runs a line in a `PlainDocument`, and returns the answer that `paint --json` must print.
struct PlainPaint {
  var document: PlainDocument
  /// The current settings; the `set` lines of a script change them.
  var settings = StrokeSettings()
  /// The name of edits without a name of their own.
  var label: String?
  /// Who makes edits without an author of their own.
  var author: String?
  /// Whether the lines are those of a script.
  var isScript = false
  /// The exported pictures by file; they are never undone.
  var files: [String: PlainPicture] = [:]
  /// The frames of animations by file.
  var animations: [String: [PlainPicture]] = [:]
  /// The written files that are not compared yet.
  var written: Set<String> = []
  /// Whether nothing is kept and no file is written.
  var isRehearsal = false
  /// How many edits and moves changed the canvas.
  var steps = 0

  /// Runs a line; the answers, mostly one, lack fields that depend on time, disk or cache.
  mutating func answers(_ typed: [String]) throws -> [JSON] {
    guard typed[0] == "export", typed.contains("--each"), WrongLines.codes[typed.joined(separator: " ")] == nil else {
      return [try run(typed)]
    }
    let (words, options) = Self.parted(typed)
    return try exportEach(words, options)
  }

  /// Runs a line with one answer.
  mutating func run(_ typed: [String]) throws -> JSON {
    let before = self
    document.author = Self.parted(typed).options["--author"] ?? author
    document.typed = Self.wordsOfEdit(typed)
    let answer = try answer(typed)
    if document.next > before.document.next { keepOrigin(typed, before) }
    return answer
  }

  /// The words of a line without those that are about its run only.
  private static func wordsOfEdit(_ typed: [String]) -> String {
    var words: [String] = []
    var rest = typed[...]
    while let word = rest.popFirst() {
      if ["--name", "--author", "--expect"].contains(word), !words.contains("--") {
        _ = rest.popFirst()
      } else {
        words.append(ShellQuoting.quoted(word))
      }
    }
    return words.joined(separator: " ")
  }

  private mutating func answer(_ typed: [String]) throws -> JSON {
    let (words, options) = Self.parted(typed)
    if let wrong = WrongLines.codes[typed.joined(separator: " ")] { throw Refusal(wrong) }
    if words[0] == "run" { return try runProgram(typed) }
    try checkExpectation(typed)
    switch words[0] {
    case "stroke": return try stroke(typed)
    case "undo", "redo": return try move(words)
    case "goto": return try goTo(try resolve(words[1]))
    case "set": return try set(typed)
    case "name": return try name(try resolve(words[1]), words[2], ofGroup: options["--group"] != nil)
    case "group": return try group(words)
    case "ungroup": return try ungroup()
    case "branch": return try branch(words, options)
    case "revert": return try revert(Array(words.dropFirst()), named: options["--name"])
    case "gc": return .fields(["revisions": .int(document.enforceLimits())])
    case "forget": return try forget(options)
    case "limit": return limit(options)
    case "import": return try importPicture(words[1], named: options["--name"])
    case "timelapse": return try timelapse(words, options)
    case "fill": return try fill(words[1], options)
    case "clear": return try clear(words, options)
    case "background": return background(words, options)
    case "replace": return replace(words, options)
    case "select": return try select(words, options)
    case "restore": return try restore(words, options)
    case "place": return try place(words[1], options)
    case "filter": return try filter(words, options)
    case "flip": return flip(words[1], options)
    case "rotate": return rotate(words[1], options)
    case "crop": return try crop(words[1], options)
    case "canvas": return canvas(words[1], options)
    case "trim": return try trim(options)
    default: return try look(words, options)
    }
  }

  /// The words without options, and the options with their values.
  static func parted(_ typed: [String]) -> (words: [String], options: [String: String]) {
    var options: [String: String] = [:]
    var words: [String] = []
    var rest = typed[...]
    while let word = rest.popFirst() {
      // The program's own parser reads the rest of strokes; a filter's parameters are not options.
      if Self.valued.contains(word), let value = rest.popFirst() {
        options[word] = value
      } else if Self.flags.contains(word) {
        options[word] = ""
      } else {
        words.append(word)
      }
    }
    return (words, options)
  }

  private static let valued: Set = [
    "--expect", "--name", "--author", "--at", "--region", "--limit", "--grep", "--tolerance", "--before", "--branch",
    "--each",
    "--from", "--to", "--steps", "--bytes", "--side-age", "--color", "--opacity", "--blend", "--expand", "--anchor",
    "--background", "--shrink", "--feather", "--paint-box",
  ]
  private static let flags: Set = [
    "--group", "--all", "--move", "--delete", "--each", "--add", "--subtract", "--intersect", "--mask", "--masked",
    "--as-typed",
  ]

  /// Throws unless the canvas is in the state of `--expect`.
  func checkExpectation(_ words: [String]) throws(Refusal) {
    guard let place = words.firstIndex(of: "--expect") else { return }
    let expected = words[place + 1]
    if expected == "r\(document.current)" || expected == document.here.picture.fingerprint.hex { return }
    throw Refusal(.expectationFailed)
  }

  /// The existing revision that a word means.
  func resolve(_ word: String) throws(Refusal) -> Int {
    let number: Int?
    switch word {
    case "start": number = document.root
    case "current": number = document.current
    case "latest": number = document.tip
    case "..": throw Refusal(.badValue)
    default: number = Int(word) ?? (word.hasPrefix("r") ? Int(word.dropFirst()) : nil) ?? document.branches[word]
    }
    guard let number, document.revisions[number] != nil else { throw Refusal(.noRevision) }
    return number
  }

  /// The receipt of the current revision.
  func receipt(changed: Bool, steps: Int? = nil) -> JSON {
    let here = document.here
    let isOwn = changed || steps != nil
    var fields: [String: JSON] = [
      "revision": .int(document.current), "parent": .int(here.parent),
      "name": .text(isOwn ? here.name : document.offeredName), "author": .text(isOwn ? here.author : nil),
      "changed": .bool(changed),
      "fingerprint": .text(here.picture.fingerprint.hex), "selection": selection,
      "group": isOwn ? .int(here.group) : .null,
    ]
    // The start has no changes, because nothing comes before it.
    if here.parent != nil || !isOwn {
      fields["bounds"] = .box(isOwn ? here.bounds : .empty)
      fields["pixels"] = .int(isOwn ? here.pixels : 0)
      fields["tiles"] = .int(isOwn ? here.tiles : 0)
    }
    if let steps { fields["steps"] = .int(steps) }
    return .fields(fields.merging(next) { $1 })
  }

  /// The next steps of undo and redo, as in receipts and `status`.
  var next: [String: JSON] {
    [
      "can_undo": .bool(document.undoName != nil), "can_redo": .bool(document.redoName != nil),
      "undo_name": .text(document.undoName), "redo_name": .text(document.redoName),
    ]
  }

  /// Ends an edit.
  mutating func finish(_ isChanged: Bool) -> JSON {
    if isChanged { steps += 1 }
    return receipt(changed: isChanged)
  }
}
