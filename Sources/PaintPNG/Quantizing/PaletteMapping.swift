import PaintRaster

/// Replaces pixels by the nearest colours of a palette, row by row from the top.
///
/// Opaque pixels take opaque colours only, if the palette has one, and completely transparent ones the transparent colour.
///
/// With dithering by Floyd and Steinberg ("An adaptive algorithm for spatial greyscale", 1976): the difference of a pixel
/// from its colour is added to the next ones, from left to right and in the next row from right to left.
struct PaletteMapping {
  private let palette: [UInt32]
  private let colors: NearestColors
  /// The opaque colours, and their places in the palette; those of all colours if none is opaque.
  private let opaqueColors: NearestColors
  private let opaquePlaces: [Int]
  private let width: Int
  private let isDithered: Bool

  /// The nearest colour of recent pixels, at the pixel's hash: the pixel, and its index in the palette or -1.
  private var recent = [(bits: UInt32, index: Int32)](repeating: (0, -1), count: 1 << recentBits)
  private static let recentBits: UInt32 = 16
  /// The most by which earlier pixels change one.
  private static let errorLimit: Int32 = 40

  /// The nearest colour for the upper bits of a colour with error, or -1; only with dithering.
  private var cells: [Int16]
  /// Differences in sixteenths for this row and the next, with a pixel at both ends.
  private var errors: [SIMD4<Int32>]
  private var nextErrors: [SIMD4<Int32>]
  private var isLeftward = false
  /// The palette, and whether it has the last pixel's colour.
  private let exact: Set<UInt32>
  private var lastBits: UInt32 = 0
  private var isLastExact = false

  /// A mapping of a picture of this width to a palette of at least one colour.
  init(_ palette: [UInt32], width: Int, isDithered: Bool) {
    precondition(!palette.isEmpty, "a palette has a colour")
    self.palette = palette
    self.width = width
    self.isDithered = isDithered
    exact = Set(palette)
    colors = NearestColors(palette.map { OklabColor(Pixel(bits: $0)) })
    let opaque = palette.indices.filter { palette[$0] >> 24 == 255 }
    opaquePlaces = opaque.isEmpty ? Array(palette.indices) : opaque
    opaqueColors = NearestColors(opaquePlaces.map { OklabColor(Pixel(bits: palette[$0])) })
    cells = isDithered ? [Int16](repeating: -1, count: 1 << 22) : []
    errors = [SIMD4<Int32>](repeating: .zero, count: isDithered ? width + 2 : 0)
    nextErrors = errors
  }

  /// The mapped pixels of the next rows.
  ///
  /// - Complexity: O(pixels); a colour that did not occur recently is searched in the palette.
  mutating func map(_ pixels: Span<UInt32>) -> [UInt32] {
    var mapped = [UInt32](repeating: 0, count: pixels.count)
    guard isDithered else {
      for index in 0..<pixels.count { mapped[index] = nearest(to: pixels[index]) }
      return mapped
    }
    for start in stride(from: 0, to: pixels.count, by: width) {
      ditherRow(pixels.extracting(start..<start + width), into: &mapped, at: start)
    }
    return mapped
  }

  private mutating func nearest(to bits: UInt32) -> UInt32 {
    // All completely transparent pixels look the same.
    let bits = Pixel(bits: bits).alpha == 0 ? 0 : bits
    let slot = Int((bits &* 0x9E37_79B1) >> (32 - Self.recentBits))
    let entry = recent[slot]
    if entry.index >= 0, entry.bits == bits { return palette[Int(entry.index)] }
    let index = place(nearestTo: Pixel(bits: bits))
    recent[slot] = (bits, Int32(index))
    return palette[index]
  }

  private func place(nearestTo pixel: Pixel) -> Int {
    pixel.alpha == 255 ? opaquePlaces[opaqueColors.index(to: OklabColor(pixel))] : colors.index(to: OklabColor(pixel))
  }

  private mutating func ditherRow(_ row: Span<UInt32>, into mapped: inout [UInt32], at start: Int) {
    let step = isLeftward ? -1 : 1
    for place in 0..<width {
      let x = isLeftward ? width - 1 - place : place
      let pixel = Pixel(bits: row[x])
      if pixel.alpha == 0 {
        mapped[start + x] = nearest(to: 0)
        continue
      }
      // An area of a colour that needs no mixture gets no specks from its surroundings.
      if row[x] != lastBits { (lastBits, isLastExact) = (row[x], exact.contains(row[x])) }
      if isLastExact {
        mapped[start + x] = row[x]
        continue
      }
      // Rounded to the nearest integer. Where no mixture gives the colour, differences would add up without end, and be
      // seen far away.
      let error = ((errors[x + 1] &+ 8) &>> 4).clamped(
        lowerBound: SIMD4(repeating: -Self.errorLimit), upperBound: SIMD4(repeating: Self.errorLimit))
      var wanted = (lanes(pixel) &+ error).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
      if pixel.alpha == 255 { wanted.w = 255 }
      let chosen = nearest(toCellOf: wanted)
      mapped[start + x] = chosen
      let rest = wanted &- lanes(Pixel(bits: chosen))
      errors[x + 1 + step] &+= rest &* 7
      nextErrors[x + 1 - step] &+= rest &* 3
      nextErrors[x + 1] &+= rest &* 5
      nextErrors[x + 1 + step] &+= rest
    }
    swap(&errors, &nextErrors)
    for index in nextErrors.indices { nextErrors[index] = .zero }
    isLeftward.toggle()
  }

  private func lanes(_ pixel: Pixel) -> SIMD4<Int32> {
    SIMD4(Int32(pixel.red), Int32(pixel.green), Int32(pixel.blue), Int32(pixel.alpha))
  }

  /// The nearest colour to the middle of the cell of six bits of each colour and four of alpha.
  ///
  /// The difference that is passed on is that of the pixel itself, so this loses nothing on average.
  private mutating func nearest(toCellOf color: SIMD4<Int32>) -> UInt32 {
    let cell = Int((color.w >> 4) << 18 | (color.x >> 2) << 12 | (color.y >> 2) << 6 | color.z >> 2)
    if cells[cell] < 0 {
      // Both ends of the range are exact: black, white and opaque stay so.
      func middle(_ value: Int32, bits: Int32) -> UInt8 { UInt8((value >> bits) * 255 / (255 >> bits)) }
      let pixel = Pixel(
        red: middle(color.x, bits: 2), green: middle(color.y, bits: 2), blue: middle(color.z, bits: 2),
        alpha: middle(color.w, bits: 4))
      cells[cell] = Int16(place(nearestTo: pixel))
    }
    return palette[Int(cells[cell])]
  }
}
