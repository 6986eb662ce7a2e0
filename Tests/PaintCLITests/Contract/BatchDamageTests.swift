import Testing

/// Scripts on a drawing that is damaged.
@Suite("Contract: scripts on damaged drawings")
struct BatchDamageTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test("a stroke that needs a damaged tile leaves no change")
  func damagedTile() throws {
    _ = try shell.paint("new art.paint --size 640x32 --background white --replace")
    _ = try shell.paint("stroke pencil 600,10 --width 9")
    // The pack's one slot: its pixels come after the first two chunks and the first, empty, piece of the stream.
    let pack = "art.paint/packs/0000000002.png"
    let names = try shell.names(in: "art.paint/packs")
    var bytes = try #require(shell.contents(pack), "\(names)")
    let slot = try #require(
      bytes.firstRange(of: Array("IDAT".utf8)).flatMap { first in
        bytes[first.upperBound...].firstRange(of: Array("IDAT".utf8))
      })
    bytes[slot.upperBound + 9] ^= 0xff
    try shell.write(pack, bytes)
    let before = try shell.paint("status --json").json
    let line = "stroke line 5,10 635,10 --width 9 --color red"
    #expect(try shell.paint(line).code == 65)
    for option in ["", "--keep-going", "--dry-run", "--keep-going --dry-run"] {
      let script = "stroke pencil 5,5 --name A\n\(line)\nstroke pencil 9,20 --name B\n"
      let outcome = try shell.paint("batch - --json \(option)", input: script)
      let goesOn = option.contains("--keep-going")
      #expect(outcome.code == (goesOn ? 1 : 65), "\(option): \(outcome)")
      #expect(outcome.errors.hasPrefix("paint: -:2: ") && outcome.errors.contains("paint check --repair"), "\(outcome)")
      #expect(outcome.errors.split(separator: "\n").count == 2, "\(option): \(outcome)")
      let summary = try #require(try outcome.jsonLines.last)
      let after = try shell.paint("status --json").json
      // The lines before it are kept, and with --keep-going those after it too; a dry run keeps none.
      let steps = goesOn ? 2 : 1
      #expect(summary["steps"].int == steps, "\(option): \(outcome)")
      let kept = option.contains("--dry-run") ? 0 : steps
      if kept > 0 {
        #expect(summary["revision"] == after["revision"], "\(option): \(outcome)")
        #expect(try shell.paint("undo \(kept)").code == 0)
      }
      #expect(try shell.paint("status --json").json["fingerprint"] == before["fingerprint"], "\(option)")
    }
    // The failed line does not affect the next one on the same tiles.
    #expect(try shell.paint("stroke rect 0,0,560x32 --fill red").code == 0)
    #expect(try shell.paint("undo --json").json["fingerprint"] == before["fingerprint"])
  }
}
