import PaintTestSupport

@testable import PaintRaster

/// A selection as a plain array of bytes.
struct PlainSelection: Equatable {
  let size: CanvasSize
  var values: [UInt8]

  /// A random selection of boxes of random values, empty and whole tiles among them.
  init(_ size: CanvasSize, _ random: inout SeededGenerator) {
    self.size = size
    values = [UInt8](repeating: random.whole(0...3) == 0 ? 255 : 0, count: size.width * size.height)
    for _ in 0..<random.whole(0...4) {
      let (x, y) = (random.whole(-20...size.width), random.whole(-20...size.height))
      let box = PixelBox(x: x, y: y, width: random.whole(1...60), height: random.whole(1...60)).intersection(size.box)
      let isNoise = random.whole(0...2) == 0
      let value = UInt8([0, 255, random.whole(0...255)][random.whole(0...2)])
      for y in box.y..<max(box.y, box.maxY) {
        for x in box.x..<max(box.x, box.maxX) {
          values[y * size.width + x] = isNoise ? UInt8(random.whole(0...255)) : value
        }
      }
    }
  }

  /// A box.
  init(_ size: CanvasSize, _ box: PixelBox) {
    self.size = size
    values = (0..<size.width * size.height).map { place in
      box.contains(x: place % size.width, y: place / size.width) ? 255 : 0
    }
  }

  /// A disc, sampled 16 times in each direction of a pixel.
  init(_ size: CanvasSize, discAt x: Double, _ y: Double, radius: Double) {
    self.size = size
    values = (0..<size.width * size.height).map { place in
      let (left, top) = (Double(place % size.width) - x, Double(place / size.width) - y)
      let inside = (0..<256).count { sample in
        let (dx, dy) = (left + (Double(sample % 16) + 0.5) / 16, top + (Double(sample / 16) + 0.5) / 16)
        return dx * dx + dy * dy < radius * radius
      }
      return UInt8((Double(inside) / 256 * 255).rounded())
    }
  }

  init(_ mask: SelectionMask) {
    size = mask.canvas
    let size = size
    values = (0..<size.width * size.height).map { place in
      let (x, y) = (place % size.width, place / size.width)
      return mask[TileIndex(x: x / Tile.edge, y: y / Tile.edge)][x % Tile.edge, y % Tile.edge].alpha
    }
  }

  /// The same as a mask.
  var mask: SelectionMask {
    var mask = SelectionMask(on: size)
    for ty in 0..<size.tileRows {
      for tx in 0..<size.tileColumns {
        var pixels = TilePixels(filledWith: .transparent)
        let box = TileIndex(x: tx, y: ty).box(on: size)
        for y in 0..<box.height {
          for x in 0..<box.width { pixels[x, y] = Pixel(bits: UInt32(self[box.x + x, box.y + y]) << 24) }
        }
        mask.set(.pixels(pixels), at: TileIndex(x: tx, y: ty))
      }
    }
    return mask
  }

  subscript(x: Int, y: Int) -> UInt8 { size.box.contains(x: x, y: y) ? values[y * size.width + x] : 0 }

  var bounds: PixelBox {
    var box = PixelBox.empty
    for place in values.indices where values[place] > 0 {
      box = box.union(PixelBox(x: place % size.width, y: place / size.width, width: 1, height: 1))
    }
    return box
  }

  func merging(_ other: PlainSelection, _ merge: (UInt8, UInt8) -> UInt8) -> PlainSelection {
    var result = self
    for place in values.indices { result.values[place] = merge(values[place], other.values[place]) }
    return result
  }

  func expanded(by distance: Double) -> PlainSelection {
    var result = self
    result.values = PlainExpansion.expanded(values, width: size.width, by: distance)
    return result
  }

  var inverted: PlainSelection {
    var result = self
    result.values = values.map { 255 - $0 }
    return result
  }

  func shrunk(by distance: Double) -> PlainSelection {
    var result = self
    result.values = PlainExpansion.shrunk(values, width: size.width, by: distance)
    return result
  }
}
