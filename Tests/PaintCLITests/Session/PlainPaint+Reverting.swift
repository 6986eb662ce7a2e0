import PaintRaster
import PaintTestSupport

@testable import PaintCLI

extension PlainDocument {
  /// What a step was made from, so that it can be made again.
  struct Origin {
    /// The line, with numbers instead of names of revisions.
    var words: [String]
    var settings: StrokeSettings
    var files: [String: PlainPicture]
    /// The revisions that a `revert` names.
    var reverted: Set<Int> = []
  }

  /// The steps that are left out at the end of a line: those of the last `revert` that is not left out itself, and so on.
  func leftOut(of line: [Int], with more: Set<Int>) -> Set<Int> {
    var left = more
    for step in line.reversed() where !left.contains(step) {
      left.formUnion(self[step].origin?.reverted.filter { $0 < step } ?? [])
    }
    return left
  }

  /// Makes a revision with the picture of another one; the canvas is replaced with it, or only what differs is drawn.
  mutating func take(_ made: Revision, replacingCanvas isReplaced: Bool, name: String, command: String) {
    offeredName = name
    let old = here
    var revision = made
    (revision.parent, revision.name, revision.command, revision.group) = (current, name, command, nil)
    (revision.base, revision.move) = (isReplaced ? next : old.base, nil)
    if !isReplaced { revision.background = old.background }
    let blank = PlainPicture(made.picture.size, filledWith: made.background)
    let (before, baseBefore) = isReplaced ? (blank, made.picture) : (old.picture, old.basePicture)
    revision.tiles = Self.tiles(made.picture, before) + Self.tiles(made.basePicture, baseBefore)
    if isReplaced ? made.mask != nil : made.mask != old.mask { revision.tiles += Self.tiles(of: made.mask) }
    if made.picture.size == old.picture.size {
      (revision.pixels, revision.bounds) = made.picture.difference(from: old.picture)
    } else {
      (revision.pixels, revision.bounds) = (made.picture.pixels.count, made.picture.size.box)
    }
    append(revision)
  }
}

extension PlainPaint {
  /// Makes the line again without steps, from its typed lines, and takes the result as one step.
  mutating func revert(_ words: [String], named name: String?) throws -> JSON {
    let line = document.line(to: document.current)
    let ranges = try words.map { try parts($0) }
    for number in ranges.flatMap({ [$0.lowerBound, $0.upperBound] }) where !line.dropFirst().contains(number) {
      throw Refusal(.failed)
    }
    let targets = Set(line.filter { number in ranges.contains { $0.contains(number) } })
    let reverts = line.filter { !(document[$0].origin?.reverted ?? []).isEmpty }
    var first = targets.min() ?? 0
    while let earlier = reverts.filter({ $0 >= first }).compactMap({ document[$0].origin?.reverted.min() }).min(),
      earlier < first
    {
      guard earlier > document.root else { throw Refusal(.noRevision) }
      first = earlier
    }
    let steps = line.filter { $0 >= first }
    let left = document.leftOut(of: steps, with: targets)
    if left == document.leftOut(of: steps, with: []) {
      document.offeredName = revertName(targets, name)
      return finish(false)
    }
    let skipped = left.union(reverts)
    for step in steps where !skipped.contains(step) {
      if let reference = document[step].origin?.references.first(where: left.contains) {
        throw Refusal(.failed, revisions: [reference, step])
      }
    }
    let (made, isReplaced) = try remake(steps, without: skipped)
    let command = (["revert"] + ranges.map { Self.word($0) }).joined(separator: " ") + " --as-typed"
    document.take(made, replacingCanvas: isReplaced, name: revertName(targets, name), command: command)
    return finish(true)
  }

  private func revertName(_ targets: Set<Int>, _ name: String?) -> String {
    if let name = name ?? label { return name }
    return targets.count == 1 ? "Revert \(targets.map { document[$0].name }[0])" : "Revert \(targets.count) steps"
  }

  private static func word(_ range: ClosedRange<Int>) -> String {
    range.count == 1 ? "r\(range.lowerBound)" : "r\(range.lowerBound)..r\(range.upperBound)"
  }

