/// Finds the nearest of some colours.
struct NearestColors {
  /// Sorted by lightness.
  private var colors: [(lanes: SIMD4<Float>, index: Int)]

  /// Colours of which there is at least one.
  init(_ colors: [OklabColor]) {
    precondition(!colors.isEmpty, "one of no colours is not near")
    self.colors = colors.enumerated().map { ($1.lanes, $0) }
    self.colors.sort { ($0.lanes.x, $0.index) < ($1.lanes.x, $1.index) }
  }

  /// The index of the nearest colour; of several one of them, always the same.
  ///
  /// - Complexity: O(log colours), and those whose lightness alone is nearer than the nearest.
  func index(to color: OklabColor) -> Int {
    let wanted = color.lanes
    var above = 0
    var end = colors.count
    while above < end {
      let middle = (above + end) / 2
      if colors[middle].lanes.x < wanted.x { above = middle + 1 } else { end = middle }
    }
    var below = above - 1
    var best = 0
    var least = Float.infinity
    func consider(_ place: Int) -> Bool {
      let difference = colors[place].lanes - wanted
      let squares = difference * difference
      guard squares.x < least else { return false }
      let distance = squares.sum()
      if distance < least { (best, least) = (colors[place].index, distance) }
      return true
    }
    var (goesUp, goesDown) = (above < colors.count, below >= 0)
    while goesUp || goesDown {
      if goesUp {
        goesUp = consider(above)
        above += 1
        goesUp = goesUp && above < colors.count
      }
      if goesDown {
        goesDown = consider(below)
        below -= 1
        goesDown = goesDown && below >= 0
      }
    }
    return best
  }
}
