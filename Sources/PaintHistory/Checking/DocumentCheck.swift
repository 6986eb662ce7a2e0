import SystemPackage

/// Reads a whole document and tells what is wrong with it: every row of the index, every byte of every pack, every
/// revision's fingerprint.
///
/// An index is built from the packs alone and held against the one that is there.
public struct DocumentCheck {
  let path: FilePath
  let options: History.Options
  let progress: (Int, Int) -> Void

  /// A check of the document at `path`.
  ///
  /// - Parameter progress: called with the packs read so far and the number of all.
  public init(
    of path: FilePath, options: History.Options = History.Options(),
    progress: @escaping (Int, Int) -> Void = { _, _ in }
  ) {
    self.path = path
    self.options = options
    self.progress = progress
  }

  /// Checks without a lock, as of the last commit; others may go on writing.
  ///
  /// - Throws: `.notFound` where there is no document, `.laterVersion`, `.disk`; `.damaged` where nothing can be read.
  /// - Complexity: O(document) time; memory for some numbers a revision and for one pack.
  public func run() throws(HistoryError) -> CheckReport {
    try checkIsAny()
    var report = CheckReport()
    for _ in 0..<3 {
      let examination = try Examination(of: path, options: options, progress: progress)
      report = examination.report
      // A compaction meanwhile takes packs away: only what is wrong with a document at rest is a problem.
      guard !report.problems.isEmpty, let serial = examination.state?.serial,
        let now = try? History.openForReading(path, options: options).state.serial, now != serial
      else { break }
    }
    return report
  }

  /// Throws `.notFound` unless there is an index or a folder of packs.
  func checkIsAny() throws(HistoryError) {
    do throws(HistoryError) {
      try History.checkIsDocument(path, on: options.disk)
    } catch {
      guard case .damaged = error else { throw error }
    }
  }
}
