import Testing

@testable import PaintCLI

@Suite("LineParser") struct LineParserTests {
  @Test(
    "finds command, operands and options in any order",
    arguments: [
      "stroke pencil 1,2 3,4 --color red -d a.paint", "-d a.paint stroke pencil --color red 1,2 3,4",
      "stroke --color=red pencil 1,2 --document a.paint 3,4", "--document=a.paint --color red stroke pencil 1,2 3,4",
      "stroke -da.paint pencil 1,2 3,4 --color blue --color red", "stroke -d=a.paint pencil --color red -- 1,2 3,4",
    ])
  func order(text: String) throws {
    let line = try parse(text)
    #expect(line.command == .pencil)
    #expect(line.operands.map(line.words.text) == ["1,2", "3,4"])
    #expect(line.text(.color) == "red")
    #expect(line.text(.document) == "a.paint")
    #expect(!line.has(.width))
  }

  @Test("negative numbers are operands and values, without --")
  func negative() throws {
    let line = try parse("stroke line -10,-4.5 -.5,-5% --dash-offset -3 --width 2")
    #expect(line.operands.map(line.words.text) == ["-10,-4.5", "-.5,-5%"])
    #expect(try line.value(.dashOffset, NumberForm.dashOffset.value) == -3)
    #expect(try line.value(.width, NumberForm.width.value) == 2)
  }

  @Test("a single dash is an operand, and a value")
  func dash() throws {
    #expect(try parse("export -").operandText(0) == "-")
    #expect(try parse("new a.paint --from -").text(.from) == "-")
    #expect(try parse("batch - --check").operandText(0) == "-")
  }

  @Test("after -- nothing is an option")
  func end() throws {
    let line = try parse("export -- --json")
    #expect(line.operandText(0) == "--json")
    #expect(!line.has(.json))
    #expect(try parse("undo -- 2").operandText(0) == "2")
  }

  @Test(
    "--dash takes a value only if the next word looks like one",
    arguments: [
      ("stroke line 1,1 5,5 --dash", nil), ("stroke line 1,1 5,5 --dash 4,2", "4,2"),
      ("stroke line --dash --width 3 1,1 5,5", nil), ("stroke line --dash none 1,1 5,5", "none"),
      ("stroke line --dash=4,2 1,1 5,5", "4,2"), ("stroke line --dash 4 1,1 5,5", "4"),
      ("stroke rect --dash 1,1,5x5", nil), ("stroke line 1,1 5,5 --dash 4,2 --dash", nil),
    ] as [(String, String?)])
  func optionalValue(text: String, value: String?) throws {
    let line = try parse(text)
    #expect(line.has(.dash))
    #expect(line.text(.dash) == value)
  }

  @Test("an option and its opposite override each other")
  func reversible() throws {
    #expect(try parse("stroke line 1,1 2,2").choice(.snap) == nil)
    #expect(try parse("stroke line 1,1 2,2 --no-snap").choice(.snap) == false)
    #expect(try parse("stroke line 1,1 2,2 --no-snap --snap").choice(.snap) == true)
    #expect(try parse("set --antialias --no-antialias").choice(.antialias) == false)
  }

  @Test("short options can be combined in a word")
  func letters() throws {
    let line = try parse("status -qd a.paint")
    #expect(line.has(.quiet))
    #expect(line.text(.document) == "a.paint")
  }

