import PaintEditing
import PaintRaster
import PaintTestSupport

@testable import PaintCLI

/// Edits of areas, and placed pictures.
extension PlainPaint {
  mutating func fill(_ word: String, _ options: [String: String]) throws(Refusal) -> JSON {
    let (x, y) = try point(word, document.current)
    let color = try options["--color"].map(Self.paint) ?? settings.paint.color ?? .color(.black)
    let opacity = options["--opacity"] ?? settings.paint.opacity.map { "\($0)" } ?? "1"
    let blend = options["--blend"] ?? settings.paint.blend?.rawValue ?? "normal"
    let isLinear = settings.paint.linear ?? false
    let (tolerance, expansion) = (options["--tolerance"] ?? "0", options["--expand"] ?? "0")
    let command =
      "fill \(x),\(y) --color \(Self.word(color)) --opacity \(opacity) --blend \(blend)"
      + (isLinear ? " --linear" : " --no-linear") + gradientOptions(color, options)
      + " --tolerance \(tolerance) --expand \(expansion)"
    let paint = Paint(
      color == .nothing && blend == "normal" ? nil : source(color, options), opacity: Double(opacity) ?? 1,
      mode: BlendMode(rawValue: blend) ?? .normal, isLinear: isLinear)
    let fill = FloodFillEdit(
      x: x, y: y, paint: paint, tolerance: Int(tolerance) ?? 0, expansion: Double(expansion) ?? 0)
    var picture = document.here.picture
    picture.fill(fill)
    return finish(document.add(picture, name: options["--name"] ?? label ?? "Fill", command: command))
  }

  mutating func clear(_ words: [String], _ options: [String: String]) throws(Refusal) -> JSON {
    let here = document.here
    let color = words.count > 1 ? try Self.paint(words[1]) : .color(here.background)
    let size = here.picture.size
    let picture =
      color.pixel.map { PlainPicture(size, filledWith: $0) } ?? PlainPicture(size, of: source(color, options))
    return finish(
      document.add(
        picture, name: options["--name"] ?? label ?? "Clear",
        command: "clear \(Self.word(color))\(gradientOptions(color, options))",
        // Through a selection only pixels change; a gradient leaves the background as it is.
        on: here.mask == nil ? color.pixel ?? here.background : nil))
  }

  /// A colour or a gradient, as the program's own parser reads it; gradients are tested elsewhere.
  private static func paint(_ word: String) throws(Refusal) -> PaintWord {
    do throws(Failure) {
      return try PaintWord.parse(Array(word.utf8).span)
    } catch {
      throw Refusal(error.code)
    }
  }

