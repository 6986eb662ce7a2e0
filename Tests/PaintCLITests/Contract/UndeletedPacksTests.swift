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
}
