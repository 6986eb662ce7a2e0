import Glibc

@testable import PaintCLI

extension SessionRun {
  /// Reopens the document and checks it; sometimes the index is deleted before, and rebuilt from the packs.
  func checkAndRepair() throws {
    let checked = try shell.paint("check --json")
    try expect(checked, code: 0)
    try expect(
      try checked.json,
      .fields(["problems": .array([]), "revisions": .int(paint.document.revisions.count), "repaired": .bool(false)]),
      "check")
    guard chance(3) == 0 else { return }
    for end in ["", "-wal", "-shm"] { unlink(shell.path("art.paint/index.sqlite\(end)")) }
    last.append("(the index is lost)")
    try expect(try shell.paint("status"), code: 65)
    try expect(try shell.paint("check --repair"), code: 0)
    // The current revision and the settings are only in the index.
    paint.document.current = paint.document.revisions.keys.max() ?? 0
    paint.document.tip = paint.document.current
    paint.document.settings = StrokeSettings()
    try ask(["status"])
    try ask(["branch"])
    try compareFingerprints()
  }
}
