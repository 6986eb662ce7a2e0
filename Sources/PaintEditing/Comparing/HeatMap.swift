import PaintFormats
import PaintRaster

/// A picture that shows where two others differ.
///
/// Equal pixels show the first picture in pale grey, 192 + luma / 4 with luma = (77 red + 150 green + 29 blue) / 256
/// over white. Pixels that differ by d (0…255; 0 in hidden colours only) range from yellow to red: 255, 200 - 200 d / 255, 0. Pixels that only
/// one picture has are blue, pixels that neither has are transparent.
struct HeatMap: ~Copyable {
  /// The colour of pixels that only one of the pictures has.
  static let unmatched = Pixel(red: 64, green: 96, blue: 255)

  private let size: CanvasSize
  private let writer: PictureWriter
  private var rows: [UInt32] = []

  /// Begins a map of pictures with these sizes in an open file; its size is the union of both.
  init(of first: CanvasSize, and second: CanvasSize, as encoding: PictureEncoding, to descriptor: CInt)
    throws(PictureError)
  {
    let size = Self.size(of: first, and: second)
    self.size = size
    writer = try PictureWriter(encoding, size: size, to: PictureOutput(fileDescriptor: descriptor))
  }

  /// The size of a map of pictures with these sizes: the union of both.
  static func size(of first: CanvasSize, and second: CanvasSize) -> CanvasSize {
    let sides = first.box.union(second.box)
    guard let size = CanvasSize(width: sides.width, height: sides.height) else {
      preconditionFailure("two canvases together are no larger than the largest")
    }
    return size
  }

  /// The colour of a pixel that differs by `amount`; nil for an equal pixel.
  static func color(of first: UInt32, differingBy amount: Int?) -> Pixel {
    if let amount { return Pixel(red: 255, green: UInt8(200 - 200 * amount / 255), blue: 0) }
    let pixel = Pixel(bits: first)
    let luma = (77 * Int(pixel.red) + 150 * Int(pixel.green) + 29 * Int(pixel.blue)) / 256
    let seen = (luma * Int(pixel.alpha) + 255 * (255 - Int(pixel.alpha))) / 255
    let grey = UInt8(192 + seen / 4)
    return Pixel(red: grey, green: grey, blue: grey)
  }

  /// Draws a row of tiles from the bands of both pictures, each of which may end earlier.
  mutating func add(
    tileRow: Int, _ first: [UInt32], of firstSize: CanvasSize, _ second: [UInt32], of secondSize: CanvasSize,
    tolerance: Int
  ) throws(PictureError) {
    let count = Self.draw(
      tileRow: tileRow, of: size, first, of: firstSize, second, of: secondSize, tolerance: tolerance, into: &rows)
    let (rows, writer) = (rows, writer)
    try writer.writeRows(rows.span, rows: count)
  }

  /// Draws a row of tiles of a map into memory; returns the number of its rows.
  static func draw(
    tileRow: Int, of size: CanvasSize, _ first: [UInt32], of firstSize: CanvasSize, _ second: [UInt32],
    of secondSize: CanvasSize, tolerance: Int, into rows: inout [UInt32]
  ) -> Int {
    let top = tileRow * Tile.edge
    let count = min(Tile.edge, size.height - top)
    rows.removeAll(keepingCapacity: true)
    for y in 0..<count {
      let (isInFirst, isInSecond) = (top + y < firstSize.height, top + y < secondSize.height)
      for x in 0..<size.width {
        let a = isInFirst && x < firstSize.width ? first[y * firstSize.width + x] : nil
        let b = isInSecond && x < secondSize.width ? second[y * secondSize.width + x] : nil
        let color: Pixel
        if let a, let b {
          let amount = Pixel(bits: a).difference(from: Pixel(bits: b))
          let isDifferent = tolerance == 0 ? a != b : amount > tolerance
          color = self.color(of: a, differingBy: isDifferent ? amount : nil)
        } else {
          color = a == nil && b == nil ? .transparent : unmatched
        }
        rows.append(color.bits)
      }
    }
    return count
  }

  /// What the file lacks, as clauses.
  var warnings: [String] { writer.warnings }

  /// Ends the file.
  func finish() throws(PictureError) { try writer.finish() }
}
