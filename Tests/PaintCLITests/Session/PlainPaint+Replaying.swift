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

  /// `timelapse`: one frame per revision.
  mutating func timelapse(_ words: [String], _ options: [String: String]) throws(Refusal) -> JSON {
    let numbers = try stretch(options["--from"] ?? "start", options["--to"] ?? "current")
    let sizes = numbers.map { document[$0].picture.size }
    let (width, height) = (sizes.map(\.width).max() ?? 1, sizes.map(\.height).max() ?? 1)
    // Smaller pictures are in the top left corner.
    let frame = PixelBox(x: 0, y: 0, width: width, height: height)
    if !isRehearsal {
      animations[words[1]] = numbers.compactMap { document[$0].picture.reframed(to: frame, background: .transparent) }
      written.insert(words[1])
    }
    return .fields([
      "file": .text(words[1]), "frames": .int(numbers.count), "from": .int(numbers[0]), "to": .int(numbers.last),
      "width": .int(width), "height": .int(height),
    ])
  }

  /// `export 'NAME-%03d.png' --each A..B`: one picture and one answer per revision.
  mutating func exportEach(_ words: [String], _ options: [String: String]) throws(Refusal) -> [JSON] {
    let ends = (options["--each"] ?? "").split(separator: "..", omittingEmptySubsequences: false).map(String.init)
    let (first, last) = ends.count == 2 ? (ends[0], ends[1]) : ("", "")
    let numbers = try stretch(first.isEmpty ? "start" : first, last.isEmpty ? "current" : last)
    // The same box of each, in coordinates of the first.
    let size = document[numbers[0]].picture.size
    let box = try options["--region"].map { (word) throws(Refusal) in try Self.box(word, on: size) }
    return numbers.map { number in
      let digits = String(number)
      let place = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
      return write(words[1].replacing("%03d", with: place), number, box ?? document[number].picture.size.box)
    }
  }
}