  /// The first and the last revision of an operand of `revert`.
  func parts(_ word: String) throws(Refusal) -> ClosedRange<Int> {
    let ends = word.split(separator: ".", omittingEmptySubsequences: true).map(String.init)
    let (first, last) = (try resolve(ends[0]), try resolve(ends[ends.count - 1]))
    if document.line(to: document.current).dropFirst().contains(last), first > last { throw Refusal(.badValue) }
    return min(first, last)...max(first, last)
  }

  /// The canvas after the steps without some of them, and whether a step on the way replaced it as a whole.
  private func remake(
    _ steps: [Int], without skipped: Set<Int>
  ) throws -> (made: PlainDocument.Revision, isReplaced: Bool) {
    var other = self
    (other.label, other.isScript, other.document.open) = (nil, true, nil)
    guard let parent = document[steps[0]].parent else { throw Refusal(.failed) }
    (other.document.current, other.document.tip) = (parent, parent)
    var isReplaced = false
    var counterparts: [Int: Int] = [:]
    for step in steps {
      let old = document[step]
      if skipped.contains(step) {
        if old.base == step { isReplaced = true }
      } else if let origin = old.origin {
        let here = other.document.here
        let before = document[old.parent ?? parent]
        let differs =
          here.picture != before.picture || here.basePicture != before.basePicture || here.mask != before.mask
        // What a program would make of another picture is not known.
        if differs || isReplaced, origin.words[0] == "run" { throw Refusal(.failed, revisions: [step]) }
        (other.settings, other.files) = (origin.settings, origin.files)
        do throws(any Error) {
          _ = try other.run(origin.words(with: counterparts))
        } catch let refusal as Refusal {
          throw Refusal(refusal.code, revisions: [step])
        }
        let new = other.document.current
        if differs, old.base == step || new >= document.next && other.document[new].base == new && here.base != new {
          isReplaced = true
        }
      } else {
        throw Refusal(.defect)
      }
      counterparts[step] = other.document.current
    }
    return (other.document.here, isReplaced)
  }

  /// Notes what the current revision was made from.
  mutating func keepOrigin(_ typed: [String], _ before: PlainPaint) {
    var words = typed
    if let place = words.firstIndex(of: "--expect") { words.removeSubrange(place...place + 1) }
    let settings = before.settings
    var origin = PlainDocument.Origin(words: words, settings: settings, files: before.files)
    for place in words.indices.dropLast() where ["--to", "--at"].contains(words[place]) {
      if let number = try? before.resolve(words[place + 1]) { origin.words[place + 1] = "r\(number)" }
    }
    if words[0] == "revert" {
      let line = before.document.line(to: before.document.current)
      for word in words.dropFirst().prefix(while: { !$0.hasPrefix("--") }) {
        guard let range = try? before.parts(word) else { continue }
        origin.reverted.formUnion(line.filter(range.contains))
      }
    }
    if words[0] == "place", let corner = before.corner(of: words) {
      for option in ["--at", "--anchor"] {
        if let place = origin.words.firstIndex(of: option) { origin.words.removeSubrange(place...place + 1) }
      }
      origin.words += ["--at", corner]
    }
    // The record has numbers instead of percentages, boxes inside the canvas, and all settings.
    if !["import", "place", "revert", "run"].contains(words[0]), let command = document.here.command,
      !command.contains("content:")
    {
      var line = ParsedLine()
      try? ScriptLine.split(command.utf8Span.span, into: &line.words)
      origin.words = line.words.all.map { line.words.text($0) }
    }
    document.revisions[document.current]?.origin = origin
  }
}

extension PlainDocument.Origin {
  private var places: [Int] {
    words.indices.dropFirst().filter {
      ["--to", "--at"].contains(words[$0 - 1]) && words[$0].hasPrefix("r") && Int(words[$0].dropFirst()) != nil
    }
  }

  /// The revisions that it takes pixels from.
  var references: [Int] { reverted.isEmpty ? places.compactMap { Int(words[$0].dropFirst()) } : [] }

  /// The line with other numbers of revisions.
  func words(with numbers: [Int: Int]) -> [String] {
    var result = words
    for place in places {
      if let old = Int(words[place].dropFirst()), let new = numbers[old] { result[place] = "r\(new)" }
    }
    return result
  }
}