  /// The word of a canonical command.
  private static func word(_ color: PaintWord) -> String {
    var bytes: [UInt8] = []
    color.append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The options of a gradient in a canonical command.
  private func gradientOptions(_ color: PaintWord, _ options: [String: String]) -> String {
    let box = gradientBox(options)
    return color.isGradient ? " --paint-box \(box.x),\(box.y),\(box.width)x\(box.height) --no-dither" : ""
  }

  private func source(_ color: PaintWord, _ options: [String: String]) -> Paint.Source {
    let box = gradientBox(options)
    let shape = ShapeBox(x: Double(box.x), y: Double(box.y), width: Double(box.width), height: Double(box.height))
    return color.source(in: shape, isDithered: false)
  }

  /// The box of a gradient: the canvas, or that of a recorded command.
  private func gradientBox(_ options: [String: String]) -> PixelBox {
    let sides = options["--paint-box"]?.split(whereSeparator: { ",x".contains($0) }).compactMap { Int($0) } ?? []
    if sides.count != 4 { return document.here.picture.size.box }
    return PixelBox(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
  }

  mutating func background(_ words: [String], _ options: [String: String]) -> JSON {
    let color = Self.color(words[1])
    func overColor(_ picture: PlainPicture) -> PlainPicture {
      var picture = picture
      let corner = Point(x: Double(picture.size.width), y: Double(picture.size.height))
      let paint = Paint(nil, fill: .color(color), mode: .behind)
      picture.draw(
        StrokeEdit(shape: .rect(Point(x: 0, y: 0), corner), style: StrokeStyle(width: 1), paint: paint), base: nil)
      return picture
    }
    let here = document.here
    let blank = overColor(PlainPicture(here.picture.size, filledWith: here.background))
    return finish(
      document.add(
        overColor(here.picture), name: options["--name"] ?? label ?? "Background",
        command: "background \(HexadecimalColor.digits(color)) --opacity 1 --no-linear",
        // Through a selection the canvas is not replaced.
        on: here.mask == nil ? blank[0, 0] : nil, base: overColor(here.basePicture)))
  }

  mutating func replace(_ words: [String], _ options: [String: String]) -> JSON {
    let tolerance = options["--tolerance"] ?? "0"
    var picture = document.here.picture
    picture.replace(Self.color(words[1]), with: Self.color(words[2]), tolerance: Int(tolerance) ?? 0)
    return finish(
      document.add(
        picture, name: options["--name"] ?? label ?? "Replace color",
        command: "replace \(words[1]) \(words[2]) --tolerance \(tolerance)"))
  }

  mutating func restore(_ words: [String], _ options: [String: String]) throws(Refusal) -> JSON {
    var picture = document.here.picture
    let number = try resolve(options["--at"] ?? "")
    guard let old = document.movedPicture(of: number) else { throw Refusal(.badValue) }
    let numbers = words.count > 1 ? words[1].split(whereSeparator: { ",x".contains($0) }).compactMap { Int($0) } : []
    let box =
      numbers.count == 4
      ? PixelBox(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]).intersection(picture.size.box)
      : picture.size.box
    for y in box.y..<box.maxY {
      for x in box.x..<box.maxX { picture[x, y] = old[x, y] }
    }
    return finish(
      document.add(
        picture, name: options["--name"] ?? label ?? "Restore",
        command: "restore \(box.x),\(box.y),\(box.width)x\(box.height) --at r\(number) --follow"))
  }

  mutating func place(_ file: String, _ options: [String: String]) throws(Refusal) -> JSON {
    guard let placed = files[file] else { throw Refusal(.noInput) }
    var picture = document.here.picture
    let (left, top) = corner(of: placed, options)
    let paint = Paint(
      opacity: options["--opacity"].flatMap { Double($0) } ?? settings.paint.opacity ?? 1,
      mode: options["--blend"].flatMap { BlendMode(rawValue: $0) } ?? settings.paint.blend ?? .normal,
      isLinear: settings.paint.linear ?? false)
    for y in 0..<placed.size.height {
      for x in 0..<placed.size.width where picture.size.box.contains(x: left + x, y: top + y) {
        picture.composite(placed[x, y], paint, atX: left + x, y: top + y)
      }
    }
    return finish(document.add(picture, name: options["--name"] ?? label ?? "Place", command: nil))
  }

  /// Where the corner of a placed picture is.
  private func corner(of placed: PlainPicture, _ options: [String: String]) -> (left: Int, top: Int) {
    let anchor = options["--anchor"] ?? "top-left"
    let size = document.here.picture.size
    let parts = (options["--at"] ?? "").split(separator: ",").compactMap { Int($0) }
    func corner(_ part: Int, _ canvas: Int, _ side: Int, _ halves: Int) -> Int {
      let place = parts.count == 2 ? Double(parts[part]) : Double(canvas * halves) / 2
      // Halves are rounded to the right and down, also left of the canvas and above it.
      return Int((place - Double(side * halves) / 2 + 0.5).rounded(.down))
    }
    let right = anchor.hasSuffix("left") ? 0 : anchor.hasSuffix("right") ? 2 : 1
    let down = anchor.hasPrefix("top") ? 0 : anchor.hasPrefix("bottom") ? 2 : 1
    return (corner(0, size.width, placed.size.width, right), corner(1, size.height, placed.size.height, down))
  }

  /// The corner of a line that places a picture, as it is recorded.
  func corner(of typed: [String]) -> String? {
    let (words, options) = Self.parted(typed)
    guard let placed = files[words[1]] else { return nil }
    let corner = corner(of: placed, options)
    return "\(corner.left),\(corner.top)"
  }

  /// Eight hexadecimal digits as a colour.
  static func color(_ digits: String) -> Pixel {
    let number = UInt32(digits, radix: 16) ?? 0
    return Pixel(
      red: UInt8(number >> 24), green: UInt8(number >> 16 & 255), blue: UInt8(number >> 8 & 255),
      alpha: UInt8(number & 255))
  }
}
