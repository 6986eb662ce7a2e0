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
}