  @Test("--help needs no other words")
  func help() throws {
    #expect(try parse("--help").has(.help))
    #expect(try parse("help").has(.help))
    #expect(try parse("-h").has(.help))
    #expect(try parse("stroke --help").group == "stroke")
    #expect(try parse("stroke line --help").command == .line)
    #expect(try parse("help goto").command == .goto)
    #expect(try parse("help stroke").group == "stroke")
    #expect(try parse("help stroke line").command == .line)
    for topic in HelpTopic.allCases { #expect(try parse("help \(topic.rawValue)").topic == topic) }
    // The topic, not the command of that name.
    #expect(try parse("help history").command == nil)
    #expect(try parse("--help history").command == .history)
    #expect(try parse("goto --help").command == .goto)
    #expect(try parse("--version").has(.version))
  }

  @Test(
    "errors have a message and a hint",
    arguments: [
      ("", FailureCode.missingWord, "no command", "paint --help lists the commands"),
      ("strok", .unknownCommand, "unknown command 'strok'", "did you mean stroke?"),
      ("log", .unknownCommand, "unknown command 'log'", "did you mean history?"),
      ("rect", .unknownCommand, "unknown command 'rect'", "did you mean stroke rect?"),
      ("vew", .unknownCommand, "unknown command 'vew'", "did you mean view?"),
      ("draw", .unknownCommand, "unknown command 'draw'", "did you mean stroke?"),
      ("delete", .unknownCommand, "unknown command 'delete'", "did you mean clear or forget?"),
      ("sepia", .unknownCommand, "unknown command 'sepia'", "did you mean filter sepia-tone?"),
      ("help colours", .unknownCommand, "no help about 'colours'", "did you mean paint help colors?"),
      ("help color", .unknownCommand, "no help about 'color'", "did you mean paint help colors?"),
      ("help cropp", .unknownCommand, "no help about 'cropp'", "did you mean crop?"),
      ("help pencil", .unknownCommand, "no help about 'pencil'", "did you mean stroke pencil?"),
      ("help xyzzy", .unknownCommand, "no help about 'xyzzy'", "paint --help lists the commands and topics"),
      ("help json now", .unexpectedWord, "help: unexpected 'now'", "usage: paint help json"),
      (
        "help stroke json", .unknownBrush, "unknown brush 'json'",
        "the brushes are \(CommandTable.names(in: "stroke", joinedBy: "and"))"
      ),
      ("xyzzy", .unknownCommand, "unknown command 'xyzzy'", "paint --help lists the commands"),
      ("a.paint undo", .unknownCommand, "unknown command 'a.paint'", "a document is named with -d: paint -d a.paint …"),
      (
        "stroke", .missingWord, "stroke needs a brush: \(CommandTable.names(in: "stroke", joinedBy: "or"))",
        "for example: paint stroke line 10,10 200,120"
      ),
      ("stroke pensil", .unknownBrush, "unknown brush 'pensil'", "did you mean pencil?"),
      ("stroke circle", .unknownBrush, "unknown brush 'circle'", "did you mean stroke ellipse?"),
      ("stroke line 1,1 2,2 --colr x", .unknownOption, "unknown option --colr", "did you mean --color?"),
      ("stroke line -color red", .unknownOption, "unknown option -color", "did you mean --color?"),
      ("undo --xyzzyxyzzy", .unknownOption, "unknown option --xyzzyxyzzy", "paint undo --help lists its options"),
      ("undo --color red", .unknownOption, "undo has no option --color", "paint undo --help lists its options"),
      (
        "stroke pencil 1,1 --fill red", .unknownOption, "stroke pencil has no option --fill",
        "paint stroke pencil --help lists its options"
      ),
      ("stroke line 1,1 2,2 --color", .missingValue, "--color needs a value: --color C", nil),
      (
        "stroke line 1,1 2,2 --color --width 3", .missingValue, "--color needs a value: --color C",
        "a value that begins with -- is written --color=VALUE"
      ),
      ("status -d", .missingValue, "-d needs a value: -d PATH", nil),
      ("status --json=1", .badValue, "--json takes no value", nil),
      ("status --no-json", .unknownOption, "unknown option --no-json", nil),
      ("goto", .missingWord, "goto needs REV", "usage: paint goto REV"),
      ("status now", .unexpectedWord, "status: unexpected 'now'", "usage: paint status"),
      (
        "stroke line 1,1 2,2 3,3", .unexpectedWord, "stroke line: unexpected '3,3'",
        "usage: paint stroke line X,Y X,Y"
      ),
    ] as [(String, FailureCode, String, String?)])
  func failures(text: String, code: FailureCode, message: String, hint: String?) {
    do {
      _ = try parse(text)
      Issue.record("it was parsed")
    } catch {
      #expect(error.code == code)
      #expect(error.exitCode == .usage)
      #expect(error.message == message)
      if let hint { #expect(error.hint == hint) }
    }
  }

  @Test("a bad value names its option")
  func place() throws {
    let line = try parse("stroke line 1,1 2,2 --width abc")
    do {
      _ = try line.value(.width, NumberForm.width.value)
      Issue.record("it was read")
    } catch {
      #expect(error.message == "--width: 'abc' is not a width: pixels, over 0 to 65,536")
    }
  }

  @Test("a reused line has no traces of the previous one")
  func reuse() throws {
    var parser = LineParser()
    var line = ParsedLine("stroke line 1,1 2,2 --color red --no-snap".split(separator: " ").map(String.init))
    try parser.parse(&line)
    line.words.removeAll()
    line.words.append("status")
    try parser.parse(&line)
    #expect(line.command == .status)
    #expect(line.operands.isEmpty)
    #expect(!line.has(.color) && !line.has(.snap))
  }

  @Test("arbitrary words do not crash it")
  func fuzz() {
    let seed: UInt64 = 48
    var random = Seeded(seed)
    let pieces = [
      "stroke", "line", "pencil", "--", "-", "--color", "--color=", "=", "-d", "-q", "-1,2", "1,2", "--dash", "none",
      "", "é",
      "--no-snap", "--=", "---", "-é", "help", "--help", "undo", "batch", "-.", "-=", "--expect", "set",
    ]
    var parser = LineParser()
    var line = ParsedLine()
    var parsed = 0
    for _ in 0..<5_000 {
      line.words.removeAll()
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        line.words.append(pieces.randomElement(using: &random) ?? "")
      }
      do {
        try parser.parse(&line)
        parsed += 1
      } catch {
        #expect(error.exitCode == .usage)
        #expect(!error.message.isEmpty)
      }
    }
    #expect(parsed > 0)
  }

  private func parse(_ text: String) throws(Failure) -> ParsedLine {
    var parser = LineParser()
    var line = ParsedLine(text.split(separator: " ").map(String.init))
    try parser.parse(&line)
    return line
  }
}
