import PaintEditing
import PaintHistory
import PaintRaster

/// Simple reference versions of edits of areas and of the whole canvas, one pixel at a time.
extension PlainPicture {
  /// The pixel in column `x` and row `y`.
  public subscript(x: Int, y: Int) -> Pixel {
    get { Pixel(bits: pixels[y * size.width + x]) }
    set { pixels[y * size.width + x] = newValue.bits }
  }

  /// True if neither alpha nor a channel times its alpha, as a share of 1, differs by more than `tolerance` / 255.
  public static func areSimilar(_ first: Pixel, _ second: Pixel, tolerance: Int) -> Bool {
    func samples(_ pixel: Pixel) -> [Int] {
      [pixel.red, pixel.green, pixel.blue, 255].map { Int($0) * Int(pixel.alpha) }
    }
    return zip(samples(first), samples(second)).allSatisfy { ($0 - $1).magnitude <= tolerance * 255 }
  }

  /// The smallest tolerance at which two pixels are similar.
  public static func distance(_ first: Pixel, _ second: Pixel) -> Int {
    (0...255).first { areSimilar(first, second, tolerance: $0) } ?? 256
  }

  /// The pixels that a flood fill from (x, y) reaches, found neighbour by neighbour.
  public func flood(from x: Int, _ y: Int, tolerance: Int) -> [Bool] {
    var reached = [Bool](repeating: false, count: pixels.count)
    var waiting = [(x, y)]
    while let (column, row) = waiting.popLast() {
      guard size.box.contains(x: column, y: row), !reached[row * size.width + column],
        Self.areSimilar(self[column, row], self[x, y], tolerance: tolerance)
      else { continue }
      reached[row * size.width + column] = true
      waiting += [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    }
    return reached
  }

  /// Composites a colour over one pixel.
  public mutating func composite(_ color: Pixel, _ paint: Paint, atX x: Int, y: Int) {
    var tile = Tile.color(self[x, y])
    tile.composite(
      .full, paint.sourceBlend(of: .color(color)).compositor(at: TileIndex(x: 0, y: 0)),
      inside: PixelBox(x: 0, y: 0, width: 1, height: 1))
    self[x, y] = tile[0, 0]
  }

  /// A picture of a source's colours, transparent black where they have no alpha.
  public init(_ size: CanvasSize, of source: Paint.Source) {
    self.init(size)
    let paint = Paint(source).sourceBlend(of: source)
    for index in Self.indices(of: size) {
      let box = index.box(on: size)
      let inside = PixelBox(x: 0, y: 0, width: box.width, height: box.height)
      var tile = Tile.color(.transparent)
      paint.composite(.full, onto: &tile, at: index, inside: inside)
      self[index] = tile
    }
  }

  /// Composites a source over the area that a flood fill reaches; without a source it becomes transparent.
  public mutating func fill(_ fill: FloodFillEdit) {
    let colors = PlainPicture(size, of: fill.paint.source ?? .color(.transparent))
    let flooded = flood(from: fill.x, fill.y, tolerance: fill.tolerance)
    let area = PlainExpansion.expanded(flooded.map { $0 ? 255 : 0 }, width: size.width, by: fill.expansion)
    let old = pixels
    let eraser = Eraser(opacity: fill.paint.opacity)
    for (index, share) in area.enumerated() where share > 0 {
      if fill.paint.source == nil {
        pixels[index] = eraser.dissolved(full: Pixel(bits: pixels[index]), base: .transparent).bits
      } else {
        composite(Pixel(bits: colors.pixels[index]), fill.paint, atX: index % size.width, y: index / size.width)
      }
      // A pixel at the border of the area changes in part.
      if share < 255 {
        pixels[index] =
          Eraser(opacity: 1).dissolved(coverage: share, from: Pixel(bits: old[index]), base: Pixel(bits: pixels[index]))
          .bits
      }
    }
  }

  /// Replaces one colour by another.
  public mutating func replace(_ old: Pixel, with new: Pixel, tolerance: Int) {
    for index in pixels.indices where Self.areSimilar(Pixel(bits: pixels[index]), old, tolerance: tolerance) {
      pixels[index] = new.bits
    }
  }

  /// The picture cropped or extended to `frame`; new areas have the background colour.
  public func reframed(to frame: PixelBox, background: Pixel) -> PlainPicture? {
    guard let canvas = CanvasSize(width: frame.width, height: frame.height) else { return nil }
    var picture = PlainPicture(canvas, filledWith: background)
    for y in 0..<canvas.height {
      for x in 0..<canvas.width where size.box.contains(x: x + frame.x, y: y + frame.y) {
        picture[x, y] = self[x + frame.x, y + frame.y]
      }
    }
    return picture
  }

  /// The picture mirrored.
  public func mirrored(_ mirroring: FlipEdit) -> PlainPicture {
    var picture = self
    for y in 0..<size.height {
      for x in 0..<size.width {
        picture[x, y] = mirroring == .horizontal ? self[size.width - 1 - x, y] : self[x, size.height - 1 - y]
      }
    }
    return picture
  }

  /// The picture rotated clockwise by `quarters` quarter turns, one after the other.
  public func turned(quarters: Int) -> PlainPicture {
    guard quarters > 0, let turned = CanvasSize(width: size.height, height: size.width) else { return self }
    var picture = PlainPicture(turned)
    for y in 0..<size.height {
      for x in 0..<size.width { picture[size.height - 1 - y, x] = self[x, y] }
    }
    return picture.turned(quarters: quarters - 1)
  }

  /// The bounding box of the pixels that are not similar to the one in the top left corner.
  public func trimmedBox(tolerance: Int) -> PixelBox {
    var box = PixelBox.empty
    for y in 0..<size.height {
      for x in 0..<size.width where !Self.areSimilar(self[x, y], self[0, 0], tolerance: tolerance) {
        box = box.union(PixelBox(x: x, y: y, width: 1, height: 1))
      }
    }
    return box
  }
}
