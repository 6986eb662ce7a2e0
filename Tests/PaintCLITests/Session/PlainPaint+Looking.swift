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
      var pixels: [JSON] = []
      for word in words.dropFirst() { pixels.append(told(try point(word, at), "color", at)) }
      return .fields(["revision": .int(at), "pixels": .array(pixels)])
    case "blame": return blame(try point(words[1], at), at)
    case "diff":
      let second = words.count > 2 ? words[2] : "current"
      return diff(try picture(words[1]), try picture(second), Int(options["--tolerance"] ?? "0") ?? 0)
    case "export": return try export(words[1], at, options)
    default: throw Refusal(.unknownCommand)
    }
  }

  /// The pixel that a word names in a revision's picture, if it contains it.
  func point(_ word: String, _ number: Int) throws(Refusal) -> (x: Int, y: Int) {
    let parts = word.split(separator: ",").map { Int($0) ?? 0 }
    guard document[number].picture.size.box.contains(x: parts[0], y: parts[1]) else { throw Refusal(.badPoint) }
    return (parts[0], parts[1])
  }

  /// The part of a box that is on the canvas; nil if there is none.
  static func box(_ word: String, on size: CanvasSize) throws(Refusal) -> PixelBox {
    let numbers = word.split(whereSeparator: { ",x".contains($0) }).map { Int($0) ?? 0 }
    let box = PixelBox(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]).intersection(size.box)
    guard !box.isEmpty else { throw Refusal(.badBox) }
    return box
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
      "held_by": .array(document.limitHolders), "selection": selection,
    ]
    return .fields(fields.merging(next) { $1 })
  }

  /// The fields of a revision that all commands print.
  private func row(_ number: Int) -> [String: JSON] {
    let revision = document[number]
    let branches = document.branches.filter { $0.value == number }.keys.sorted()
    var fields: [String: JSON] = [
      "revision": .int(number), "parent": .int(revision.parent), "name": .text(revision.name),
      "author": .text(revision.author), "group": .int(revision.group),
      "group_name": .text(revision.group.map { document.name(ofGroup: $0) }),
      "branches": .array(branches.map { .text($0) }), "current": .bool(number == document.current),
    ]
    if let command = revision.command { fields["command"] = .text(command) }
    if revision.parent != nil, number > document.root { fields["typed"] = .text(revision.typed) }
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
        "children": .array(children.map { .int($0) }), "width": .int(document[number].picture.size.width),
        "height": .int(document[number].picture.size.height),
        "fingerprint": .text(document[number].picture.fingerprint.hex), "selection": selection(of: number),
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
    if let author = options["--author"] { numbers.removeAll { document[$0].author != author } }
    if let limit = options["--limit"].flatMap({ Int($0) }), limit > 0 {
      numbers = numbers.suffix(limit)
      // An older current revision is one more row.
      if options["--grep"] == nil, options["--author"] == nil, !numbers.contains(document.current) {
        numbers.insert(document.current, at: 0)
      }
    }
    return numbers.map { .fields(row($0)) }
  }

  private func blame(_ point: (x: Int, y: Int), _ at: Int) -> JSON {
    // It ends with the edit that replaced the canvas.
    let base = document[at].base
    let changes = document.line(to: at).reversed().filter { $0 >= base }.filter { number in
      guard number > base, let parent = document[number].parent else { return true }
      return color(point, at: parent) != color(point, at: number)
    }
    return .fields([
      "revision": .int(at),
      "changes": .array(
        changes.map { number in
          let revision = document[number]
          let isOldest = revision.parent == nil && number > 0 && revision.base != number
          let isKnown = !isOldest || revision.bounds.contains(x: point.x, y: point.y)
          return .fields([
            "revision": .int(isKnown ? number : nil), "before": .int(isOldest ? number : nil),
            "color": .text(color(point, at: number)), "name": .text(isKnown ? revision.name : nil),
            "author": .text(isKnown ? revision.author : nil),
          ])
        }),
    ])
  }

  private func picture(_ word: String) throws(Refusal) -> PlainPicture {
    guard word.hasSuffix(".png") else { return document[try resolve(word)].picture }
    guard let picture = files[word] else { throw Refusal(.noInput) }
    return picture
  }

  /// How two pictures differ, aligned at their corners; pixels that only one has differ, whatever the tolerance.
  static func difference(
    _ first: PlainPicture, _ second: PlainPicture, tolerance: Int
  ) -> (count: Int, bounds: PixelBox, largest: Int) {
    var (bounds, count, largest) = (PixelBox.empty, 0, 0)
    for y in 0..<max(first.size.height, second.size.height) {
      for x in 0..<max(first.size.width, second.size.width) {
        let (isInFirst, isInSecond) = (first.size.box.contains(x: x, y: y), second.size.box.contains(x: x, y: y))
        guard isInFirst || isInSecond else { continue }
        if isInFirst, isInSecond {
          let (one, other) = (first[x, y], second[x, y])
          largest = max(largest, PlainPicture.distance(one, other))
          if tolerance == 0 ? one == other : PlainPicture.areSimilar(one, other, tolerance: tolerance) { continue }
        }
        count += 1
        bounds = bounds.union(PixelBox(x: x, y: y, width: 1, height: 1))
      }
    }
    return (count, bounds, largest)
  }

  private func diff(_ first: PlainPicture, _ second: PlainPicture, _ tolerance: Int) -> JSON {
    let (count, bounds, largest) = Self.difference(first, second, tolerance: tolerance)
    return .fields([
      "same_size": .bool(first.size == second.size), "equal": .bool(count == 0), "pixels": .int(count),
      "bounds": .box(bounds), "largest": .int(largest), "tolerance": .int(tolerance),
    ])
  }

  private mutating func export(_ file: String, _ at: Int, _ options: [String: String]) throws(Refusal) -> JSON {
    var picture = document[at].picture
    if options["--mask"] != nil || options["--masked"] != nil {
      guard let mask = document[at].mask else { throw Refusal(.failed) }
      picture = options["--mask"] != nil ? mask.grey : picture.cutOut(by: mask)
    }
    let size = picture.size
    let box = try options["--region"].map { (word) throws(Refusal) in try Self.box(word, on: size) } ?? size.box
    return write(file, at, box, of: picture)
  }

  /// Writes a box of a picture, transparent beyond it.
  mutating func write(_ file: String, _ at: Int, _ box: PixelBox, of picture: PlainPicture? = nil) -> JSON {
    if !isRehearsal {
      files[file] = (picture ?? document[at].picture).reframed(to: box, background: .transparent)
      written.insert(file)
    }
    return .fields(["file": .text(file), "revision": .int(at), "width": .int(box.width), "height": .int(box.height)])
  }
}
