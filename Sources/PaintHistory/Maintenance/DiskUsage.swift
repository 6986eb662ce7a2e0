import PaintPNG

/// The disk usage of a document.
public struct DiskUsage: Sendable, Hashable {
  /// The part of a history that a name leads to.
  public struct Part: Sendable, Hashable {
    /// The number of revisions.
    public var revisions = 0
    /// The bytes that they added to the packs.
    public var bytes = 0
  }

  /// A branch and its part.
  public struct Named: Sendable, Hashable {
    /// The branch's name.
    public var name: String
    /// What only it needs, compared with the line and the branches before it.
    public var part = Part()
  }

  /// The line from the oldest revision through the current one to the tip.
  public var line = Part()
  /// The branches, ordered by name.
  public var branches: [Named] = []
  /// Revisions that no name leads to.
  public var sides = Part()
  /// The number of packs.
  public var packs = 0
  /// The bytes of all packs.
  public var packBytes = 0
  /// The approximate bytes of packs that revisions need.
  public var liveBytes = 0
  /// The approximate bytes that a gc would free, not counting revisions that the limits would drop.
  public var gain = 0
  /// The bytes of kept files.
  public var fileBytes = 0
  /// The bytes of the index and its log.
  public var indexBytes = 0
}

extension Maintenance {
  /// The disk usage of the document.
  func diskUsage() throws(HistoryError) -> DiskUsage {
    var usage = DiskUsage()
    let survey = try survey()
    var isCounted = [Bool](repeating: false, count: survey.revisions.count)
    func count(from number: Int, _ part: inout DiskUsage.Part) {
      survey.forEachAncestor(of: number) { position in
        if isCounted[position] { return false }
        isCounted[position] = true
        part.revisions += 1
        part.bytes += survey.revisions[position].bytes
        return true
      }
    }
    count(from: state.tip, &usage.line)
    count(from: state.current, &usage.line)
    for branch in try history.branches() {
      var named = DiskUsage.Named(name: branch.name)
      count(from: branch.revision, &named.part)
      usage.branches.append(named)
    }
    for (position, revision) in survey.revisions.enumerated() where !isCounted[position] {
      usage.sides.revisions += 1
      usage.sides.bytes += revision.bytes
    }
    let packs = try index.allPacks()
    usage.packs = packs.count { !$0.isEmptied }
    let rewritten = try packsToRewrite(.requested).filter { !$0.isEmptied }
    // Each pack that disappears also saves the bytes around its tiles.
    let left = (rewritten.reduce(0) { $0 + $1.units } + PackBuilder.capacity - 1) / PackBuilder.capacity
    usage.gain = rewritten.reduce(0) { $0 + $1.bytes - $1.live } + 90 * max(0, rewritten.count - left)
    usage.packBytes = state.packBytes
    usage.liveBytes = state.liveBytes
    usage.fileBytes = try history.keptFileBytes()
    usage.indexBytes = try history.diskBytes() - state.packBytes - usage.fileBytes
    return usage
  }
}
