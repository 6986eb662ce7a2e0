import PaintRaster

/// The colours of a picture and how often they occur, similar ones together.
///
/// Five bits of each colour make a cell, with three of alpha for translucent colours; opaque colours are apart. Memory is
/// 2 MiB, and 14 MiB more once a colour is translucent, independent of the picture.
struct ColorHistogram {
  private static let opaqueCount = 1 << 15

  /// The opaque cells, then those of translucent colours if there is one.
  private var cells = [Cell](repeating: Cell(), count: opaqueCount)
  /// Whether a pixel is completely transparent; all those count as one colour, and not here.
  private(set) var hasTransparent = false

  /// Similar colours.
  ///
  /// Their mean is kept, so that a single colour in a cell is exact, and the colour that has most of their pixels.
  private struct Cell {
    var count: UInt64 = 0
    var red: UInt64 = 0
    var green: UInt64 = 0
    var blue: UInt64 = 0
    var alpha: UInt64 = 0
    /// By how many votes at least `winner` wins the majority vote of Boyer and Moore (1981).
    var votes: UInt64 = 0
    var winner: UInt32 = 0

    mutating func add(_ pixel: Pixel, count: UInt64) {
      self.count &+= count
      red &+= UInt64(pixel.red) &* count
      green &+= UInt64(pixel.green) &* count
      blue &+= UInt64(pixel.blue) &* count
      alpha &+= UInt64(pixel.alpha) &* count
    }

    mutating func vote(for pixel: Pixel, count: UInt64) {
      if winner == pixel.bits {
        votes &+= count
      } else if votes < count {
        (winner, votes) = (pixel.bits, count &- votes)
      } else {
        votes &-= count
      }
    }

    /// The mean colour of at least one pixel.
    var mean: Pixel {
      func mean(_ sum: UInt64) -> UInt8 { UInt8((sum + count / 2) / count) }
      return Pixel(red: mean(red), green: mean(green), blue: mean(blue), alpha: mean(alpha))
    }
  }

  /// A colour that stands for similar ones.
  struct Entry {
    /// Their mean.
    var color: OklabColor
    /// The number of their pixels.
    var weight: Float
  }

  /// Adds pixels (`Pixel.bits`).
  mutating func add(_ pixels: Span<UInt32>) {
    for index in 0..<pixels.count { add(Pixel(bits: pixels[index]), count: 1) }
  }

  /// Adds pixels of one colour.
  @inline(__always)
  mutating func add(_ pixel: Pixel, count: Int) {
    if pixel.alpha == 0 {
      hasTransparent = true
      return
    }
    let color = Int(pixel.red >> 3) << 10 | Int(pixel.green >> 3) << 5 | Int(pixel.blue >> 3)
    let place = (pixel.alpha == 255 ? 0 : 1 + Int(pixel.alpha >> 5)) << 15 | color
    if place >= cells.count { cells += repeatElement(Cell(), count: 8 * Self.opaqueCount) }
    cells[place].add(pixel, count: UInt64(count))
    cells[place].vote(for: pixel, count: UInt64(count))
  }

  /// Whether all colours are greys.
  var isGray: Bool { cells.allSatisfy { $0.red == $0.green && $0.green == $0.blue } }

  /// Takes out the pixels of large areas of one colour.
  ///
  /// Those are the colours that have more than one of `parts` equal parts of the pixels that are not completely transparent;
  /// they are returned, less than `parts`.
  mutating func takeAreas(parts: Int) -> [Pixel] {
    let least = cells.reduce(0) { $0 + $1.count } / UInt64(parts)
    var areas: [Pixel] = []
    for place in cells.indices where cells[place].votes > least {
      let area = Pixel(bits: cells[place].winner)
      // Sums modulo 2^64 are subtracted by adding the negative number.
      cells[place].add(area, count: 0 &- cells[place].votes)
      cells[place].votes = 0
      areas.append(area)
    }
    return areas
  }

  /// The opaque colours that occur, or the translucent ones.
  func entries(opaque: Bool) -> [Entry] {
    let cells = opaque ? cells.prefix(Self.opaqueCount) : cells.dropFirst(Self.opaqueCount)
    return cells.compactMap { cell in
      cell.count == 0 ? nil : Entry(color: OklabColor(cell.mean), weight: Float(cell.count))
    }
  }
}
