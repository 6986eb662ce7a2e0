import Glibc
import PaintTestSupport
import Testing

/// A disk with less and less free space: a real one if mounting is possible.
///
/// The levels of free space are divided into parts that run at the same time, each on its own disk.
@Suite("Faults: full disks")
struct FullDiskTests {
  private static let commands = [
    "status", "export ../out.png", "history", "check", "stroke pencil 5,5 90,70 --width 9 --color red", "undo",
    "batch ../script", "batch ../single --single", "gc", "forget --before 1", "limit --steps 5", "import ../drawn.png",
    "check --repair", "select ellipse 5,5,80x60 --feather 3",
  ]

  @Test("every command succeeds, or exits 74 and leaves the document unchanged", arguments: FullDiskPart.all)
  func fills(part: FullDiskPart) throws {
    let kind = part.kind
    var result = FullDiskTally()
    defer { FullDiskTally.add(result, of: part) }
    let shell = try Shell()
    try shell.write("script", "stroke rect 50,50,40x20 --fill red\nundo\nstroke line 0,70 99,70 --width 3\n")
    try shell.write("single", "stroke rect 50,50,40x20 --fill red\nstroke line 0,70 99,70 --width 3\n")
    let mounted = try shell.sh("mkdir disk && \(kind.mount)")
    guard mounted.code == 0 else {
      result.unmounted = 1
      return
    }
    defer { _ = try? shell.sh("umount disk") }
    let made = try shell.sh(
      """
      paint new art.paint --size 100x80 --background white -q && paint stroke pencil 10,10 90,70 --width 9 -q &&
      paint export drawn.png -q && paint stroke rect 5,5,60x40 --fill teal -q && paint undo -q
      """)
    try #require(made.code == 0, "\(made)")
    for (level, free) in part.levels.enumerated() {
      for (number, command) in Self.commands.enumerated() {
        for removesMemory in isThorough ? [false, true] : [(level + number) % 2 == 0] {
          result.cases += 1
          let outcome = try attempt(shell, command, free: free, removesMemory: removesMemory)
          result.outcomes[outcome.hasPrefix("exit") ? outcome : "FAILED", default: 0] += 1
          if !outcome.hasPrefix("exit") {
            result.failures.append(
              "\(kind.name), \(free) KiB free, \(command)\(removesMemory ? ", no -shm" : ""): \(outcome)")
          }
        }
      }
    }
    #expect(result.failures.isEmpty, "\(result.failures.prefix(10).joined(separator: "\n"))")
  }

  @Test("steps that were answered before a group survive a disk that is full in the group")
  func answeredBeforeGroup() throws {
    let shell = try Shell()
    guard try shell.sh("mkdir disk && mount -t tmpfs -o size=1200k none disk").code == 0 else { return }
    defer { _ = try? shell.sh("umount disk") }
    try #require(try shell.paint("new disk/a.paint --size 400x400 --background gray").code == 0)
    let dialogue = try Dialogue(shell, "-d disk/a.paint batch - --json")
    dialogue.say("stroke pencil 5,5 --width 5 --name First\ngroup begin G")
    let first = try JSON(try #require(dialogue.hear()))
    #expect(first["pending"].bool == nil && first["name"].text == "First")
    for seed in 1...6 { dialogue.say("filter noise --amount 0.9 --seed \(seed)") }
    dialogue.say("group end")
    #expect(dialogue.wait() == 74)
    let status = try shell.paint("-d disk/a.paint status --json")
    #expect(try status.json["fingerprint"] == first["fingerprint"], "\(status)")
  }

  @Test("the parts of a kind have every level of free space once")
  func parts() {
    for kind in FullDiskPart.Kind.all {
      let levels = FullDiskPart.all.filter { $0.kind.name == kind.name }.flatMap(\.levels)
      #expect(levels.sorted() == kind.levels, "\(kind.name)")
    }
  }

  /// Fills the disk, runs the command, frees space and examines the result; prints `exit N` if it is correct.
  private func attempt(_ shell: Shell, _ command: String, free: Int, removesMemory: Bool) throws -> String {
    let isReading =
      ["status", "export", "history", "check"].contains(command.split(separator: " ").first.map(String.init) ?? "")
      && command != "check --repair"
    let filled = try shell.sh(
      """
      rm -rf disk/art.paint disk/filler && cp -r art.paint disk/ && \(removesMemory ? "rm -f" : "true") disk/art.paint/*-shm
      room=$(df --output=avail -k disk | tail -n 1)
      [ $room -le \(free) ] || dd if=/dev/zero of=disk/filler bs=1024 count=$((room - \(free))) status=none
      paint -d art.paint status --json >before; cp -r art.paint again.paint
      """)
    if filled.code != 0 && !filled.errors.contains("No space") { return "cannot be prepared: \(filled)" }
    let outcome = try shell.sh("cd disk && paint -d art.paint \(command)")
    guard [0, 74].contains(outcome.code) else { return "it ended with \(outcome)" }
    if isReading, outcome.code != 0 { return "reading needs no room: \(outcome)" }
    let looked = try shell.sh(
      """
      rm -f disk/filler && paint -d disk/art.paint check && paint -d disk/art.paint status --json >now &&
      paint -d disk/art.paint stroke pencil 1,1 && rm -rf again.paint
      """)
    if looked.code != 0 { return "exit code \(outcome.code), then: \(looked)" }
    if outcome.code == 74 {
      let (before, now) = (
        try JSON(String(decoding: shell.contents("before") ?? [], as: UTF8.self)),
        try JSON(String(decoding: shell.contents("now") ?? [], as: UTF8.self))
      )
      // A script keeps the lines before the failure.
      for key in ["fingerprint", "revision"] where now[key] != before[key] && command != "batch ../script" {
        return "74, but \(key) was \(before[key]) and is \(now[key])"
      }
    }
    return "exit \(outcome.code)"
  }
}
