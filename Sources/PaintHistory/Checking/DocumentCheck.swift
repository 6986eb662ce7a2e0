import SystemPackage

/// Reads a whole document and reports its problems: checks every row of the index, every byte of every pack and the
/// fingerprint of every revision.
///
/// A new index is built from the packs alone and compared with the document's index.
public struct DocumentCheck {
  let path: FilePath
  let options: History.Options
  let progress: (Int, Int) -> Void

  /// Creates a check of the document at `path`.
  ///
  /// - Parameter progress: called with the number of packs read so far and the number of all packs.
  public init(
    of path: FilePath, options: History.Options = History.Options(),
    progress: @escaping (Int, Int) -> Void = { _, _ in }
  ) {
    self.path = path
    self.options = options
    self.progress = progress
  }

  /// Checks the document as of the last commit, without a lock; others may write meanwhile.
  ///
  /// - Throws: `.notFound` if there is no document, `.laterVersion`, `.disk`; `.damaged` if nothing can be read.
  /// - Complexity: O(document) time; memory for a few numbers per revision and for one pack.
  public func run() throws(HistoryError) -> CheckReport {
    try checkIsAny()
    var examination = try Examination(of: path, options: options, progress: progress)
    // A concurrent gc removes packs: only problems that remain while nobody writes are real.
    if try isOutOfDate(examination) { examination = try Examination(of: path, options: options, progress: progress) }
    if try isOutOfDate(examination) { examination = try examinationUnderLock() ?? examination }
    var report = examination.report
    try sortUnneededPacks(of: examination, isLocked: false, in: &report)
    return report
  }

  /// Whether problems were found and another process has written since the index was read.
  private func isOutOfDate(_ examination: Examination) throws(HistoryError) -> Bool {
    guard !examination.report.problems.isEmpty, let serial = examination.state?.serial else { return false }
    do throws(HistoryError) {
      return try History.openForReading(path, options: options).state.serial != serial
    } catch {
      if case .damaged = error { return false }
      throw error
    }
  }

  /// Checks while nobody else can write; nil if this user cannot lock the document.
  private func examinationUnderLock() throws(HistoryError) -> Examination? {
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

  /// Counts the packs that were set aside before, and those that the index does not need, by their kind.
  ///
  /// The latter are only sorted if nobody else is writing. A writer's packs exist before its commit, and it moves the
  /// packs of dead processes away itself. The lock is only taken for a moment before and after: if nobody has it then,
  /// and nothing was committed between, no writer's packs were seen.
  ///
  /// - Parameter isLocked: whether the caller has locked the document.
  func sortUnneededPacks(
    of examination: Examination, isLocked: Bool, in report: inout CheckReport
  ) throws(HistoryError) {
    report.unconfirmed = try UnconfirmedPacks(document: path, disk: options.disk).files().count
    guard !examination.unfinished.isEmpty, let serial = examination.state?.serial else { return }
    report.unsortedPacks = examination.unfinished.count
    if !isLocked, try !isAtRest(at: serial) { return }
    let unknown = try unknownPacks(examination).unconfirmed.count
    let canProve = examination.builder.problems.isEmpty && !examination.isVersion1
    let sorted = canProve ? try sortedByProof(examination.unfinished) : nil
    if !isLocked, try !isAtRest(at: serial) { return }
    report.unsortedPacks = 0
    report.unconfirmed += sorted?.unconfirmed ?? unknown
    report.leftovers = sorted?.leftovers ?? 0
    report.damagedLeftovers = sorted?.damaged ?? 0
  }

  /// Whether nobody is writing, and this is the number of the last commit; false also if this user cannot lock the
  /// document.
  private func isAtRest(at serial: Int) throws(HistoryError) -> Bool {
    do throws(DocumentLockError) {
      try DocumentLock.acquire(path, on: options.disk, wait: .zero).release()
    } catch {
      return false
    }
    return try History.openForReading(path, options: options).state.serial == serial
  }

  /// How many packs are of each kind; nil if the index contradicts the packs, or another process deletes packs.
  private func sortedByProof(_ names: [FilePath.Component]) throws(HistoryError) -> UnneededPacks? {
    do throws(HistoryError) {
      let history = try History(at: path, for: .reading, options: options)
      return try history.sortUnneeded(names.compactMap(PackStore.number))
    } catch {
      guard case .damaged = error else { throw error }
      return nil
    }
  }

  /// The packs that the index does not know; the document must be locked.
  func unknownPacks(_ examination: Examination) throws(HistoryError) -> UnknownPacks {
    try UnknownPacks(examination.unfinished, unknownTo: examination.builder, in: path, on: options.disk)
  }

  /// Throws `.notFound` unless there is an index or a packs folder.
  func checkIsAny() throws(HistoryError) {
    do throws(HistoryError) {
      try History.checkIsDocument(path, on: options.disk)
    } catch {
      guard case .damaged = error else { throw error }
    }
  }
}
