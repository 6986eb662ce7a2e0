import PaintHistory
import SystemPackage

/// `paint check`: reads the whole drawing and tells what is wrong; with `--repair` makes the index anew from the packs.
struct CheckVerb {
  private let line: ParsedLine
  private let console: Console

  init(_ line: ParsedLine, console: Console) {
    self.line = line
    self.console = console
  }

  /// Checks, prints and returns the exit code: 0 where nothing is wrong, or all that is was repaired.
  func run() throws(Failure) -> ExitCode {
    let options = try Session.options(line)
    let path = try DocumentLocator.path(line, on: options.disk)
    let progress = Progress("reading \(path.string)", console: console, clock: options.disk)
    let check = DocumentCheck(of: path, options: options) { progress.show($0, of: $1) }
    let report = try Failure.catching(path) { () throws(HistoryError) in try check.run() }
    progress.clear()
    if console.isJSON { writeJSON(report) } else { printWords(report) }
    return report.problems.isEmpty ? .done : .damagedInput
  }

  private func printWords(_ report: CheckReport) {
    for problem in report.problems { console.print(Failure.oneLine(problem.message)) }
    let found = Self.counted(report.problems.count, "problem")
    if report.problems.isEmpty {
      var counts = [
        Self.counted(report.revisions, "revision"), Self.counted(report.packs, "pack"),
        Self.counted(report.tiles, "tile"),
      ].joined(separator: ", ")
      if report.unfinishedPacks > 0 {
        counts += " (and \(Self.counted(report.unfinishedPacks, "pack")) of an edit that has not ended)"
      }
      console.report("ok: \(counts)")
    } else {
      console.print(found)
    }
  }

  private func writeJSON(_ report: CheckReport) {
    console.json.beginObject()
    console.json.key("problems")
    console.json.beginArray()
    for problem in report.problems {
      console.json.beginObject()
      console.json.field("code", problem.code.rawValue)
      console.json.field("message", problem.message)
      console.json.field("revision", problem.revision)
      console.json.field("pack", problem.pack)
      console.json.endObject()
    }
    console.json.endArray()
    console.json.field("revisions", report.revisions)
    console.json.field("packs", report.packs)
    console.json.field("tiles", report.tiles)
    console.json.endObject()
    console.json.endLine()
  }

  private static func counted(_ number: Int, _ noun: String) -> String {
    "\(NumberText.grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }
}
