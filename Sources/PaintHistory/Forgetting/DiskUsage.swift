import PaintPNG

/// What takes the space of a document.
public struct DiskUsage: Sendable, Hashable {
  /// The part of a history that a name leads to.
  public struct Part: Sendable, Hashable {
    /// How many revisions it has.
    public var revisions = 0
    /// Bytes that they added to the packs.
    public var bytes = 0
  }

  /// A branch and its part.
  public struct Named: Sendable, Hashable {
    /// The branch's name.
    public var name: String
    /// What it needs that neither the line nor an earlier name does.
    public var part = Part()
  }

  /// The line from the oldest revision over the current one to where redo ends.
  public var line = Part()
  /// The branches, ordered by name.
  public var branches: [Named] = []
  /// What no name leads to.
  public var sides = Part()
  /// How many packs there are.
  public var packs = 0
  /// Bytes of their files.
  public var packBytes = 0
  /// Bytes of them that some kept revision needs, about.
  public var liveBytes = 0
  /// Bytes that a gc would free, about; what the limits do not allow any more is not counted.
  public var gain = 0
  /// Bytes of kept files.
  public var fileBytes = 0
  /// Bytes of the index and its log.
  public var indexBytes = 0
}

extension History {
  /// What takes the space.
  ///
  /// - Throws: `.disk` where the size of a file cannot be had; `.index` where the index cannot be read, `.damaged`
  ///   where it is damaged.
  /// - Complexity: O(revisions + packs).
  public func diskUsage() throws(HistoryError) -> DiskUsage {
    var usage = DiskUsage()
    let survey = try survey()
    var isCounted = [Bool](repeating: false, count: survey.revisions.count)
    func count(from number: Int, _ part: inout DiskUsage.Part) {
      survey.climb(from: number) { place in
        if isCounted[place] { return false }
        isCounted[place] = true
        part.revisions += 1
        part.bytes += survey.revisions[place].bytes
        return true
      }
    }
    count(from: state.tip, &usage.line)
    count(from: state.current, &usage.line)
    for branch in try branches() {
      var named = DiskUsage.Named(name: branch.name)
      count(from: branch.revision, &named.part)
      usage.branches.append(named)
    }
    for (place, revision) in survey.revisions.enumerated() where !isCounted[place] {
      usage.sides.revisions += 1
      usage.sides.bytes += revision.bytes
    }
    let packs = try HistoryError.catching { () throws(DatabaseError) in try index.allPacks() }
    usage.packs = packs.count { !$0.isEmptied }
    let rewritten = try packsToRewrite(.asked).filter { !$0.isEmptied }
    // Each pack that is none any more saves the frame of a picture.
    let left = (rewritten.reduce(0) { $0 + $1.units } + PackBuilder.capacity - 1) / PackBuilder.capacity
    usage.gain = rewritten.reduce(0) { $0 + $1.bytes - $1.live } + 90 * max(0, rewritten.count - left)
    usage.packBytes = state.packBytes
    usage.liveBytes = state.liveBytes
    usage.fileBytes = try HistoryError.catching { () throws(DiskError) in try keptFiles.bytes() }
    usage.indexBytes = try diskBytes() - state.packBytes - usage.fileBytes
    return usage
  }
}
