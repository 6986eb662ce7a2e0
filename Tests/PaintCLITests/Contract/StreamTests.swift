import Glibc
import Testing

/// Standard output, standard error, pipes, terminals and the environment.
@Suite("Contract: streams")
struct StreamTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 64x48 --background white")
    try #require(made.code == 0, "\(made)")
  }

  @Test(
    "names with any characters are printed as one line, and as valid JSON",
    arguments: [
      "plain", " ", "a\nb", "\u{1}\u{1f}\u{7f}\u{80}\u{9f}", "\"quoted\" \\back\\ /slash/", "'single'",
      "\u{1b}[31mred",
      "é€😀👩‍👩‍👧", "\u{2028}\u{2029}\u{202e}rtl", "\r\n\t\u{8}\u{c}", "\u{fffd}", "--json", "null", "#ff0000 # c",
      String(repeating: "ä", count: 5_000),
    ])
  func hostileNames(name: String) throws {
    let receipt = try shell.paint(["stroke", "line", "1,1", "60,40", "--name=\(name)", "--json"])
    #expect(receipt.code == 0, "\(receipt)")
    #expect(try receipt.json["name"].text == name)
    #expect(try shell.paint("status --json").json["undo_name"].text == name)
    #expect(try shell.paint("history --json").json.elements.last?["name"].text == name)
    for line in ["history", "undo", "redo", "status"] {
      let outcome = try shell.paint(line)
      let lines = ["history": 2, "undo": 1, "redo": 1, "status": 5][line]
      #expect(outcome.output.unicodeScalars.filter { $0 == "\n" }.count == lines, "\(outcome)")
      #expect(
        outcome.output.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 32 && !(127..<160).contains($0.value)) },
        "\(outcome)")
    }
  }

  @Test("a file name that is not UTF-8 is used byte for byte")
  func bytesAsNames() throws {
    let script = #"""
      set -e
      odd=$(printf 'a\377b')
      mkdir "$odd"; cd "$odd"
      paint new "$odd.paint" --size 8x8 --background red >/dev/null
      test -d "$odd.paint/packs"
      paint stroke pencil 4,4 --width 3 >/dev/null
      paint -d "$odd.paint" export "$odd.png" >/dev/null
      test -f "$odd.png"
      PAINT_DOCUMENT="$odd.paint" paint undo >/dev/null
      paint new "$odd 2.paint" --from "$odd.png" >/dev/null
      echo 1,1 >"$odd.points"
      paint -d "$odd 2.paint" stroke pencil --points-from "$odd.points" >/dev/null
      echo undo >"$odd.script"
      paint -d "$odd 2.paint" batch "$odd.script" >/dev/null
      rm -r "$odd 2.paint"
      paint status --json
      paint export nowhere/"$odd".png --json || true
      """#
    let outcome = try shell.sh(script)
    #expect(outcome.code == 0, "\(outcome)")
    let objects = try outcome.jsonLines
    #expect(objects.first?["document"].text == "a\u{fffd}b.paint")
    #expect(objects.last?["exit"].int == 73)
  }

  @Test("a reader that closes the pipe ends the program without an error")
  func closedPipe() throws {
    try shell.write("many", (1...50).map { "stroke pencil \($0),5\n" }.joined())
    _ = try shell.paint("batch many")
    for line in [
      "history", "history --json", "status", "export -", "pick 1,1", "--help", "stroke pencil 3,3", "batch many --json",
    ] {
      // The shell passes the exit code of the left side through a file.
      let outcome = try shell.sh("(paint \(line); echo $? >code) | true; cat code")
      #expect(outcome.output == "0\n" && outcome.errors == "", "\(line): \(outcome)")
      let head = try shell.sh("paint \(line) | head -0")
      #expect(head.code == 0 && head.errors == "" && head.output == "", "\(line): \(head)")
    }
  }

  @Test("a closed standard output or input does not crash the program")
  func closedStreams() throws {
    for line in ["status >&-", "status 2>&-", "status <&-", "stroke pencil 9,9 >&- 2>&- <&-", "nonsense >&- 2>&-"] {
      let outcome = try shell.sh("paint \(line); echo $? >code")
      #expect(outcome.code == 0)
      let code = String(decoding: shell.contents("code") ?? [], as: UTF8.self)
      #expect(["0\n", "64\n", "74\n"].contains(code), "\(line): \(code)")
    }
    // Nothing was written into the document's files instead of a stream.
    #expect(try shell.paint("status").code == 0)
    #expect(try shell.paint("stroke pencil 19,9").code == 0)
  }

  @Test(
    "output for a closed standard output is not written into a file of the drawing",
    arguments: [
      "paint stroke line 1,1 50,50 --dry-run --out - >&-", "echo 'stroke line 3,3 80,9' | paint batch - --json >&-",
      "paint export - >&-", "paint status >&- 2>&-",
    ])
  func closedOutput(line: String) throws {
    _ = try shell.sh("paint new art.paint --size 96x80 --background white -q; paint stroke line 3,3 9,9 -q")
    let outcome = try shell.sh(line)
    #expect(outcome.code == 74, "\(outcome)")
    #expect(shell.contents("art.paint/lock") == [])
  }

  @Test("a signal to quit ends a script, and the answered lines are kept")
  func quits() throws {
    _ = try shell.paint("new art.paint --size 96x80 --background white -q")
    let dialogue = try Dialogue(shell, "batch - --json")
    dialogue.say("stroke line 3,3 9,9")
    #expect(dialogue.hear()?.contains("\"revision\":1") == true)
    dialogue.send(SIGQUIT)
    #expect(dialogue.end() == 128 + Int(SIGQUIT))
    #expect(try shell.paint("status --json").json["revision"].int == 1)
  }

  @Test("a link to standard input is an error in a script from standard input, and later lines run")
  func linkedInput() throws {
    _ = try shell.sh("paint new art.paint --size 96x80 --background white -q; ln -s /dev/stdin in.png")
    for line in ["place in.png", "import /proc/thread-self/fd/0", "stroke pencil --points-from in.png"] {
      let outcome = try shell.sh("printf '%s\\n' '\(line)' 'stroke line 3,3 9,9' | paint batch - --keep-going")
      #expect(outcome.code == 1 && outcome.errors.contains("comes from standard input"), "\(outcome)")
      #expect(outcome.output.hasPrefix("2 lines, 1 step, 1 failed"), "\(outcome)")
      _ = try shell.paint("undo")
    }
  }

  @Test(
    "a pattern from standard input is an error in a script from there, also for --check, and later lines run",
    arguments: ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "in.png"])
  func patternsFromInput(file: String) throws {
    _ = try shell.sh("ln -s /dev/stdin in.png")
    for line in [
      "fill 1,1 --color", "clear", "stroke rect 1,1,9x9 --fill", "stroke line 1,1 9,9 --color", "background",
      "text 1,1 A --size 9 --color", "text 1,1 A --size 9 --background", "set --color", "set --fill",
    ] {
      try shell.write("script", "\(line) \"Pattern(\(file))\"\nstroke line 3,3 9,9\n")
      let outcome = try shell.sh("cat script | paint batch - --keep-going")
      #expect(outcome.code == 1 && outcome.errors.contains("comes from standard input"), "\(line): \(outcome)")
      #expect(outcome.output.hasPrefix("2 lines, 1 step, 1 failed"), "\(line): \(outcome)")
      let check = try shell.sh("cat script | paint batch - --check")
      #expect(check.code == 65 && check.errors.contains("comes from standard input"), "\(line): \(check)")
      _ = try shell.paint("undo")
    }
    // The words of a text are no pattern.
    let text = try shell.sh("echo 'text 1,1 \"pattern(\(file))\" --size 9' | paint batch - --check")
    #expect(text.code == 0, "\(text)")
  }

  @Test("the settings of a drawing name no standard input, and a script from there does not read it for them")
  func settingsFromInput() throws {
    for word in ["--color=pattern(/dev/stdin)", "--fill=pattern(/dev/fd/0)", "--font=/dev/stdin"] {
      let outcome = try shell.paint(["set", word])
      let reason = word.hasPrefix("--font") ? "not the file" : "standard input"
      #expect(outcome.code == 64 && outcome.message.contains(reason), "\(word): \(outcome)")
    }
    // It becomes standard input after it was set.
    try shell.write("tile.ppm", Array("P6\n1 1\n255\n".utf8) + [1, 2, 3])
    let set = try shell.sh("paint set --color 'pattern(tile.ppm)' -q")
    #expect(set.code == 0, "\(set)")
    _ = try shell.sh("ln -sf /dev/stdin tile.ppm")
    try shell.write("script", "fill 1,1\n")
    let outcome = try shell.sh("cat script | paint batch - && paint pick 1,1")
    #expect(outcome.code == 0 && outcome.output.hasSuffix("#010203ff\n"), "\(outcome)")
  }

  @Test("a picture is never written to a terminal, and colours only to a terminal")
  func terminal() throws {
    let refused = try shell.onTerminal("export -")
    #expect(refused.code == 64, "\(refused)")
    #expect(!refused.text.contains("PNG\r") && refused.text.contains("terminal"), "\(refused)")
    #expect(try shell.onTerminal("stroke pencil 5,5 --dry-run --out -").code == 64)
    #expect(try shell.onTerminal("batch /dev/null --from x.png --out -").code == 64)
    #expect(try shell.onTerminal("goto 77").text.contains("\u{1b}["))
    #expect(try !shell.onTerminal("goto 77", with: ["NO_COLOR": "1"]).text.contains("\u{1b}"))
    #expect(try shell.onTerminal("goto 77", with: ["NO_COLOR": ""]).text.contains("\u{1b}["))
    #expect(try !shell.onTerminal("goto 77", with: ["TERM": "dumb"]).text.contains("\u{1b}"))
    #expect(try !shell.paint("goto 77", with: ["TERM": "xterm"]).errors.contains("\u{1b}"))
    #expect(try !shell.onTerminal("history", with: ["NO_COLOR": "1"]).text.contains("\u{1b}"))
  }

  @Test("PAINT_CACHE bounds the memory, and an invalid amount is rejected")
  func cache() throws {
    for value in ["32M", "512K", "1G", "33554432", "64k", "1", ""] {
      #expect(try shell.paint("status", with: ["PAINT_CACHE": value]).code == 0, "\(value)")
    }
    let before = try shell.files()
    for value in ["x", "32MB", "-1", "1.5M", "M", " 32M", "99999999999999999999", "nan"] {
      for line in ["status", "stroke pencil 9,9", "new b.paint --size 4x4"] {
        let outcome = try shell.paint(line, with: ["PAINT_CACHE": value])
        #expect(outcome.code == 64, "\(value): \(outcome)")
        #expect(outcome.message.contains("PAINT_CACHE") && outcome.message.contains(value), "\(outcome)")
      }
    }
    #expect(try shell.files() == before)
    // The pixels do not depend on the size of the cache.
    var random = Seeded(3)
    try shell.write("script", (0..<60).map { _ in RandomStroke.line(&random, width: 900, height: 900) + "\n" }.joined())
    _ = try shell.paint("new big.paint --size 900x900 --background white")
    let large = try shell.paint("-d big.paint batch script --dry-run --json").jsonLines.last
    let words = "-d big.paint batch script --dry-run --json"
    let small = try shell.paint(words, with: ["PAINT_CACHE": "256K"]).jsonLines.last
    #expect(large?["fingerprint"].text != nil && large?["fingerprint"] == small?["fingerprint"])
    #expect(small?["cache"]["bytes"].int ?? .max <= 256 << 10, "\(String(describing: small))")
    #expect(small?["cache"]["evicted"].int ?? 0 > 0)
  }
}
