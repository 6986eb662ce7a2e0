import SystemPackage

/// Reads a whole document and tells what is wrong with it: every row of the index, every byte of every pack, every
/// revision's fingerprint.
///
/// An index is built from the packs alone and compared with the one that is there.
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

  /// Checks the document without a lock, as it was at the last commit; others may go on writing.
  ///
  /// - Throws: `.notFound` where there is no document, `.laterVersion`, `.disk`; `.damaged` where nothing can be read.
  /// - Complexity: O(document) time; memory for some numbers a revision and for one pack.
  public func run() throws(HistoryError) -> CheckReport {
    try checkIsAny()
    var examination = try Examination(of: path, options: options, progress: progress)
    // A gc meanwhile takes packs away: only what is wrong with a document at rest is a problem.
    if try isOutOfDate(examination) { examination = try Examination(of: path, options: options, progress: progress) }
    if try isOutOfDate(examination) { examination = try examinationAtRest() ?? examination }
    var report = examination.report
    report.unconfirmed = try unconfirmedPacks(examination)
    return report
  }

  /// Whether problems were found, and somebody has written since the index was looked at.
  private func isOutOfDate(_ examination: Examination) throws(HistoryError) -> Bool {
    guard !examination.report.problems.isEmpty, let serial = examination.state?.serial else { return false }
    do throws(HistoryError) {
      return try History.openForReading(path, options: options).state.serial != serial
    } catch {
      if case .damaged = error { return false }
      throw error
    }
  }

  /// Checks while nobody else can write; nil where the document cannot be locked by this user.
  private func examinationAtRest() throws(HistoryError) -> Examination? {
    let lock: DocumentLock
    do throws(DocumentLockError) {
      lock = try DocumentLock.acquire(path, on: options.disk, wait: options.wait)
    } catch {
      if case .disk = error { return nil }
      throw HistoryError(error)
    }
    defer { lock.release() }
    return try Examination(of: path, options: options, progress: progress)
  }

  /// How many packs have steps that the index does not know: those put aside before, and those behind the last pack.
  ///
  /// The latter count only where nobody else writes. A writer's packs are there before its commit, and it moves the
  /// packs of dead processes out of the way itself.
  private func unconfirmedPacks(_ examination: Examination) throws(HistoryError) -> Int {
    let aside = try UnconfirmedPacks(document: path, disk: options.disk).files().count
    guard !examination.unfinished.isEmpty, let serial = examination.state?.serial,
      let lock = try? DocumentLock.acquire(path, on: options.disk, wait: .zero)
    else { return aside }
    defer { lock.release() }
    guard try History.openForReading(path, options: options).state.serial == serial else { return aside }
    return aside + (try unknownPacks(examination)).unconfirmed.count
  }

  /// The packs that the index does not know; the document must be locked.
  func unknownPacks(_ examination: Examination) throws(HistoryError) -> UnknownPacks {
    try UnknownPacks(examination.unfinished, unknownTo: examination.builder, in: path, on: options.disk)
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
