/// Paths that end where they begin.
extension PolylineStroker {
  /// Appends the two contours of a closed path of constant width through discs; no disc may equal the next.
  func strokeClosed(_ discs: [Disc], into builder: inout ContourBuilder) {
    var segments: [Segment] = []
    segments.reserveCapacity(discs.count)
    var corners: [Disc] = []  // where each segment begins
    corners.reserveCapacity(discs.count)
    for i in discs.indices {
      if let segment = Segment(discs[i], discs[i + 1 < discs.count ? i + 1 : 0]) {
        segments.append(segment)
        corners.append(discs[i])
      }
    }
    guard segments.count > 1 else { return }
    builder.reserve(6 * discs.count)
    var previous = segments[segments.count - 1]
    for i in segments.indices {
      appendCorner(at: corners[i], previous, segments[i], forward: true, &builder)
      previous = segments[i]
      builder.settle()
    }
    builder.close()
    for i in segments.indices.reversed() {
      appendCorner(at: corners[i], segments[i], segments[i > 0 ? i - 1 : segments.count - 1], forward: false, &builder)
      builder.settle()
    }
    builder.close()
  }
}

extension FarClipping {
  /// A closed path that leaves the bound, as the open chains that remain inside it.
  ///
  /// Nil if it does not leave it. The chains end at the bound, where neither caps nor missing joins are visible.
  func chains(ofClosed discs: [Disc]) -> [[Disc]]? {
    guard let outside = discs.firstIndex(where: { !Self.contains($0) }) else { return nil }
    return chains(of: Array(discs[outside...]) + discs[...outside])
  }
}
