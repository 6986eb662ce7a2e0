import PaintTestSupport

extension SessionRun {
  /// The files that these lines exported, pixel by pixel.
  func compareFiles(_ lines: [[String]]) throws {
    for file in Set(lines.filter { $0.count > 1 && $0[0] == "export" }.map { $0[1] }) {
      guard let expected = paint.files[file] else { continue }
      guard let bytes = shell.contents(file) else { throw wrong("\(file) is not there") }
      try compare(try Picture(bytes), expected, file)
    }
  }

  /// What is known of each revision, in one process.
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

  /// Every revision, pixel by pixel.
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

  /// The script of the history, run on a new drawing: the same pictures under the same names, as one line or all.
  func compareReplay(all: Bool) throws {
    // Where older revisions are forgotten a replay begins with a picture and may lack what was referred to.
    guard paint.document.root == 0, !hasForgotten else { return }
    let script = try shell.paint(all ? "history --script --all" : "history --script")
    try expect(script, code: 0)
    try expect(try shell.paint("new again.paint --size 70x50 --background white --replace"), code: 0)
    try expect(try shell.paint(["batch", "-", "-d", "again.paint"], input: script.bytes), code: 0)
    let document = paint.document
    let rows = try shell.paint("history --json\(all ? " --all" : "") -d again.paint").json.elements
    let shows = try shell.paint(
      "batch - --json -d again.paint", input: rows.map { "show \($0["revision"].int ?? -1)\n" }.joined()
    ).jsonLines.dropLast()
    // One line may leave a group in its midst; then it is made again as far as other revisions need it.
    let made = shows.map { shown in
      ["fingerprint", "name", all ? "group_name" : ""].map { shown[$0].text ?? "" }.joined(separator: " ")
    }
    let numbers = all ? document.revisions.keys.sorted() : document.line(to: document.current)
    let wanted = numbers.map { number in
      let revision = document[number]
      let group = all ? revision.group.map { document.name(ofGroup: $0) } : nil
      return "\(revision.picture.fingerprint.hex) \(revision.name) \(group ?? "")"
    }
    guard all ? made.sorted() == wanted.sorted() : made == wanted else {
      let first = zip(made, wanted).enumerated().first { $0.element.0 != $0.element.1 }
      throw wrong("the replay\(all ? " of all" : "") differs: \(made.count) for \(wanted.count), \(first as Any)")
    }
    guard rows.first(where: { $0["current"].bool == true }) != nil,
      try shell.paint("status --json -d again.paint").json["fingerprint"].text
        == document.here.picture.fingerprint.hex
    else { throw wrong("the replay ends elsewhere") }
  }
}
