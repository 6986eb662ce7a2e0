// Unsafe: rows of bytes are merged through pointers that buffers lend, as the largest of each pair.

/// Expands a part of a selection by a distance.
///
/// Three things grow. A pixel next to a completely selected one is part of an outline, and so is one where a shape thinner
/// than a pixel is next to nothing: it grows to a disc whose radius is the distance and how far the outline is from the
/// pixel's centre, and of all discs the one with the least power,
/// |p − q|² − radius², covers a pixel, as it does the outline's smooth curve. Small discs would leave notches between
/// them, so at short distances a piece of the outline's line through the pixel grows too. The corner of a box is half a
/// diagonal of a pixel away from the next centre, so it grows by itself. A sharp tip goes on in pixels with less than
/// half of their area: those next to an outline, with nothing on two opposite sides, are part of it, too. All other
/// values are a soft mask: a pixel has the largest one within the distance. The largest of all these counts.
///
/// Where all pixels are selected completely or not at all, their values do not tell where the outline crosses them:
/// there it is a curve through the ends of the columns, or of the rows if it is steep, around the pixel.
///
/// The least power is found along columns and then along rows, as the lower envelope of parabolas (Felzenszwalb and
/// Huttenlocher, "Distance Transforms of Sampled Functions", 2012), in whole numbers of 1/256 pixel, so it is exact.
struct MaskExpansion {
  /// The distance in 1/256 pixels.
  let distance: Int

  /// The distance of a pixel that can have an effect.
  var reach: Int { pieceReach + Self.tipLength + 2 }

  /// The distance at which a piece of a line can cover a pixel.
  private var pieceReach: Int { (distance + 255) / 256 + 2 }

  private static let unit = 256
  private static let half = 128
  /// A value that is next to nothing only at an outline: softer borders rise more slowly.
  private static let steep: UInt8 = 128
  /// A pixel that is no part of an outline.
  private static let noSeed = Int16.min
  /// The most pixels of a tip that follow each other and have less than half of their area.
  private static let tipLength = 8
  /// The longest distance at which pieces of lines grow too.
  private static let longestPiece = 8 * unit
  /// Half of the length of a piece of a line, a little more than half of the diagonal of a pixel.
  private static let halfPiece = 0.75

