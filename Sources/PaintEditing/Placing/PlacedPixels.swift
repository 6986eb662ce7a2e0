import PaintFilters
import PaintPNG
import PaintRaster

/// The pixels of a placed picture where it lies on the canvas, in the size that it has there.
struct PlacedPixels {
  /// Bytes up to which a picture is read to be scaled: 1 GiB.
  static let scaledByteLimit = 1 << 30

  private let memory: PixelBlock
  /// The visible pixels, by the canvas' coordinates.
  private let source: PixelSource
  /// By a pixel's alpha, how strongly it is laid over what is there.
  private let strengths: [UInt8]

  /// Reads the picture, which is to lie in `box`; nil where nothing of it is visible.
  init?(
    _ reader: PNGReader, in box: PixelBox, visible: PixelBox, method: ResamplingMethod, opacity: Double
  ) throws(PNGError) {
    let isScaled = box.width != reader.size.width || box.height != reader.size.height
    if isScaled, reader.size.width * reader.size.height > Self.scaledByteLimit / 4 {
      throw .limit(
        message: "the picture has \(reader.size.width)x\(reader.size.height) pixels, too many to be scaled")
    }
    // All of it is read in any case, so that a damaged picture is never half taken for a whole one.
    let wanted =
      isScaled
      ? reader.size.box
      : PixelBox(x: visible.x - box.x, y: visible.y - box.y, width: visible.width, height: visible.height)
    let read = wanted.isEmpty || visible.isEmpty ? nil : PixelBlock(wanted)
    try reader.readBands { (first, rows, pixels) in
      guard let target = read?.target else { return }
      for y in max(first, wanted.y)..<max(max(first, wanted.y), min(first + rows, wanted.maxY)) {
        target.row(y, from: wanted.x).update(
          from: pixels + ((y - first) * reader.size.width + wanted.x), count: wanted.width)
      }
    }
    guard let read, let size = CanvasSize(width: box.width, height: box.height) else { return nil }
    if isScaled {
      let part = PixelBox(x: visible.x - box.x, y: visible.y - box.y, width: visible.width, height: visible.height)
      memory = PixelBlock(part)
      Resampling(from: reader.size, to: size, method: method).apply(
        to: read.source, writing: memory.target, with: .all)
      withExtendedLifetime(read) {}
    } else {
      memory = read
    }
    source = PixelSource(box: visible, base: memory.source.base, stride: memory.source.stride)
    strengths = (0...255).map { Blend(color: Pixel(red: 0, green: 0, blue: 0, alpha: $0), opacity: opacity).strength }
  }

  /// Lays the pixels over the tile at `index`.
  func lay(over tile: inout Tile, at index: TileIndex) {
    let part = index.box.intersection(source.box)
    var pixels = tile.expanded
    // So that the pixels are not copied when nobody else shares them.
    tile = .color(.transparent)
    pixels.withUnsafeMutablePixels { target in
      for y in part.y..<part.maxY {
        let colors = source.row(y, from: part.x)
        let row = target + ((y - index.box.y) * Tile.edge + (part.x - index.box.x))
        for x in 0..<part.width { lay(Pixel(bits: colors[x]), over: &row[x]) }
      }
    }
    tile = .pixels(pixels)
    withExtendedLifetime(memory) {}
  }

  @inline(__always) private func lay(_ color: Pixel, over word: inout UInt32) {
    let strength = strengths[Int(color.alpha)]
    if strength == 0 { return }
    // What the formula gives, too.
    if strength == 255 { return word = color.bits }
    word = Blend.blended(coverage: 255, color: color, strength: strength, onto: Pixel(bits: word)).bits
  }
}
