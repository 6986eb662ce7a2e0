import Glibc
import PaintTestSupport
import Testing

/// A disk with less and less free space: a real one if mounting is possible.
@Suite("Faults: full disks", .serialized)
struct FullDiskTests {
  /// A file system to be mounted, by its name in the table and the line of shell that mounts it on `disk`.
  struct Kind: Sendable, CustomTestStringConvertible {
    var name: String
    var mount: String
    /// The size of its blocks in KiB: less than one block means no free space.
    var block: Int
    var testDescription: String { name }

    static let all = [
      Kind(name: "tmpfs, 4 KiB blocks", mount: "mount -t tmpfs -o size=1m none disk", block: 4),
      Kind(
        name: "ext4, 1 KiB blocks",
        mount: "truncate -s 2m image && mkfs.ext4 -q -b 1024 -O ^has_journal -m 0 image && mount -o loop image disk",
        block: 1),
      Kind(
        name: "ext4, 4 KiB blocks",
        mount: "truncate -s 4m image && mkfs.ext4 -q -b 4096 -O ^has_journal -m 0 image && mount -o loop image disk",
        block: 4),
    ]
  }

  private static let commands = [
    "status", "export ../out.png", "history", "check", "stroke pencil 5,5 90,70 --width 9 --color red", "undo",
    "batch ../script", "batch ../single --single", "gc", "forget --before 1", "limit --steps 5", "import ../drawn.png",
    "check --repair",
  ]

  @Test("every command succeeds, or exits 74 and leaves the document unchanged", arguments: Kind.all)
  func fills(kind: Kind) throws {
    let shell = try Shell()
    try shell.write("script", "stroke rect 50,50,40x20 --fill red\nundo\nstroke line 0,70 99,70 --width 3\n")
    try shell.write("single", "stroke rect 50,50,40x20 --fill red\nstroke line 0,70 99,70 --width 3\n")
    let mounted = try shell.sh("mkdir disk && \(kind.mount)")
    guard mounted.code == 0 else {
      print(
        "faults: full disks | SKIPPED \(kind.name): cannot be mounted here; the calls suite plays full disks instead")
      return
    }
    defer { _ = try? shell.sh("umount disk") }
    let made = try shell.sh(
      """
      paint new art.paint --size 100x80 --background white -q && paint stroke pencil 10,10 90,70 --width 9 -q &&
      paint export drawn.png -q && paint stroke rect 5,5,60x40 --fill teal -q && paint undo -q
      """)
    try #require(made.code == 0, "\(made)")
    var failures: [String] = []
    var outcomes: [String: Int] = [:]
    var cases = 0
    // The free space in blocks of 1 KiB, from more than any command needs down to nothing.
    let levels = isThorough ? Array(stride(from: 0, through: 160, by: kind.block)) : [0, 4, 12, 32, 60]
    for free in levels {
      for command in Self.commands {
        for removesMemory in [false, true] {
          cases += 1
          let outcome = try attempt(shell, command, free: free, removesMemory: removesMemory)
          outcomes[outcome.hasPrefix("exit") ? outcome : "FAILED", default: 0] += 1
          if !outcome.hasPrefix("exit") {
            failures.append("\(kind.name), \(free) KiB free, \(command)\(removesMemory ? ", no -shm" : ""): \(outcome)")
          }
        }
      }
    }
    FaultLine.say("full disks", kind.name, cases: cases, failures: failures, outcomes)
    #expect(failures.isEmpty, "\(failures.prefix(10).joined(separator: "\n"))")
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
