import PaintTestSupport

@testable import PaintCLI

extension SessionRun {
  /// Compares the files that were written since the last time, pixel by pixel.
  func compareFiles() throws {
    for file in paint.written.sorted() {
      guard let bytes = shell.contents(file) else { throw wrong("\(file) is not there") }
      if let expected = paint.animations[file] {
        let pictures = try PlainAnimation(bytes).pictures
        guard pictures.count == expected.count else { throw wrong("\(file) has \(pictures.count) frames") }
        for (place, picture) in pictures.enumerated() {
          try compare(picture, expected[place], "\(file), frame \(place)")
        }
      } else if let expected = paint.files[file] {
        try compare(try Picture(bytes), expected, file)
      }
    }
    paint.written = []
  }

  /// The files that a script wrote.
  func compareFiles(of script: PlainScript) throws {
    (paint.files, paint.animations, paint.written) =
      (script.paint.files, script.paint.animations, script.paint.written)
    try compareFiles()
  }

  /// The fields of each revision, in one process.
  func compareFingerprints() throws {
    let numbers = paint.document.revisions.keys.sorted()
    let outcome = try shell.paint("batch - --json", input: numbers.map { "show \($0)\n" }.joined())
    try expect(outcome, code: 0)
    let told = try outcome.jsonLines
    for (index, number) in numbers.enumerated() {
      var model = paint
      try expect(told[index], try model.run(["show", "\(number)"]), "show \(number)")
    }
  }

  /// Compares every revision, pixel by pixel.
  func comparePictures() throws {
    let numbers = paint.document.revisions.keys.sorted()
    for start in stride(from: 0, to: numbers.count, by: 250) {
      let some = numbers[start..<min(start + 250, numbers.count)]
      try expect(
        try shell.paint("batch -", input: some.map { "export r\($0).png --at \($0)\n" }.joined()), code: 0)
      for number in some {
        guard let bytes = shell.contents("r\(number).png") else { throw wrong("r\(number).png is not there") }
        try compare(try Picture(bytes), paint.document[number].picture, "r\(number)")
      }
    }
  }

  private func compare(_ picture: Picture, _ expected: PlainPicture, _ name: String) throws {
    guard picture.width == expected.size.width, picture.height == expected.size.height else {
      throw wrong("\(name) has the size \(picture.width)x\(picture.height)")
    }
    guard picture.pixels == expected.pixels else { throw wrong("\(name) shows other pixels") }
  }

  /// Runs the script of the history on a new drawing, and compares pictures and names of one line or of all.
  ///
  /// If older revisions are forgotten, it may begin with the picture that erasers restore, and import the oldest one.
  func compareReplay(all: Bool) throws {
    let script = try shell.paint("history --script --json --files kept\(all ? " --all" : "")")
    try expect(script, code: 0)
    let told = try script.json
    var words = Words()
    try ScriptLine.split((told["new"].text ?? "").utf8Span.span, into: &words)
    let options = words.all.dropFirst(3).map(words.text)
    try expect(try shell.paint(["new", "again.paint", "--replace"] + options), code: 0)
    let lines = told["script"].elements.map { ($0.text ?? "") + "\n" }.joined()
    try expect(try shell.paint(["batch", "-", "-d", "again.paint"], input: Array(lines.utf8)), code: 0)
    let document = paint.document
    let rows = try shell.paint("history --json\(all ? " --all" : "") -d again.paint").json.elements
    let shows = try shell.paint(
      "batch - --json -d again.paint", input: rows.map { "show \($0["revision"].int ?? -1)\n" }.joined()
    ).jsonLines.dropLast()
    // The current line may leave a group in the middle; then only the part that other revisions need is repeated.
    let allMade = shows.map { shown in
      let words = ["fingerprint", "name", all ? "group_name" : ""].map { shown[$0].text ?? "" }
      return (words + [shown["selection"]["fingerprint"].text ?? ""]).joined(separator: " ")
    }
    // The first revisions may be made of a picture that is left of a forgotten one; so may any selection.
    let extra = told["script"].elements.enumerated().count { place, line in
      let line = line.text ?? ""
      return place < 3 && line.hasPrefix("import kept/r\(document.root).png")
        || line.hasPrefix("select kept/r") && line.contains("-mask.png")
    }
    let numbers = all ? document.revisions.keys.sorted() : document.line(to: document.current)
    var (left, wanted): ([String: Int], [String]) = ([:], [])
    for row in allMade { left[row, default: 0] += 1 }
    for number in numbers {
      let revision = document[number]
      let group = all ? revision.group.map { document.name(ofGroup: $0) } : nil
      let selection = revision.mask?.fingerprint.hex ?? ""
      let row = "\(revision.picture.fingerprint.hex) \(revision.name) \(group ?? "") \(selection)"
      // A revert that changes nothing makes no step if its picture is imported.
      let isOptional = revision.tiles == 0 && !(revision.origin?.reverted.isEmpty ?? true)
      if left[row, default: 0] > 0 || !isOptional { wanted.append(row) }
      left[row, default: 0] -= 1
    }
    var missing = (all ? wanted.sorted() : wanted)[...]
    for row in all ? allMade.sorted() : allMade where row == missing.first { missing.removeFirst() }
    guard missing.isEmpty, allMade.count == wanted.count + extra else {
      throw wrong(
        "the replay\(all ? " of all" : "") differs: \(allMade.count) for \(wanted.count), \(missing.first ?? "")")
    }
    guard rows.first(where: { $0["current"].bool == true }) != nil,
      try shell.paint("status --json -d again.paint").json["fingerprint"].text
        == document.here.picture.fingerprint.hex
    else { throw wrong("the replay ends elsewhere") }
  }
}
