import PaintRaster
import PaintTestSupport

@testable import PaintCLI

extension PlainPaint {
  mutating func look(_ words: [String], _ options: [String: String]) throws(Refusal) -> JSON {
    let at = try resolve(options["--at"] ?? "current")
    switch words[0] {
    case "status": return status()
    case "show": return show(try resolve(words.count > 1 ? words[1] : "current"))
    case "history": return .array(history(options))
    case "pick":
      let points = words.dropFirst().map(Self.point)
      return .fields(["revision": .int(at), "pixels": .array(points.map { told($0, "color", at) })])
    case "blame": return blame(Self.point(words[1]), at)
    case "diff":
      let second = words.count > 2 ? words[2] : "current"
      return diff(try picture(words[1]), try picture(second), Int(options["--tolerance"] ?? "0") ?? 0)
    case "export": return export(words[1], at, options["--region"])
    default: throw Refusal(.unknownCommand)
    }
  }

  static func point(_ word: String) -> (x: Int, y: Int) {
    let parts = word.split(separator: ",").map { Int($0) ?? 0 }
    return (parts[0], parts[1])
  }

  private func color(_ point: (x: Int, y: Int), at number: Int) -> String {
    let picture = document[number].picture
    return HexadecimalColor.text(Pixel(bits: picture.pixels[point.y * picture.size.width + point.x]))
  }

  private func told(_ point: (x: Int, y: Int), _ key: String, _ number: Int) -> JSON {
    .fields(["x": .int(point.x), "y": .int(point.y), key: .text(color(point, at: number))])
  }

  private func status() -> JSON {
    let size = document.here.picture.size
    let fields: [String: JSON] = [
      "width": .int(size.width), "height": .int(size.height), "revision": .int(document.current),
      "fingerprint": .text(document.here.picture.fingerprint.hex), "revisions": .int(document.revisions.count),
      "held_by": .array(document.limitHolders),
    ]
    return .fields(fields.merging(next) { $1 })
  }

  /// What every listing says of a revision.
  private func row(_ number: Int) -> [String: JSON] {
    let revision = document[number]
    let branches = document.branches.filter { $0.value == number }.keys.sorted()
    var fields: [String: JSON] = [
      "revision": .int(number), "parent": .int(revision.parent), "name": .text(revision.name),
      "group": .int(revision.group),
      "group_name": .text(revision.group.map { document.name(ofGroup: $0) }),
      "branches": .array(branches.map { .text($0) }), "current": .bool(number == document.current),
    ]
    if let command = revision.command { fields["command"] = .text(command) }
    if revision.parent != nil {
      fields["tiles"] = .int(revision.tiles)
      fields["pixels"] = .int(revision.pixels)
      fields["bounds"] = .box(revision.bounds)
    }
    return fields
  }

  private func show(_ number: Int) -> JSON {
    let children = document.revisions.filter { $0.value.parent == number }.keys.sorted()
    return .fields(
      row(number).merging([
        "children": .array(children.map { .int($0) }),
        "fingerprint": .text(document[number].picture.fingerprint.hex),
      ]) { $1 })
  }

  private func history(_ options: [String: String]) -> [JSON] {
    var numbers = options["--all"] == nil ? document.line(to: document.tip) : document.revisions.keys.sorted()
    if let text = options["--grep"]?.lowercased() {
      numbers.removeAll { number in
        let revision = document[number]
        let branches = document.branches.filter { $0.value == number }.keys
        let group = revision.group.map { document.name(ofGroup: $0) } ?? ""
        return !([revision.name, revision.command ?? "", group] + branches).contains { $0.lowercased().contains(text) }
      }
    }
    if let limit = options["--limit"].flatMap({ Int($0) }), limit > 0 { numbers = numbers.suffix(limit) }
    return numbers.map { .fields(row($0)) }
  }

  private func blame(_ point: (x: Int, y: Int), _ at: Int) -> JSON {
    let changes = document.line(to: at).reversed().filter { number in
      document[number].parent.map { color(point, at: $0) != color(point, at: number) } ?? true
    }
    return .fields([
      "revision": .int(at),
      "changes": .array(
        changes.map { number in
          let revision = document[number]
          let isOldest = revision.parent == nil && number > 0
          let isKnown = !isOldest || revision.bounds.contains(x: point.x, y: point.y)
          return .fields([
            "revision": .int(isKnown ? number : nil), "before": .int(isOldest ? number : nil),
            "color": .text(color(point, at: number)), "name": .text(isKnown ? revision.name : nil),
          ])
        }),
    ])
  }

  private func picture(_ word: String) throws(Refusal) -> PlainPicture {
    guard word.hasSuffix(".png") else { return document[try resolve(word)].picture }
    guard let picture = files[word] else { throw Refusal(.noInput) }
    return picture
  }

  /// The largest difference of two pixels' channels.
  private static func amount(_ first: UInt32, _ second: UInt32) -> Int {
    var largest = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      largest = max(largest, abs(Int((first >> shift) & 255) - Int((second >> shift) & 255)))
    }
    return largest
  }

  private func diff(_ first: PlainPicture, _ second: PlainPicture, _ tolerance: Int) -> JSON {
    guard first.size == second.size else { return .fields(["same_size": .bool(false), "equal": .bool(false)]) }
    var (bounds, count, largest) = (PixelBox.empty, 0, 0)
    for (index, pair) in zip(first.pixels, second.pixels).enumerated() where pair.0 != pair.1 {
      let amount = Self.amount(pair.0, pair.1)
      largest = max(largest, amount)
      guard amount > tolerance else { continue }
      count += 1
      let (x, y) = (index % first.size.width, index / first.size.width)
      bounds = bounds.union(PixelBox(x: x, y: y, width: 1, height: 1))
    }
    return .fields([
      "same_size": .bool(true), "equal": .bool(count == 0), "pixels": .int(count), "bounds": .box(bounds),
      "largest": .int(largest), "tolerance": .int(tolerance),
    ])
  }

  mutating func export(_ file: String, _ at: Int, _ region: String?) -> JSON {
    let whole = document[at].picture
    var box = whole.size.box
    if let numbers = region?.split(whereSeparator: { ",x".contains($0) }).compactMap({ Int($0) }), numbers.count == 4 {
      box = PixelBox(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]).intersection(box)
    }
    guard let size = CanvasSize(width: box.width, height: box.height) else { return .null }
    var part = PlainPicture(size)
    part.pixels = (box.y..<box.maxY).flatMap { y in
      whole.pixels[y * whole.size.width + box.x..<y * whole.size.width + box.maxX]
    }
    files[file] = part
    written.insert(file)
    return .fields(["file": .text(file), "revision": .int(at), "width": .int(box.width), "height": .int(box.height)])
  }
}
