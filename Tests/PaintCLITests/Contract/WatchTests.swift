import Glibc
import PaintTestSupport
import SystemPackage
import Testing

/// `paint watch`, while other programs draw.
@Suite("Contract: watching", .serialized)
struct WatchTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.sh(
      """
      paint new art.paint --size 200x100 --background white -q
      for x in 1 2 3; do paint stroke pencil ${x}0,10 -q; done
      """)
    try #require(made.code == 0, "\(made)")
  }

  @Test("each line is the receipt that the command printed", arguments: [true, false])
  func receipts(isJSON: Bool) throws {
    let option = isJSON ? " --json" : ""
    let watch = try Dialogue(shell, "watch --since r3\(option)")
    // Of a move only its beginning and its end are known, so a goto on one line is undo or redo.
    let lines = [
      ("undo", "undo"), ("undo", "undo"), ("redo", "redo"), ("stroke line 0,0 90,90 --name Red --color red", "step"),
      ("undo 3", "undo"), ("redo 9", "redo"), ("goto 3", "goto"), ("goto r1", "undo"), ("goto latest", "redo"),
      ("select ellipse 10,10,60x50 --feather 3", "step"), ("stroke line 0,9 90,9 --color teal", "step"),
      ("select none", "step"), ("undo 2", "undo"), ("redo 2", "redo"), ("resize 100x50", "step"),
      ("stroke pencil 5,5", "step"), ("goto start", "undo"), ("goto r9", "redo"),
      // Across branches, with more than three steps on each side.
      ("goto r1", "undo"), ("stroke pencil 1,1", "step"), ("stroke pencil 2,1", "step"), ("stroke pencil 3,1", "step"),
      ("stroke pencil 4,1", "step"), ("goto r9", "goto"), ("goto r13", "goto"), ("goto r8", "goto"),
      ("goto r11", "goto"),
    ]
    for (line, kind) in lines {
      let outcome = try shell.paint("\(line)\(option)")
      #expect(outcome.code == 0 && outcome.lines.count == 1, "\(line): \(outcome)")
      let heard = watch.hear()
      guard isJSON else {
        #expect(heard == outcome.lines.first, "\(line)")
        continue
      }
      // The receipt with one more field.
      let receipt = outcome.lines.first
      #expect(heard == receipt?.replacing("{", with: "{\"event\":\"\(kind)\",", maxReplacements: 1))
    }
    // What is no step and no move is not reported.
    _ = try shell.sh("paint name current New; paint branch b; paint set --width 2; paint gc; paint status")
    let last = try shell.paint("stroke pencil 9,9 --name Last\(option)")
    #expect(watch.hear()?.contains("Last") == true && last.code == 0)
    watch.send(SIGINT)
    #expect(watch.end() == 130)
  }

  @Test("with many writers, some of them killed, all steps are reported in order, and a gc changes nothing")
  func crowd() throws {
    let watch = try Dialogue(shell, "watch --json --since start")
    try shell.write("script", (0..<300).map { "stroke pencil \($0 % 200),\($0 % 90)\n" }.joined())
    let work = [
      "for x in 1 2 3 4 5 6 7 8 9; do paint stroke line $x,0 $x,90 -q; done", "paint batch script -q",
      "for x in 1 2 3 4 5 6; do paint stroke pencil 9,9 --color red -q; paint undo -q; done",
      "for x in 1 2 3 4 5 6; do paint gc -q; done",
      "paint batch script --single --name Once -q",
      "paint stroke pencil 7,7 -q; paint goto start -q; paint clear red -q",
    ]
    let writers = try work.map { line in
      let null = open("/dev/null", O_RDWR | O_CLOEXEC)
      defer { close(null) }
      return try RunningProgram(
        "/bin/sh", ["-c", line], environment: shell.environment, in: shell.folder, input: null, output: null,
        errors: null)
    }
    for row in 95..<98 {
      let killed = try Dialogue(shell, "batch - --json")
      for column in 0..<15 {
        killed.say("stroke pencil \(column)0,\(row)")
        _ = killed.hear()
      }
      killed.kill()
    }
    for writer in writers { writer.wait() }
    let end = try shell.paint("stroke pencil 1,1 --name End --json").json
    var position = 0
    var steps: [JSON] = []
    while true {
      let event = try JSON(try #require(watch.hear(), "after \(steps.count) steps"))
      if event["steps"] == .null {
        #expect(event["parent"].int == position, "\(event)")
        steps.append(event)
      }
      position = event["revision"].int ?? -1
      if position == end["revision"].int { break }
    }
    watch.send(SIGINT)
    #expect(watch.end() == 130)
    guard case .array(let rows) = try shell.paint("history --all --json").json else {
      Issue.record("history is no list")
      return
    }
    let made = rows.filter { $0["revision"].int != 0 }.sorted { ($0["revision"].int ?? 0) < ($1["revision"].int ?? 0) }
    #expect(made.count == steps.count && made.count > 250)
    for (row, step) in zip(made, steps) {
      for key in ["revision", "parent", "name", "bounds", "pixels", "tiles", "bytes", "group"] {
        #expect(row[key] == step[key], "\(key): \(row), \(step)")
      }
    }
    #expect(try shell.paint("check").code == 0)
  }

  @Test("a script's steps are reported while it runs, when their group ends")
  func duringScript() throws {
    let watch = try Dialogue(shell, "watch --since r3")
    let script = try Dialogue(shell, "batch - --json")
    for line in 1...3 {
      script.say("stroke pencil \(line),50 --color teal")
      _ = script.hear()
      #expect(watch.hear()?.hasPrefix("r\(3 + line) Pencil") == true)
    }
    for line in ["group begin Tree", "stroke pencil 1,60", "stroke pencil 2,60", "group end"] {
      script.say(line)
      _ = script.hear()
    }
    #expect(watch.hear()?.hasPrefix("r7 Pencil") == true)
    #expect(watch.hear()?.hasPrefix("r8 Pencil") == true)
    #expect(script.wait() == 0)
  }

  @Test(
    "it ends with exit 66 when the drawing is gone",
    arguments: [
      ("mv art.paint other.paint", "art.paint was moved or deleted"),
      ("rm -r art.paint", "art.paint was moved or deleted"),
      ("paint new art.paint --size 9x9 --replace -q", "art.paint was replaced by another one"),
    ])
  func gone(line: String, message: String) throws {
    let watch = try Dialogue(shell, "-d art.paint watch --since r2", mixed: true)
    #expect(watch.hear()?.hasPrefix("r3 ") == true)
    #expect(try shell.sh(line).code == 0)
    #expect(watch.hear() == "paint: \(message)")
    #expect(watch.end() == 66)
  }

  @Test("a repair does not end it")
  func repaired() throws {
    let watch = try Dialogue(shell, "-d art.paint watch --since r2")
    #expect(watch.hear()?.hasPrefix("r3 ") == true)
    let repair = try shell.sh("rm art.paint/index.sqlite*; paint -d art.paint check --repair")
    #expect(repair.output.contains("repaired: "), "\(repair)")
    let after = try shell.paint("-d art.paint stroke pencil 3,3 --color blue")
    #expect(watch.hear() == after.lines.first)
  }

  @Test("it ends quietly after --count events and when nobody reads its output")
  func ends() throws {
    let counted = try shell.paint("watch --since start --count 2")
    #expect(counted.code == 0 && counted.lines.map { $0.prefix(3) } == ["r1 ", "r2 "] && counted.errors == "")
    // The last program of a pipe ends while the first one waits for an event.
    let closed = try shell.sh("(paint watch --since start; echo $? >code) | head -n 1")
    #expect(closed.lines.count == 1 && closed.errors == "")
    #expect(shell.contents("code").map { String(decoding: $0, as: UTF8.self) } == "0\n")
    for (line, code) in [("watch --since r99", 66), ("watch --since nobody", 66), ("-d none.paint watch", 66)] {
      #expect(try shell.paint(line).code == code, "\(line)")
    }
  }

  @Test("--quiet prints nothing and only waits; an empty command of --exec is exit 64")
  func quiet() throws {
    for option in ["", " --json"] {
      let outcome = try shell.paint("watch -q --since start --count 2\(option)")
      #expect(outcome.code == 0 && outcome.bytes.isEmpty && outcome.errors == "", "\(outcome)")
    }
    for command in ["", "  "] {
      let outcome = try shell.paint(["watch", "--since", "start", "--count", "1", "--exec", command])
      #expect(outcome.code == 64 && outcome.message.contains("--exec"), "\(outcome)")
    }
  }

  @Test("--exec gets each event in variables, whatever its name is, and its failure is a warning")
  func exec() throws {
    let hostile = "$(touch hacked)`touch hacked`'; touch hacked; \"\u{1b}[2J"
    _ = try shell.paint(["stroke", "pencil", "50,50", "--name", hostile])
    _ = try shell.paint("undo")
    let receipts = try shell.paint("watch --since start --json --count 5").lines
    let command =
      "cd /; test -d \"$PAINT_DOCUMENT\" && echo \"$PAINT_EVENT $PAINT_REVISION\"; "
      + "printf '%s\\n' \"$PAINT_RECEIPT\" >>\"$HOME/log\"; test $PAINT_REVISION != 2"
    let outcome = try shell.paint(
      ["watch", "--since", "start", "-q", "--count", "5", "--exec", command], with: ["HOME": shell.folder.string])
    #expect(outcome.code == 0 && outcome.lines == ["step 1", "step 2", "step 3", "step 4", "undo 3"], "\(outcome)")
    let log = String(decoding: try #require(shell.contents("log")), as: UTF8.self)
    #expect(log == receipts.joined(separator: "\n") + "\n")
    #expect(try shell.names() == ["art.paint", "log"])
    let words = try shell.paint(["watch", "--since", "r1", "--count", "1", "--exec", command])
    #expect(words.errors == "paint: warning: the command of --exec ended with exit code 1, for r2\n")
  }
}
