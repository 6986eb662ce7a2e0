import PaintRaster
import PaintTestSupport

@testable import PaintCLI

extension PlainPaint {
  /// The revisions from one to another.
  private func stretch(_ first: String, _ last: String) throws(Refusal) -> [Int] {
    let (first, last) = (try resolve(first), try resolve(last))
    let line = document.line(to: last)
    guard let place = line.firstIndex(of: first) else { throw Refusal(.badValue) }
    return Array(line[place...])
  }

  /// `timelapse`: a frame a revision.
  mutating func timelapse(_ words: [String], _ options: [String: String]) throws(Refusal) -> JSON {
    let numbers = try stretch(options["--from"] ?? "start", options["--to"] ?? "current")
    let pictures = numbers.map { document[$0].picture }
    animations[words[1]] = pictures
    written.insert(words[1])
    return .fields([
      "file": .text(words[1]), "frames": .int(numbers.count), "from": .int(numbers[0]), "to": .int(numbers.last),
      "width": .int(pictures[0].size.width), "height": .int(pictures[0].size.height),
    ])
  }

  /// `export 'NAME-%03d.png' --each A..B`: a picture and an answer a revision.
  mutating func exportEach(_ words: [String], _ options: [String: String]) throws(Refusal) -> [JSON] {
    let ends = (options["--each"] ?? "").split(separator: "..", omittingEmptySubsequences: false).map(String.init)
    let (first, last) = ends.count == 2 ? (ends[0], ends[1]) : ("", "")
    let numbers = try stretch(first.isEmpty ? "start" : first, last.isEmpty ? "current" : last)
    return numbers.map { number in
      let digits = String(number)
      let place = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
      return export(words[1].replacing("%03d", with: place), number, options["--region"])
    }
  }
}
