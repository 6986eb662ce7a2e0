import Testing

/// `paint history --script`: repeats the pictures on a new document.
@Suite("Contract: history --script")
struct ReplayTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// The revisions of a document, oldest first: fingerprint, name and group of each.
  private func line(of document: String) throws -> [[String]] {
    var revisions = try shell.paint("-d \(document) history --json").json.elements
    if let end = revisions.firstIndex(where: { $0["current"].bool == true }) { revisions = Array(revisions[...end]) }
    var groups: [Int] = []
    return try revisions.map { revision in
      let number = try #require(revision["revision"].int)
      if let group = revision["group"].int, !groups.contains(group) { groups.append(group) }
      let place = revision["group"].int.flatMap { groups.firstIndex(of: $0) }.map { "\($0)" } ?? ""
      let receipt = try shell.paint("-d \(document) goto \(number) --dry-run --json").json
      return [receipt["fingerprint"].text ?? "?", revision["name"].text ?? "?", place]
    }
  }

  /// Runs art.paint's script with these options on the document that its first line makes, in another folder.
  private func replay(_ options: String = "") throws -> Outcome {
    try shell.sh(
      """
      set -e; paint -d art.paint history --script \(options) >script; rm -rf again; mkdir again; cp script again
      [ ! -e art.paint/start.png ] || cp art.paint/start.png again
      cd again; sed -n '1s/^# //p' script | sh -e; paint batch script
      """)
  }

  @Test(
    "repeats every revision, with its name and group", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func randomSessions(seed: UInt64) throws {
    var random = Seeded(seed)
    _ = try shell.paint("new art.paint --size 90x70 --background \(["white", "none", "80402010"][Int(seed % 3)])")
    for part in 0..<4 {
      var script = ""
      for _ in 0..<12 {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: script += "undo \(Int.random(in: 1...4, using: &random))\n"
        case 1: script += "redo\n"
        case 2: script += "goto \(Int.random(in: 0...8, using: &random))\n"
        case 3:
          let number = Int.random(in: 0...6, using: &random)
          script += "stroke eraser 10,10 80,60 5,60 --width 20 --to r\(number)\n"
        case 4: script += "set \(RandomStroke.settings(&random))\n"
        case 5: script += "group \(Int.random(in: 1...3, using: &random)) '-- it''s'\n"
        case 6: script += "export part\(part).png\n"
        case 7: script += "import part\(Int.random(in: 0...3, using: &random)).png --name 'A \"picture\"'\n"
        default: script += RandomStroke.line(&random, width: 90, height: 70) + "\n"
        }
      }
      _ = try shell.paint("batch - --keep-going", input: script)
    }
    let expected = try line(of: "art.paint")
    for options in ["", "--files pictures", "--all"] {
      let outcome = try replay(options.replacing("pictures", with: "'\(shell.path("pictures"))'"))
      #expect(outcome.code == 0, "seed \(seed): \(outcome)")
      #expect(try line(of: "again/art.paint") == expected, "seed \(seed) \(options)")
    }
    // With all branches the new document has as many revisions, and redo leads as far.
    for key in ["revisions", "can_redo", "redo_name", "undo_name", "fingerprint"] {
      let status = try shell.paint("-d art.paint status --json").json[key]
      #expect(try shell.paint("-d again/art.paint status --json").json[key] == status, "seed \(seed), \(key)")
    }
  }

  @Test("renames the start if it does not have the default name")
  func start() throws {
    for (name, line) in [("Paper", "name start Paper"), ("-x y", "name start -- '-x y'"), ("New", nil)] {
      _ = try shell.paint("new art.paint --size 9x9 --replace")
      _ = try shell.paint(["name", "start", "--", name])
      _ = try shell.paint("stroke pencil 1,1")
      let lines = try shell.paint("history --script").lines
      let expected: [String] = line.map { [$0] } ?? []
      #expect(Array(lines.dropFirst().dropLast()) == expected, "\(lines)")
      #expect(try replay().code == 0)
      #expect(try shell.paint("-d again/art.paint show start --json").json["name"].text == name)
    }
  }

  @Test("repeats a side branch that is referred to, with new numbers")
  func sideBranch() throws {
    _ = try shell.sh(
      """
      paint new art.paint --size 90x70
      paint stroke rect 0,0,90x70 --fill red; paint stroke rect 0,0,90x70 --fill blue; paint undo 2
      paint stroke rect 0,0,90x70 --fill lime; paint stroke rect 0,0,50x50 --fill navy; paint undo
      paint stroke eraser 10,10 60,60 --width 20 --to r2
      """)
    let expected = try shell.picture()
    let outcome = try replay()
    #expect(outcome.code == 0, "\(outcome)")
    #expect(try shell.picture(at: "current -d again/art.paint") == expected)
    let lines = String(decoding: try #require(shell.contents("script")), as: UTF8.self).split(separator: "\n")
    #expect(lines[0] == "# paint new art.paint --size 90x70 --background 00000000")
    #expect(
      lines.map { $0.split(separator: " ").first ?? "" } == ["#", "stroke", "stroke", "goto", "stroke", "stroke"])
    #expect(lines.last?.hasSuffix(" --to r2 --follow") == true)
    #expect(try shell.paint("-d again/art.paint status --json").json["revision"].int == 4)
  }

  @Test("does not need the original files, because they are in the document or copied to a folder")
  func files() throws {
    _ = try shell.sh(
      """
      paint new art.paint --size 90x70; paint stroke ellipse 5,5,70x50 --fill teal; paint export seen.png; paint undo
      paint import seen.png; echo 10,10 >points; echo 80,60 >>points; paint stroke pencil --points-from points
      paint run -- cp seen.png {}; rm points seen.png
      """)
    let expected = try line(of: "art.paint")
    #expect(expected.count == 4)
    #expect(try replay().code == 0)
    #expect(try line(of: "again/art.paint") == expected)
    let json = try shell.paint("-d art.paint history --script --files pictures --json").json
    let kept = try shell.names(in: "art.paint/files")
    #expect(kept.count == 1)
    #expect(try shell.names(in: "pictures") == kept)
    #expect(json["files"].elements.map(\.text) == ["pictures/\(kept[0])"])
    #expect(json["new"].text == "paint new art.paint --size 90x70 --background 00000000")
    #expect(json["script"].elements.count == 3)
    // The script and the folder are sufficient.
    let script = json["script"].elements.map { $0.text ?? "" }.joined(separator: "\n")
    _ = try shell.sh("rm -rf again art.paint && paint new art.paint --size 90x70")
    #expect(try shell.paint("batch -", input: script).code == 0)
    #expect(try line(of: "art.paint") == expected)
  }

  @Test("for a document that began with a picture, the header says how to export it")
  func picture() throws {
    _ = try shell.sh(
      """
      paint new base.paint --size 90x70 --background 12345600 && paint -d base.paint stroke pencil 9,9 60,50 --width 9
      paint -d base.paint export photo.png && rm -r base.paint && paint new art.paint --from photo.png && rm photo.png
      paint stroke line 5,5 80,60 --color red --width 9; paint stroke eraser 5,60 80,5 --width 9
      """)
    let expected = try line(of: "art.paint")
    let header = try shell.paint("history --script").lines.prefix(2)
    #expect(header.first == "# paint new art.paint --from start.png")
    let command = try #require(header.last?.split(separator: ": ", maxSplits: 1).last)
    let outcome = try shell.sh("mkdir other && cd other && \(command) && paint new art.paint --from start.png")
    #expect(outcome.code == 0, "\(outcome)")
    _ = try shell.sh("paint -d art.paint history --script >script && cd other && paint batch ../script")
    #expect(try line(of: "other/art.paint") == expected)
    #expect(try replay("--files '\(shell.path("pictures"))'").code == 0)
    #expect(try line(of: "again/art.paint") == expected)
  }

  @Test(
    "repeats every later revision if older ones are forgotten, including the pixels that erasers restored",
    arguments: ["--background white", "--from photo.png"], ["true", "paint clear navy", "paint crop 3,3,30x20"])
  func pruned(beginning: String, end: String) throws {
    _ = try shell.sh(
      """
      paint new other.paint --size 60x40 --background 80402010; paint -d other.paint stroke pencil 1,1 50,30 --width 9
      paint -d other.paint export photo.png; rm -r other.paint
      paint new art.paint \(beginning.hasPrefix("--from") ? "" : "--size 60x40") \(beginning)
      paint stroke rect 5,5,40x30 --fill red; paint stroke line 1,1 50,3; paint stroke ellipse 9,9,20x20 --fill teal
      paint forget --before 2; paint stroke eraser 15,0 15,39 --width 9; paint undo; paint stroke pencil 9,30
      paint stroke eraser 25,0 25,39 --width 9; paint stroke eraser 5,5 40,30 --width 20 --to r2
      \(end); paint stroke pencil 1,9 20,9 --color lime; paint stroke eraser 9,9 --width 5
      """)
    let expected = try line(of: "art.paint")
    for options in ["", "--files '\(shell.path("pictures"))'", "--all --files '\(shell.path("pictures"))'"] {
      let script = try shell.sh("paint -d art.paint history --script \(options) >script")
      if beginning.hasPrefix("--from"), options.isEmpty {
        #expect(script.code == 64 && script.errors.contains("--files"), "\(script)")
        continue
      }
      let outcome = try shell.sh(
        """
        set -e; rm -rf again; mkdir again; cd again
        sed -n 's/^# \\(paint new\\)/\\1/p; s/^# .* is made by: //p' ../script | sh -e; paint batch ../script
        """)
      #expect(outcome.code == 0, "\(options): \(outcome)")
      #expect(try line(of: "again/art.paint").dropFirst() == expected[...], "\(beginning) \(end) \(options)")
    }
  }

  /// Repeats art.paint with its pictures next to the script, and compares every revision.
  private func expectSameLine() throws {
    let expected = try line(of: "art.paint")
    let folder = "--files '\(shell.path("pictures"))'"
    let outcome = try shell.sh(
      """
      set -e; paint -d art.paint history --script \(folder) >script; mkdir again; cd again
      sed -n '1s/^# //p' ../script | sh -e; paint batch ../script
      """)
    #expect(outcome.code == 0, "\(outcome)")
    #expect(try line(of: "again/art.paint") == expected)
  }

  @Test("imports the result of an edit that refers to a forgotten revision")
  func forgottenReference() throws {
    _ = try shell.sh(
      """
      paint new art.paint --size 60x40; paint stroke rect 5,5,40x30 --fill red; paint stroke rect 0,0,60x40 --fill blue
      paint stroke eraser 15,0 15,39 --width 9 --to r1; paint stroke eraser 25,0 25,39 --to r2
      paint forget --before 2
      """)
    try expectSameLine()
  }

  @Test("imports the result of a revert of the revision that is now the oldest")
  func revertOfTheOldest() throws {
    _ = try shell.sh(
      """
      paint new art.paint --size 60x40; paint stroke rect 5,5,20x10 --fill red; paint stroke rect 30,20,20x10 --fill blue
      paint stroke line 1,38 50,38; paint revert r2; paint forget --before 2
      """)
    try expectSameLine()
  }

  @Test("escapes control characters of names, and they are read back unchanged")
  func controlCharacters() throws {
    _ = try shell.paint("new art.paint --size 60x40")
    let names = ["\u{1b}]0;evil\u{7}", "two\nlines\r", "it's \\ \u{9b}2J", "\u{202e}desrever", "tab\there"]
    for (number, name) in names.enumerated() {
      let stroke = try shell.paint(["stroke", "pencil", "\(number),\(number)", "--name", name])
      #expect(stroke.code == 0, "\(stroke)")
    }
    _ = try shell.paint(["group", "2", "\u{1b}[31mred"])
    _ = try shell.paint(["name", "start", "\u{1b}c"])
    func isClean(_ text: String) -> Bool {
      text.unicodeScalars.allSatisfy { scalar in
        scalar == "\n" || scalar.value >= 32 && !(127..<160).contains(scalar.value) && scalar != "\u{202e}"
      }
    }
    for line in ["history --script", "history", "history --all", "show r1", "status", "undo", "undo --dry-run"] {
      let outcome = try shell.paint(line)
      #expect(outcome.code == 0 && isClean(outcome.output) && isClean(outcome.errors), "\(line): \(outcome)")
    }
    for line in ["history --script --json", "history --json", "status --json"] {
      let output = try shell.paint(line).output
      #expect(!output.utf8.contains(0x1b) && !output.unicodeScalars.contains("\u{9b}"), "\(line)")
    }
    _ = try shell.paint("redo")
    try expectSameLine()
  }

  @Test("rejects options that do not apply", arguments: ["--limit 3", "--since 1h", "--grep x"])
  func refused(options: String) throws {
    _ = try shell.paint("new art.paint --size 90x70")
    #expect(try shell.paint("history --script \(options)").code == 64)
    #expect(try shell.paint("history --files x").code == 64)
    #expect(try shell.paint("history --script").output == "# paint new art.paint --size 90x70 --background 00000000\n")
  }
}
