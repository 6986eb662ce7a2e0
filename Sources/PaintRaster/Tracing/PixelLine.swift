/// The pixels of a straight line between two pixels: one in each column, or in each row if the line is steep (Bresenham).
///
/// Each pixel is the nearest to the line in its column or row. Of two equally near ones it is the one on the side of the
/// upper end. So the line has the same pixels in both directions, and a mirrored line has the mirrored pixels.
struct PixelLine {
  private let start: PixelPosition
  private let isSteep: Bool
  /// The distance in the direction of the steps, at least as long as the other one.
  private let length: Int
  /// The distance in the other direction.
  private let rise: Int
  private let step: Int
  private let side: Int
  /// 1 if the line starts at its upper end, where ties stay on the side of the start.
  private let bias: Int

  init(from start: PixelPosition, to end: PixelPosition) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    self.start = start
    isSteep = abs(dy) > abs(dx)
    (length, rise) = isSteep ? (abs(dy), abs(dx)) : (abs(dx), abs(dy))
    step = (isSteep ? dy : dx).signum()
    side = (isSteep ? dx : dy).signum()
    bias = dy > 0 ? 1 : 0
  }

  /// How many pixels it has.
  var count: Int { length + 1 }

  /// The pixel with that number, counted from the start.
  subscript(number: Int) -> PixelPosition { position(number, offset: offset(number)) }

  @inline(__always)
  private func position(_ number: Int, offset: Int) -> PixelPosition {
    let (along, across) = (step &* number, side &* offset)
    return isSteep
      ? PixelPosition(x: start.x &+ across, y: start.y &+ along)
      : PixelPosition(x: start.x &+ along, y: start.y &+ across)
  }

  /// The quotient is the distance from the start in the direction of the rise.
  private func division(_ number: Int) -> (quotient: Int, remainder: Int) {
    guard length > 0 else { return (0, 0) }
    if length <= 1 << 30 {
      return (2 &* number &* rise &+ length &- bias).quotientAndRemainder(dividingBy: 2 &* length)
    }
    // Products of distances need more than 64 bits where points are very far away.
    let (quotient, remainder) = (2 * Int128(number) * Int128(rise) + Int128(length - bias))
      .quotientAndRemainder(dividingBy: 2 * Int128(length))
    return (Int(quotient), Int(remainder))
  }

  private func offset(_ number: Int) -> Int { division(number).quotient }

  /// The numbers of the pixels inside a box.
  func numbers(in box: PixelBox) -> Range<Int> {
    let (first, last) = (self[0], self[length])
    if box.contains(x: first.x, y: first.y), box.contains(x: last.x, y: last.y) { return 0..<count }
    let (columns, rows) = (box.x..<box.maxX, box.y..<box.maxY)
    let (along, across) = isSteep ? (rows, columns) : (columns, rows)
    let begin = isSteep ? (start.y, start.x) : (start.x, start.y)
    let steps = Self.distances(from: begin.0, step, to: along, most: length)
    let offsets = Self.distances(from: begin.1, side, to: across, most: rise)
    guard !steps.isEmpty, !offsets.isEmpty else { return 0..<0 }
    let low = firstNumber(of: steps) { $0 >= offsets.lowerBound }
    let high = firstNumber(of: steps) { $0 >= offsets.upperBound }
    return low..<Swift.max(low, high)
  }

  /// The distances at which a line from `start` that moves by `step` is in a range; `most` is the farthest.
  private static func distances(from start: Int, _ step: Int, to range: Range<Int>, most: Int) -> Range<Int> {
    if step == 0 { return range.contains(start) ? 0..<most + 1 : 0..<0 }
    let (low, high) =
      step > 0
      ? (range.lowerBound - start, range.upperBound - start)
      : (start - range.upperBound + 1, start - range.lowerBound + 1)
    let first = Swift.max(low, 0)
    return first..<Swift.max(first, Swift.min(high, most + 1))
  }

  /// The first number of a range whose offset fulfils a condition that all later ones fulfil too; else the range's end.
  private func firstNumber(of range: Range<Int>, where condition: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(offset(middle)) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Calls `body` with the pixels of some numbers, in order.
  @inline(__always)
  func forEach(_ numbers: Range<Int>, _ body: (Int, PixelPosition) -> Void) {
    guard !numbers.isEmpty else { return }
    var (offset, rest) = division(numbers.lowerBound)
    var number = numbers.lowerBound
    while number < numbers.upperBound {
      body(number, position(number, offset: offset))
      number &+= 1
      rest &+= 2 &* rise
      if rest >= 2 &* length {
        rest &-= 2 &* length
        offset &+= 1
      }
    }
  }
}
