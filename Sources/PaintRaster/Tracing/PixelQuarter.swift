/// A quarter of an ellipse between pixels: from the top of a vertical axis to the right end of a horizontal one.
///
/// Coordinates are relative to the centre, x to the right and y up, in half pixels: a diameter that spans an odd number
/// of steps between pixels has its centre on a border of pixels. The quarter has one pixel in each column where the
/// ellipse is flat and one in each row where it is steep: the nearest one to the ellipse, of two equally near ones the
/// outer one. Each pixel touches the next, and no two steps, one along a row and one along a column, make a corner.
struct PixelQuarter {
  typealias Place = (x: Int, y: Int)

  /// The axes in steps between pixels, which are half axes in half pixels.
  private let width: Int
  private let height: Int
  /// The pixels in the flat part, and those in the steep part.
  private let columns: Int
  private let rows: Int
  /// The pixel between both parts where they do not touch.
  private let middle: Place?

  /// The quarter of an ellipse that spans so many steps between pixels.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    let (a, b) = (Double(width), Double(height))
    let diagonal = (a * a + b * b).squareRoot()
    guard diagonal > 0 else {
      (columns, rows, middle) = (1, 0, nil)
      return
    }
    // Where the ellipse has the direction of a diagonal.
    var columns = Self.count(upTo: a * (a / diagonal), from: width & 1)
    var rows = Self.count(upTo: b * (b / diagonal), from: height & 1)
    let flat = Self.column(columns - 1, width, height)
    let steep = Self.row(rows - 1, width, height)
    var middle: Place?
    switch (steep.x - flat.x, flat.y - steep.y) {
    case (0, 0): rows -= 1
    case (0, 2):
      // The last step along the top would be followed by one down.
      if columns > 1, Self.column(columns - 2, width, height).y == flat.y { columns -= 1 }
    case (2, 0):
      if rows > 1, Self.row(rows - 2, width, height).x == steep.x { rows -= 1 }
    case (4, 4): middle = (flat.x + 2, flat.y - 2)
    case (4, _):
      let x = flat.x + 2
      middle = (x, min(max(Self.height(at: x, width, height), steep.y), flat.y))
    case (_, 4):
      let y = steep.y + 2
      middle = (min(max(Self.height(at: y, height, width), flat.x), steep.x), y)
    default: break
    }
    (self.columns, self.rows, self.middle) = (columns, rows, middle)
  }

  /// How many pixels it has.
  var count: Int { columns + (middle == nil ? 0 : 1) + rows }

  /// The pixel with that number, counted from the top.
  subscript(number: Int) -> Place {
    if number < columns { return Self.column(number, width, height) }
    let rest = number - columns
    if let middle { return rest == 0 ? middle : Self.row(rows - rest, width, height) }
    return Self.row(rows - 1 - rest, width, height)
  }

  /// The numbers of the pixels that may be between two columns and between two rows.
  func numbers(inColumns xs: ClosedRange<Int>, rows ys: ClosedRange<Int>) -> [Range<Int>] {
    func part(_ range: ClosedRange<Int>, from first: Int, count: Int) -> Range<Int> {
      // A range may begin before the first pixel.
      let low = min(max((range.lowerBound - first) >> 1, 0), count)
      return low..<max(low, min((range.upperBound - first) >> 1 + 1, count))
    }
    let flat = part(xs, from: width & 1, count: columns)
    let steep = part(ys, from: height & 1, count: rows)
    return [flat, columns..<count - rows, count - steep.upperBound..<count - steep.lowerBound]
  }

  /// The rightmost pixel in a row.
  func reach(inRow y: Int) -> Int {
    let row = (y - height & 1) >> 1
    if row < rows, row >= 0 { return Self.row(row, width, height).x }
    if let middle, middle.y == y { return middle.x }
    // The pixels of the flat part go down.
    var (low, high) = (0, columns - 1)
    while low < high {
      let middle = low + (high - low + 1) / 2
      if Self.column(middle, width, height).y >= y { low = middle } else { high = middle - 1 }
    }
    return Self.column(low, width, height).x
  }

  /// How many of first, first + 2, … are not over a limit; at least 1.
  private static func count(upTo limit: Double, from first: Int) -> Int {
    max(Int(((limit - Double(first)) / 2).rounded(.down)) + 1, 1)
  }

  private static func column(_ number: Int, _ width: Int, _ height: Int) -> Place {
    let x = width & 1 + 2 * number
    return (x, number == 0 ? height : self.height(at: x, width, height))
  }

  private static func row(_ number: Int, _ width: Int, _ height: Int) -> Place {
    let y = height & 1 + 2 * number
    return (number == 0 ? width : self.height(at: y, height, width), y)
  }

  /// The nearest pixel to the ellipse over x.
  private static func height(at x: Int, _ width: Int, _ height: Int) -> Int {
    let parity = height & 1
    let (w, h) = (Double(width), Double(height))
    let exact = h * (Double(width - x) * Double(width + x)).squareRoot() / w
    let nearest = 2 * Int(((exact - Double(parity) + 1) / 2).rounded(.down)) + parity
    return min(max(nearest, parity), height)
  }
}