  /// The expanded values of a box.
  ///
  /// - Parameters:
  ///   - values: those of a larger box, row by row, which has all pixels of the canvas within the reach.
  ///   - source: that box.
  ///   - target: the box.
  /// - Complexity: O(pixels of the source), for a soft mask also O(soft rows · distance · width).
  func expanded(_ values: [UInt8], of source: PixelBox, to target: PixelBox) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(target.width * target.height)
    for y in target.y..<target.maxY {
      let start = (y - source.y) * source.width + target.x - source.x
      result.append(contentsOf: values[start..<start + target.width])
    }
    let (seeds, corners, soft) = parts(values, source)
    if let seeds {
      addDiscs(Seeds(radii: seeds, width: source.width, start: 0), source, &result, target)
      if distance <= Self.longestPiece { addPieces(values, seeds, source, &result, target) }
    }
    if let corners {
      addDiscs(Seeds(radii: corners, width: source.width + 1, start: -1), source, &result, target)
    }
    if let soft { addSoft(soft, source, &result, target) }
    return result
  }

  /// The distance of the outline from the centres of its pixels, 0 at the corners of boxes, and the soft values; nil if
  /// there are none.
  private func parts(_ values: [UInt8], _ box: PixelBox) -> (seeds: [Int16]?, corners: [Int16]?, soft: [UInt8]?) {
    let (width, height) = (box.width, box.height)
    var seeds = [Int16](repeating: Self.noSeed, count: values.count)
    var corners: [Int16]?
    var soft = [UInt8](repeating: 0, count: values.count)
    var (hasSeeds, hasSoft) = (false, false)
    var thin: [Int] = []
    for y in 0..<height {
      let (above, row, below) = (max(y - 1, 0) * width, y * width, min(y + 1, height - 1) * width)
      for x in 0..<width where values[row + x] > 0 {
        let (left, right) = (max(x - 1, 0), min(x + 1, width - 1))
        var (least, most) = (UInt8.max, UInt8.min)
        for line in stride(from: above, through: below, by: width) {
          least = min(least, values[line + left], values[line + x], values[line + right])
          most = max(most, values[line + left], values[line + x], values[line + right])
        }
        if most < 255, most < Self.steep || least > 0 {
          soft[row + x] = values[row + x]
          hasSoft = true
          if least == 0, Self.isThin(values, width, x, y, height) { thin.append(row + x) }
        } else if least < 255 {
          let outline = MaskOutline(values, width, x, y, height)
          seeds[row + x] = Int16((outline.inside * Double(Self.unit)).rounded())
          hasSeeds = true
          if values[row + x] == 255 {
            forEachCorner(values, width, x, y, height) { column, line in
              var all = corners ?? [Int16](repeating: Self.noSeed, count: (width + 1) * (height + 1))
              corners = nil
              all[line * (width + 1) + column] = 0
              corners = all
            }
          }
        }
      }
    }
    addTips(thin, width, height, &seeds, &soft)
    return (hasSeeds ? seeds : nil, corners, hasSoft ? soft : nil)
  }

  /// Whether there is nothing on two opposite sides of a pixel, two pixels away.
  private static func isThin(_ values: [UInt8], _ width: Int, _ x: Int, _ y: Int, _ height: Int) -> Bool {
    func isEmpty(_ dx: Int, _ dy: Int) -> Bool {
      values[min(max(y + dy, 0), height - 1) * width + min(max(x + dx, 0), width - 1)] == 0
    }
    return tipSides.contains { isEmpty($0.x, $0.y) && isEmpty(0 - $0.x, 0 - $0.y) }
  }

  /// One of each two opposite pixels that are two pixels away.
  private static let tipSides: [(x: Int, y: Int)] = [
    (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (-1, 2), (-2, 2), (-2, 1),
  ]

  /// Makes thin soft pixels that follow an outline part of it.
  private func addTips(_ thin: [Int], _ width: Int, _ height: Int, _ seeds: inout [Int16], _ soft: inout [UInt8]) {
    var rest = thin
    for _ in 0..<Self.tipLength where !rest.isEmpty {
      let next = rest.filter { place in
        let (x, y) = (place % width, place / width)
        return (max(y - 1, 0)...min(y + 1, height - 1)).contains { line in
          (max(x - 1, 0)...min(x + 1, width - 1)).contains { seeds[line * width + $0] != Self.noSeed }
        }
      }
      if next.isEmpty { return }
      for place in next {
        // The middle of the tip is up to half a pixel away from the pixel's; on average it is a quarter.
        seeds[place] = Int16(((Double(soft[place]) / 255 / 2 - 0.25) * Double(Self.unit)).rounded())
        soft[place] = 0
      }
      rest.removeAll { soft[$0] == 0 }
    }
  }

  /// Calls `body` with the column and line of each corner of a box that is a corner of a completely selected pixel.
  ///
  /// The sides of the box are longer than two pixels, or the box is not wider than that: the stairs of a round shape
  /// without anti-aliasing have no such corners.
  private func forEachCorner(
    _ values: [UInt8], _ width: Int, _ x: Int, _ y: Int, _ height: Int, _ body: (_ column: Int, _ line: Int) -> Void
  ) {
    func value(_ dx: Int, _ dy: Int) -> UInt8 {
      values[min(max(y + dy, 0), height - 1) * width + min(max(x + dx, 0), width - 1)]
    }
    for dy in [-1, 1] where value(0, dy) == 0 {
      for dx in [-1, 1] where value(dx, 0) == 0 && value(dx, dy) == 0 {
        let isLong = value(-dx, 0) == 0 || value(-dx, 0) == 255 && value(-dx, dy) == 0 && value(-2 * dx, dy) == 0
        let isHigh = value(0, -dy) == 0 || value(0, -dy) == 255 && value(dx, -dy) == 0 && value(dx, -2 * dy) == 0
        if isLong, isHigh { body(x + (dx + 1) / 2, y + (dy + 1) / 2) }
      }
    }
  }

  // MARK: - Discs

  /// Points that grow to discs, in rows.
  private struct Seeds {
    /// By how much each disc is larger than the distance, in 1/256 pixel; `noSeed` for none.
    let radii: [Int16]
    let width: Int
    /// The column and row of the first, in halves of a pixel, where that of the first pixel's centre is 0.
    let start: Int

    /// The column or row of a point, in halves of a pixel.
    func place(_ index: Int) -> Int { 2 * index + start }
    func index(_ place: Int) -> Int { (place - start) / 2 }
  }

  /// A lower envelope of parabolas K·(x − i)² + f(i) for places in halves of a pixel, K = 128².
  private struct Envelope {
    private(set) var places: [Int] = []
    private var heights: [Int] = []
    /// Where each parabola becomes the lowest.
    private var starts: [Int] = []

    mutating func removeAll() {
      places.removeAll(keepingCapacity: true)
      heights.removeAll(keepingCapacity: true)
      starts.removeAll(keepingCapacity: true)
    }

    /// Adds the parabola of a place after all others.
    mutating func add(_ place: Int, _ height: Int) {
      while let last = places.last, let lastHeight = heights.last, let start = starts.last {
        // The first whole place at which the new one is lower.
        let k = MaskExpansion.half * MaskExpansion.half
        let difference = k * (place * place - last * last) + height - lastHeight
        let next = MaskExpansion.floorDivided(difference, 2 * k * (place - last)) + 1
        if next > start {
          places.append(place)
          heights.append(height)
          starts.append(next)
          return
        }
        places.removeLast()
        heights.removeLast()
        starts.removeLast()
      }
      places.append(place)
      heights.append(height)
      starts.append(Int.min)
    }

    /// Calls `body` with each pixel of a range and the place of the lowest parabola there.
    func forEach(_ pixels: Range<Int>, _ body: (_ pixel: Int, _ lowest: Int) -> Void) {
      if places.isEmpty { return }
      var index = 0
      for pixel in pixels {
        while index + 1 < starts.count, starts[index + 1] <= 2 * pixel { index += 1 }
        body(pixel, places[index])
      }
    }
  }

  /// The square of a radius, negative if the radius is: such a point covers only a part of its own pixel, and its power
  /// is not that of a larger disc.
  private static func signedSquare(_ radius: Int) -> Int { radius * abs(radius) }

  private static func floorDivided(_ a: Int, _ b: Int) -> Int { a >= 0 ? a / b : -((b - 1 - a) / b) }

  private func addDiscs(_ seeds: Seeds, _ source: PixelBox, _ result: inout [UInt8], _ target: PixelBox) {
    let (width, radii, first) = (seeds.width, seeds.radii, target.y - source.y)
    // The row of the seed with the least power in each column; -1 for none.
    var rows = [Int32](repeating: -1, count: target.height * width)
    var envelope = Envelope()
    for x in 0..<width {
      envelope.removeAll()
      for y in 0..<radii.count / width where radii[y * width + x] != Self.noSeed {
        let radius = distance + Int(radii[y * width + x])
        envelope.add(seeds.place(y), -Self.signedSquare(radius))
      }
      envelope.forEach(first..<first + target.height) { y, lowest in
        rows[(y - first) * width + x] = Int32(seeds.index(lowest))
      }
    }
    let left = target.x - source.x
    for y in 0..<target.height {
      envelope.removeAll()
      for x in 0..<width where rows[y * width + x] >= 0 {
        let row = Int(rows[y * width + x])
        let (radius, dy) = (distance + Int(radii[row * width + x]), (2 * (first + y) - seeds.place(row)) * Self.half)
        envelope.add(seeds.place(x), dy * dy - Self.signedSquare(radius))
      }
      envelope.forEach(left..<left + target.width) { x, lowest in
        let place = y * target.width + x - left
        if result[place] == 255 { return }
        let column = seeds.index(lowest)
        let row = Int(rows[y * width + column])
        let value = covered(2 * x - lowest, 2 * (first + y) - seeds.place(row), radii[row * width + column])
        result[place] = max(result[place], value)
      }
    }
  }

  /// How much of a pixel a seed's disc covers, whose centre is (dx, dy) away, in halves of a pixel.
  private func covered(_ dx: Int, _ dy: Int, _ seed: Int16) -> UInt8 {
    let away = Double(dx * dx + dy * dy).squareRoot() / 2
    let share = 0.5 + Double(distance + Int(seed)) / Double(Self.unit) - away
    return Self.value(share)
  }

  // MARK: - Pieces of lines

  /// Gives each pixel next to a piece of an outline's line, on its outer side, what the grown piece covers.
  private func addPieces(
    _ values: [UInt8], _ seeds: [Int16], _ source: PixelBox, _ result: inout [UInt8], _ target: PixelBox
  ) {
    let width = source.width
    for y in 0..<source.height {
      for x in 0..<width where seeds[y * width + x] != Self.noSeed {
        let place = PixelBox(x: x + source.x, y: y + source.y, width: 1, height: 1)
        let near = PixelBox(
          x: place.x - pieceReach, y: place.y - pieceReach, width: 2 * pieceReach + 1, height: 2 * pieceReach + 1
        ).intersection(target)
        if near.isEmpty { continue }
        let normal = MaskOutline(values, width, x, y, source.height).normal
        if normal == (0, 0) { continue }
        let radius = Double(distance + Int(seeds[y * width + x])) / Double(Self.unit)
        for row in near.y..<near.maxY {
          for column in near.x..<near.maxX {
            let (dx, dy) = (Double(column - place.x), Double(row - place.y))
            let away = dx * normal.x + dy * normal.y
            guard away > 0, abs(dx * normal.y - dy * normal.x) <= Self.halfPiece else { continue }
            let index = (row - target.y) * target.width + column - target.x
            result[index] = max(result[index], Self.value(0.5 + radius - away))
          }
        }
      }
    }
  }

  private static func value(_ share: Double) -> UInt8 { UInt8((min(max(share, 0), 1) * 255).rounded()) }

  // MARK: - Soft masks

  /// Gives each pixel the largest soft value within the distance.
  private func addSoft(_ soft: [UInt8], _ source: PixelBox, _ result: inout [UInt8], _ target: PixelBox) {
    let radius = distance / Self.unit
    // Half of the width of the disc, by the distance of the row.
    let halves = (0...radius).map { row in
      let square = distance * distance / (Self.unit * Self.unit) - row * row
      var half = Int(Double(max(square, 0)).squareRoot())
      while half * half > square, half > 0 { half -= 1 }
      return half
    }
    let (width, count) = (source.width, source.width + 2 * radius + 1)
    let left = target.x - source.x
    for y in 0..<source.height {
      let row = soft[y * width..<(y + 1) * width]
      guard row.contains(where: { $0 > 0 }) else { continue }
      let top = y + source.y
      let (first, end) = (max(target.y, top - radius), min(target.maxY, top + radius + 1))
      // The source has rows for tips, too, which are farther away.
      if first >= end { continue }
      // The largest of 1, 2, 4 … values from each place on, with zeros before and after.
      var levels = [[UInt8](repeating: 0, count: radius) + row + [UInt8](repeating: 0, count: radius + 1)]
      var length = 1
      while 2 * length <= 2 * radius + 1 {
        var next = levels[levels.count - 1]
        let offset = length
        unsafe levels[levels.count - 1].withUnsafeBufferPointer { old in
          for x in 0..<count - offset { next[x] = unsafe max(old[x], old[x + offset]) }
        }
        levels.append(next)
        length *= 2
      }
      for line in first..<end {
        let half = halves[abs(line - top)]
        let window = 2 * half + 1
        let level = Int.bitWidth - 1 - window.leadingZeroBitCount
        let (begin, end) = (left + radius - half, left + radius + half + 1 - (1 << level))
        let start = (line - target.y) * target.width
        unsafe levels[level].withUnsafeBufferPointer { values in
          unsafe result.withUnsafeMutableBufferPointer { result in
            for x in 0..<target.width {
              unsafe result[start + x] = max(result[start + x], max(values[begin + x], values[end + x]))
            }
          }
        }
      }
    }
  }
}

