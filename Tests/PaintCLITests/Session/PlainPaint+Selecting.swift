import PaintEditing
import PaintFilters
import PaintRaster
import PaintTestSupport

@testable import PaintCLI

/// `select`: masks as pictures whose alphas are the values, and whose colours are black.
extension PlainPaint {
  mutating func select(_ words: [String], _ options: [String: String]) throws -> JSON {
    let size = document.here.picture.size
    let old = document.here.mask
    let changing = ["--add", "--subtract", "--intersect", "--expand", "--shrink", "--feather"]
    if words.count == 1, !changing.contains(where: { options[$0] != nil }) {
      return .fields(["revision": .int(document.current), "selection": selection])
    }
    let what = words.count > 1 ? words[1] : ""
    let (expansion, shrinking) = (options["--expand"] ?? "0", options["--shrink"] ?? "0")
    let feather = options["--feather"] ?? "0"
    var mask: PlainPicture?
    if what != "none" {
      let all = PlainPicture(size, filledWith: .black)
      var area = try area(
        words, Int(options["--tolerance"] ?? "0") ?? 0, old: old ?? all, grownBy: Double(expansion) ?? 0)
      let grows = ["rect", "ellipse", "polygon"].contains(what) ? expansion == "0" : true
      if grows { area = area.expanded(by: Double(expansion) ?? 0, isShrinking: false) }
      area = area.expanded(by: Double(shrinking) ?? 0, isShrinking: true)
      if let radius = Double(feather), radius > 0 { area = area.feathered(by: radius) }
      let before = old ?? (options["--add"] != nil ? PlainPicture(size) : all)
      mask = before.combined(with: area) { old, area in
        if options["--add"] != nil { return max(old, area) }
        if options["--subtract"] != nil { return min(old, 255 - area) }
        return options["--intersect"] != nil ? min(old, area) : area
      }
    }
    var command: String? = words.joined(separator: " ")
    if let tolerance = options["--tolerance"], tolerance != "0" { command? += " --tolerance \(tolerance)" }
    for option in ["--add", "--subtract", "--intersect"] where options[option] != nil { command? += " \(option)" }
    if expansion != "0" { command? += " --expand \(expansion)" }
    if shrinking != "0" { command? += " --shrink \(shrinking)" }
    if feather != "0" { command? += " --feather \(feather)" }
    // A file is named by its content.
    if what.hasSuffix(".png") { command = nil }
    if command == "select" { command = "select --expand 0" }
    let name = options["--name"] ?? label ?? (what == "none" ? "Deselect" : "Select")
    return finish(document.select(mask, name: name, command: command))
  }

  /// The selection, as in receipts.
  var selection: JSON { selection(of: document.current) }

  /// That of a revision.
  func selection(of number: Int) -> JSON {
    guard let mask = document[number].mask else { return .null }
    let (count, bounds) = mask.difference(from: PlainPicture(mask.size))
    return .fields(["bounds": .box(bounds), "area": .int(count), "fingerprint": .text(mask.fingerprint.hex)])
  }

  /// - Parameter distance: by which shapes grow.
  private func area(
    _ words: [String], _ tolerance: Int, old: PlainPicture, grownBy distance: Double
  ) throws -> PlainPicture {
    let picture = document.here.picture
    let numbers = words.dropFirst(2).flatMap { $0.split(whereSeparator: { ",x".contains($0) }) }.compactMap {
      Double($0)
    }
    switch words.count > 1 ? words[1] : "" {
    case "": return old
    case "all": return PlainPicture(picture.size, filledWith: .black)
    case "invert": return old.combined(with: old) { value, _ in document.here.mask == nil ? 0 : 255 - value }
    case "alpha": return picture.combined(with: picture) { alpha, _ in alpha }
    case "color":
      let reached = picture.flood(from: Int(numbers[0]), Int(numbers[1]), tolerance: tolerance)
      return PlainPicture(picture.size, selecting: reached)
    case "similar":
      let color = Self.color(words[2])
      return PlainPicture(
        picture.size,
        selecting: picture.pixels.map { PlainPicture.areSimilar(Pixel(bits: $0), color, tolerance: tolerance) })
    case "rect", "ellipse":
      let corner = Point(x: numbers[0], y: numbers[1])
      let opposite = Point(x: numbers[0] + numbers[2], y: numbers[1] + numbers[3])
      return PlainPicture(
        picture.size, inside: words[1] == "rect" ? .rect(corner, opposite) : .ellipse(corner, opposite),
        grownBy: distance)
    case "polygon":
      let points = stride(from: 0, to: numbers.count - 1, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
      return PlainPicture(picture.size, inside: .polygon(points), grownBy: distance)
    case let file:
      guard let read = files[file] else { throw Refusal(.noInput) }
      guard read.size == picture.size else { throw Refusal(.failed) }
      return read.greyTimesAlpha
    }
  }
}

/// Pictures as masks.
extension PlainPicture {
  fileprivate init(_ size: CanvasSize, selecting isSelected: [Bool]) {
    self.init(size)
    pixels = isSelected.map { $0 ? Pixel.black.bits : 0 }
  }

