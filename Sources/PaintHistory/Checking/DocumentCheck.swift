import SystemPackage

/// Reads a whole document and reports its problems: checks every row of the index, every byte of every pack and the
/// fingerprint of every revision.
///
/// A new index is built from the packs alone and compared with the document's index.
public struct DocumentCheck {
  let path: FilePath
  let options: History.Options
  let progress: (Int, Int) -> Void
  let fault: (RecordedText) -> String?
  /// The number of revisions with damaged commands that are reported, and of groups and branches with damaged names; of
  /// more only the count is.
  private static let limit = 100

  /// Creates a check of the document at `path`.
  ///
  /// - Parameters:
  ///   - fault: what is wrong with a text of the document, in one sentence without a full stop; nil if nothing is. A
  ///     history records the texts and does not know their words.
  ///   - progress: called with the number of packs read so far and the number of all packs.
  public init(
    of path: FilePath, options: History.Options = History.Options(),
    fault: @escaping (RecordedText) -> String? = { _ in nil },
    progress: @escaping (Int, Int) -> Void = { _, _ in }
  ) {
    self.path = path
    self.options = options
    self.fault = fault
    self.progress = progress
  }

  /// Checks the document as of the last commit, without a lock; others may write meanwhile.
  ///
  /// - Throws: `.notFound` if there is no document, `.otherVersion`, `.disk`; `.damaged` if nothing can be read.
  /// - Complexity: O(document) time; memory for a few numbers per revision and for one pack.
  public func run() throws(HistoryError) -> CheckReport {
    try checkIsAny()
    var examination = try Examination(of: path, options: options, progress: progress)
    // A concurrent gc removes packs: only problems that remain while nobody writes are real.
    if try isOutOfDate(examination) { examination = try Examination(of: path, options: options, progress: progress) }
    if try isOutOfDate(examination) { examination = try examinationUnderLock() ?? examination }
    var report = examination.report
    try checkTexts(of: examination, in: &report)
    try sortUnneededPacks(of: examination, isLocked: false, in: &report)
    return report
  }

  /// Adds a problem for each command and name that is wrong, which a repair cannot fix, and for wrong settings.
  func checkTexts(of examination: Examination, in report: inout CheckReport) throws(HistoryError) {
    var problems: [CheckProblem] = []
    var count = 0
    try examination.builder.index.forEachRevision(after: -1) { revision in
      guard let revision, let message = fault(.revision(revision)) else { return true }
      count += 1
      if count <= Self.limit {
        problems.append(CheckProblem(code: .commandDamaged, message: message, revision: revision.number))
      }
      return true
    }
    problems.reverse()
    if count > Self.limit {
      problems.append(
        CheckProblem(code: .commandDamaged, message: "\(count - Self.limit) older revisions have damaged commands too"))
    }
    let index = examination.builder.index
    let names = try index.groups().map(RecordedText.group) + index.branches().map(RecordedText.branch)
    let messages = names.compactMap(fault)
    problems += messages.prefix(Self.limit).map { CheckProblem(code: .nameDamaged, message: $0) }
    if messages.count > Self.limit {
      problems.append(
        CheckProblem(code: .nameDamaged, message: "\(messages.count - Self.limit) more names are damaged too"))
    }
    report.unrepairable += problems
    report.problems += problems
    if let message = examination.state.flatMap({ fault(.settings($0.settings)) }) {
      report.problems.append(CheckProblem(code: .settingsDamaged, message: message))
    }
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
      if case .disk(let error) = error, error.isForbidden {
        return nil
      }
      throw HistoryError(error)
    }
    defer { lock.release() }
    return try Examination(of: path, options: options, progress: progress)
  }

  /// Counts the packs that were set aside before, and those that the index does not need, by their kind.
  ///
  /// The latter are only sorted if nobody else is writing. A writer's packs exist before its commit, and it moves the
  /// packs of dead processes away itself. The lock is only taken for a moment before and after: only packs that were
  /// seen before are sorted, and the result counts if nobody has the lock then, and nothing was committed between.
  ///
  /// - Parameter isLocked: whether the caller has locked the document.
  /// - Returns: the packs that a repair sets aside; the report has a problem for each.
  @discardableResult
  func sortUnneededPacks(
    of examination: Examination, isLocked: Bool, in report: inout CheckReport
  ) throws(HistoryError) -> [Int] {
    report.unconfirmed = try UnconfirmedPacks(document: path, disk: options.disk).files().count
    guard !examination.unfinished.isEmpty, let state = examination.state else { return [] }
    report.unsortedPacks = examination.unfinished.count
    if !isLocked, try !isAtRest(at: state) { return [] }
    let sorted: UnneededPacks
    do throws(HistoryError) {
      sorted = try sortedUnneededPacks(of: examination)
    } catch {
      // A writer that rolls back deletes its packs, and a gc others.
      if !isLocked, case .disk(let error) = error, error.errno == .noSuchFileOrDirectory { return [] }
      throw error
    }
    if !isLocked, try !isAtRest(at: state) { return [] }
    report.unsortedPacks = 0
    report.unconfirmed += sorted.unconfirmed
    report.leftovers = sorted.leftovers
    report.damagedLeftovers = sorted.damaged
    report.problems += sorted.foreign.map { .foreign(pack: $0.pack, $0.why) }
    return sorted.foreign.map(\.pack)
  }

  /// Whether nobody is writing, and this is the state of the last commit; false also if this user cannot lock the
  /// document.
  func isAtRest(at state: DocumentState) throws(HistoryError) -> Bool {
    do throws(DocumentLockError) {
      try DocumentLock.acquire(path, on: options.disk, wait: .zero).release()
    } catch {
      return false
    }
    let now = try History.openForReading(path, options: options).state
    return now.serial == state.serial && now.identity == state.identity
  }

  /// How many packs are of each kind: by the proofs of a gc, or by their records if the index contradicts the packs.
  private func sortedUnneededPacks(of examination: Examination) throws(HistoryError) -> UnneededPacks {
    if examination.builder.problems.isEmpty {
      do throws(HistoryError) {
        let history = try History(at: path, for: .reading, options: options)
        return try history.sortUnneeded(examination.unfinished.compactMap(PackStore.number))
      } catch {
        guard case .damaged = error else { throw error }
      }
    }
    return UnneededPacks(unconfirmed: try unknownPacks(examination).unconfirmed.count)
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