extension SelectionMask {
  /// The values of a box on the canvas, row by row.
  func values(of box: PixelBox) -> [UInt8] {
    var values = [UInt8](repeating: 0, count: box.width * box.height)
    for row in box.y / Tile.edge...(box.maxY - 1) / Tile.edge {
      for column in box.x / Tile.edge...(box.maxX - 1) / Tile.edge {
        let index = TileIndex(x: column, y: row)
        let part = index.box.intersection(box)
        unsafe self[index].withUnsafeRows { words, stride in
          for y in part.y..<part.maxY {
            let (from, to) = ((y - index.box.y) * stride - index.box.x, (y - box.y) * box.width - box.x)
            for x in part.x..<part.maxX { values[to + x] = unsafe UInt8(truncatingIfNeeded: words[from + x] &>> 24) }
          }
        }
      }
    }
    return values
  }

  /// Replaces the values of a box, which begins and ends at edges of tiles or of the canvas.
  mutating func set(_ values: [UInt8], of box: PixelBox) {
    for row in box.y / Tile.edge...(box.maxY - 1) / Tile.edge {
      for column in box.x / Tile.edge...(box.maxX - 1) / Tile.edge {
        let index = TileIndex(x: column, y: row)
        let part = index.box.intersection(box)
        let pixels = unsafe TilePixels { target in
          unsafe target.initialize(repeating: 0, count: Tile.pixelCount)
          for y in part.y..<part.maxY {
            let (from, to) = ((y - box.y) * box.width - box.x, (y - index.box.y) * Tile.edge - index.box.x)
            for x in part.x..<part.maxX { unsafe target[to + x] = UInt32(values[from + x]) &<< 24 }
          }
        }
        set(.pixels(pixels), at: index)
      }
    }
  }
}
