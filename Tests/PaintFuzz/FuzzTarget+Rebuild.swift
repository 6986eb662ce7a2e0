import PaintHistory
import PaintRaster
import SystemPackage

@testable import PaintCLI

extension FuzzTarget {
  /// A small document whose index and packs are damaged: checked, repaired, checked, read completely and drawn on.
  static let rebuild = FuzzTarget(
    "rebuild", "DocumentCheck and DocumentRepair of a damaged document", longest: 128, isLoud: true
  ) {
    bytes in
    Scratch.enter()
    var choices = Choices(bytes)
    var files = sound
    for _ in 0..<6 where !choices.isAtEnd { files.damage(&choices) }
    do { try files.restore() } catch { fatalError("the fuzzer cannot write: \(error)") }
    let path = files.path
    for statement in Damage.statements(&choices) { Damage.run(statement, in: path.appending("index.sqlite")) }

    let check = DocumentCheck(of: path, options: Scratch.options)
    // Readers and writers may reject any damage, but must not crash.
    if choices.number(below: 3) == 0 {
      look(at: path)
      _ = PaintCommand.run(["stroke", "pencil", "9,9", "-q", "-d", path.string])
    }
    let report: CheckReport
    do {
      report = try DocumentRepair(check).run()
    } catch {
      // There is nothing left to repair.
      return
    }
    do {
      let after = try check.run()
      if !after.problems.isEmpty {
        broken("repaired: \(report.problems.map(\.message)), then \(after.problems.map(\.message))")
      }
    } catch {
      broken("after a repair: \(error)")
    }
    if let failure = look(at: path) { broken("after a repair: \(failure)") }
    let code = PaintCommand.run(["stroke", "pencil", "9,9", "12,30", "-q", "-d", path.string])
    // 3: nothing changed.
    if code != 0 && code != 3 { broken("after a repair a stroke ends with \(code)") }
  }

  /// Reads every revision's picture; returns the first error.
  @discardableResult private static func look(at path: FilePath) -> HistoryError? {
    do throws(HistoryError) {
      let history = try History(at: path, for: .reading, options: Scratch.options)
      var query = HistoryQuery()
      query.isWholeTree = true
      for revision in try history.list(query).map(\.revision) {
        let snapshot = try history.snapshot(at: revision.number)
        let size = snapshot.revision.size
        guard size.tileCount < 1_000 else { continue }
        for y in 0..<size.tileRows {
          for x in 0..<size.tileColumns { _ = try snapshot.tile(at: TileIndex(x: x, y: y)) }
        }
      }
      _ = PaintCommand.run(["history", "--all", "-d", path.string])
      _ = PaintCommand.run(["status", "--disk", "--json", "-d", path.string])
      return nil
    } catch {
      return error
    }
  }

  private static let sound: DocumentFiles = {
    let pencil = { (at: String, color: String) in ["stroke", "pencil", "5,5", at, "--width", "9", "--color", color] }
    return Scratch.make(
      "rebuild.paint", size: "70x50",
      [
        pencil("60,40", "red"), ["stroke", "rect", "0,0,64x32", "--fill", "blue"], pencil("20,45", "#12345678"),
        ["group", "2", "Both"], ["undo"], pencil("65,9", "teal"), ["branch", "twig", "1"], ["name", "1", "First"],
        ["flip", "horizontal"], ["set", "--width", "3"], ["limit", "--steps", "50"],
      ])
  }()
}
