import Glibc
import Testing

/// Packs that nothing needs, and that `forget` and `gc` should delete but cannot.
@Suite("Contract: packs that cannot be deleted")
struct UndeletedPacksTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.sh(
      """
      paint new art.paint --size 96x80 --background white -q
      for y in 10 20 30 40 50 60; do paint stroke line 0,$y 90,$y --width 3 -q; done
      paint name r2 Second -q
      """)
    try #require(made.code == 0, "\(made)")
  }

  /// Begins a line of shell as a user who is not the superuser: the rights of files do not apply to that one.
  private static let asUser =
    geteuid() == 0 ? "PAINT_DOCUMENT=art.paint setpriv --reuid=65534 --regid=65534 --clear-groups " : ""

  /// Forgets, but puts the packs back that were deleted.
  private func forgetWithoutDeleting() throws {
    let done = try shell.sh(
      "cp -r art.paint/packs kept && paint forget --before r5 -q && cp kept/* art.paint/packs/ && rm -r kept")
    try #require(done.code == 0, "\(done)")
  }

  @Test(
    "forget ends with a warning that names their number and the folder, and gc deletes them later",
    .enabled(if: geteuid() == 0, "needs two users"), arguments: [true, false])
  func forget(isJSON: Bool) throws {
    // In such a folder, only the owner of a file can delete it.
    let packs = try shell.names(in: "art.paint/packs").count
    let closed = try shell.sh(
      "chmod 777 . art.paint && chmod 666 art.paint/index.sqlite* art.paint/lock && chmod 1777 art.paint/packs")
    try #require(closed.code == 0, "\(closed)")
    let forgotten = try shell.sh("\(Self.asUser)paint forget --before r5\(isJSON ? " --json" : "")")
    #expect(forgotten.code == 0, "\(forgotten)")
    let warnings = isJSON ? try forgotten.json["warnings"].elements.compactMap(\.text) : [forgotten.errors]
    #expect(warnings.count == 1, "\(forgotten)")
    let warning = try #require(warnings.first)
    #expect(warning.contains("\(packs) packs in art.paint/packs could not be deleted"), "\(forgotten)")
    #expect(warning.contains("still on the disk"), "\(forgotten)")
    #expect(warning.contains("paint gc deletes them when a user who may delete them runs it"), "\(forgotten)")
    // Later, another user tries.
    let collected = try shell.paint("gc --json").json
    #expect(collected["warnings"].elements.isEmpty && (collected["freed"].int ?? 0) > 0, "\(collected)")
    #expect(try shell.names(in: "art.paint/packs").count == collected["packs"].int)
    #expect(try shell.paint("check").code == 0)
  }

  @Test("they are no damage if a kept file is lost, and a repair does not count them again")
  func lostKeptFile() throws {
    _ = try shell.sh("paint new one.png.paint --size 8x8 --background red -q && paint -d one.png.paint export one.png")
    let placed = try shell.sh("rm -r one.png.paint && paint place one.png")
    try #require(placed.code == 0, "\(placed)")
    try forgetWithoutDeleting()
    let before = try shell.paint("check --json").json
    #expect((before["leftovers"].int ?? 0) > 0, "\(before)")
    _ = try shell.sh("rm art.paint/files/*")
    for command in ["check", "check --repair"] {
      let check = try shell.paint("\(command) --json").json
      #expect(check["problems"].elements.count == 1, "\(check)")
      for field in ["packs", "leftovers"] { #expect(check[field].int == before[field].int, "\(check)") }
    }
  }

  @Test("gc does not count their bytes as freed, and deletes them when the folder can be written")
  func collect() throws {
    try forgetWithoutDeleting()
    let closed = try shell.sh(
      "\(geteuid() == 0 ? "chown -R 65534 . && " : "")chmod 555 art.paint/packs")
    try #require(closed.code == 0, "\(closed)")
    let packs = try shell.names(in: "art.paint/packs")
    let collected = try shell.sh("\(Self.asUser)paint gc --json")
    #expect(collected.code == 0, "\(collected)")
    let answer = try collected.json
    #expect(answer["freed"].int == 0 && answer["orphans"].int == 0 && answer["packs"].int == 1, "\(collected)")
    let warnings = answer["warnings"].elements.compactMap(\.text)
    #expect(warnings.count == 1, "\(collected)")
    #expect(
      warnings.first?.contains("\(packs.count - 1) packs in art.paint/packs could not be deleted") ?? false,
      "\(collected)")
    #expect(try shell.names(in: "art.paint/packs") == packs)
    _ = try shell.sh("chmod 755 art.paint/packs")
    let again = try shell.sh("\(Self.asUser)paint gc")
    #expect(again.code == 0 && again.errors == "", "\(again)")
    #expect(again.output.contains("\(packs.count - 1) orphans removed"), "\(again)")
    #expect(try shell.names(in: "art.paint/packs").count == 1)
  }

  @Test("check calls them neither unconfirmed nor part of an edit, and its hint deletes them")
  func check() throws {
    try forgetWithoutDeleting()
    let count = try shell.names(in: "art.paint/packs").count - 1
    let json = try shell.paint("check --json").json
    #expect(json["unconfirmed"].int == 0 && json["leftovers"].int == count && json["warnings"].elements.isEmpty)
    let check = try shell.paint("check")
    #expect(check.code == 0 && check.errors == "", "\(check)")
    #expect(check.output.hasPrefix("ok: 2 revisions, 1 pack, "), "\(check)")
    #expect(
      check.output.contains("; \(count) more packs are not needed any longer: paint gc deletes them\n"), "\(check)")
    #expect(try shell.paint("check --repair").output.contains("paint gc deletes them"))
    #expect(try shell.paint("gc").code == 0)
    #expect(try shell.names(in: "art.paint/packs").count == 1)
    let clean = try shell.paint("check")
    #expect(clean.code == 0 && !clean.output.contains("gc"), "\(clean)")
  }
}