  /// The coverage of a shape, with a round line along its border that covers what is not farther than a distance.
  fileprivate init(_ size: CanvasSize, inside shape: Shape, grownBy distance: Double) {
    self.init(size)
    var paint = Paint(.color(.black))
    (paint.source, paint.fill) = (nil, .color(.black))
    draw(StrokeEdit(shape: shape, style: StrokeStyle(width: 1), paint: paint), base: nil)
    if distance > 0, pixels.contains(where: { $0 != 0 }) {
      let style = StrokeStyle(width: 2 * distance)
      draw(StrokeEdit(shape: shape, style: style, paint: Paint(.color(.black))), base: nil)
    }
  }

  /// The mask whose values `merge` makes of the alphas of two pictures.
  fileprivate func combined(with other: PlainPicture, _ merge: (UInt32, UInt32) -> UInt32) -> PlainPicture {
    var result = self
    for place in pixels.indices { result.pixels[place] = merge(pixels[place] >> 24, other.pixels[place] >> 24) << 24 }
    return result
  }

  fileprivate var greyTimesAlpha: PlainPicture {
    var result = self
    for place in pixels.indices {
      let pixel = Pixel(bits: pixels[place])
      let luma = 2_126 * Int(pixel.red) + 7_152 * Int(pixel.green) + 722 * Int(pixel.blue)
      result.pixels[place] = UInt32((Double(luma * Int(pixel.alpha)) / 2_550_000).rounded()) << 24
    }
    return result
  }

  /// Grown by a distance, or shrunk.
  fileprivate func expanded(by distance: Double, isShrinking: Bool) -> PlainPicture {
    let values = pixels.map { UInt8($0 >> 24) }
    let moved =
      isShrinking
      ? PlainExpansion.shrunk(values, width: size.width, by: distance)
      : PlainExpansion.expanded(values, width: size.width, by: distance)
    var result = self
    for place in pixels.indices { result.pixels[place] = UInt32(moved[place]) << 24 }
    return result
  }

  /// Blurred as a whole; beyond the canvas the values at its border go on.
  fileprivate func feathered(by radius: Double) -> PlainPicture {
    let (before, after) = (PixelBlock(size.box), PixelBlock(size.box))
    for index in Self.indices(of: size) { before.target.copy(self[index], at: index, in: size.box) }
    FilterChain([GaussianBlur(radius: radius)]).apply(
      to: before.source, writing: after.target, on: size, with: .all)
    var result = self
    for index in Self.indices(of: size) { result[index] = after.source.tile(at: index) }
    return result.combined(with: result) { value, _ in value }
  }

  /// The picture after an edit that a mask limits: old + k·(new − old)/255 for each premultiplied channel.
  func limited(by mask: PlainPicture, from old: PlainPicture) -> PlainPicture {
    var result = self
    let eraser = Eraser(opacity: 1)
    for place in pixels.indices {
      result.pixels[place] =
        eraser.dissolved(
          coverage: UInt8(mask.pixels[place] >> 24), from: Pixel(bits: old.pixels[place]),
          base: Pixel(bits: pixels[place])
        ).bits
    }
    return result
  }

  /// A mask as an opaque grey picture.
  var grey: PlainPicture {
    var result = self
    for place in pixels.indices { result.pixels[place] = 0xFF00_0000 | (pixels[place] >> 24) * 0x0001_0101 }
    return result
  }

  /// The part that a mask selects.
  func cutOut(by mask: PlainPicture) -> PlainPicture {
    var result = self
    for place in pixels.indices {
      let value = Double(mask.pixels[place] >> 24)
      let alpha = UInt32((Double(pixels[place] >> 24) * value / 255).rounded())
      result.pixels[place] = value == 0 ? 0 : pixels[place] & 0x00FF_FFFF | alpha << 24
    }
    return result
  }
}
