/// What a gc did.
public struct Collected: Sendable {
  /// Revisions that the limits do not allow any more.
  public var revisions = 0
  /// Packs before and after it.
  public var packsBefore: Int
  /// Packs after it.
  public var packs: Int
  /// Bytes of files that are free now, orphans' among them.
  public var bytes = 0
  /// Files that nothing mentioned.
  public var orphans = 0
  /// Why the rest is left to the next gc; nil where all is done.
  public var unfinished: HistoryError?
  /// Packs that were left as they are because they could not be read.
  public var damaged: [Int] = []
}
