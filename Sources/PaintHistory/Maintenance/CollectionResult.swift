/// The result of a gc.
public struct CollectionResult: Sendable {
  /// Revisions that were dropped because of the limits.
  public var revisions = 0
  /// The number of packs before the gc.
  public var packsBefore: Int
  /// The number of packs after the gc.
  public var packs: Int
  /// Bytes that were freed, including those of orphans.
  public var bytes = 0
  /// Removed files that nothing refers to.
  public var orphans = 0
  /// Why the rest is left to the next gc; nil if everything was done.
  public var unfinished: HistoryError?
  /// Packs that were not changed because they could not be read.
  public var damaged: [Int] = []
  /// The number of packs that nothing needs, but whose files could not be deleted; the next gc tries again.
  ///
  /// They are not counted as packs, and their bytes are not counted as freed.
  public var undeleted = 0
}
