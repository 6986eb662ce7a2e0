import PaintRaster
import SystemPackage

/// Rebuilds a document's index from its packs if the document has problems.
///
/// Everything that can be read is preserved; the readable content of damaged packs is copied to new packs. A lost tile
/// shows what was there before. A folder `damaged-N` in the document then contains the damaged packs, a copy of the old
/// index, and members of the wrong kind. The old log, SQLite's shared memory and the old lock file are deleted.
public struct DocumentRepair {
  private let check: DocumentCheck
  var path: FilePath { check.path }
  var options: History.Options { check.options }
  var disk: any Disk { check.options.disk }

  /// Creates a repair of the document that `check` checks.
  public init(_ check: DocumentCheck) { self.check = check }

  /// Checks the document, and repairs it if it has problems other than those of kept files, commands and names.
  ///
  /// Two things happen before the check and are not undone if the repair fails. Members of the wrong kind, such as a
  /// symbolic link in place of the index, are moved to `damaged-N`. After a power cut, the newest incomplete steps are
  /// cut off, as before any edit.
  ///
  /// Check and repair hold the document's lock. The old index is valid until the new one replaces it atomically. Before
  /// that, the old log is checkpointed into the old index and removed, and a new lock file replaces the old one. A log
  /// that cannot be checkpointed is copied to `damaged-N` before it is removed.
  ///
  /// - Returns: the problems found.
  /// - Throws: the errors of `DocumentCheck.run`; `.busy` if another process writes, or still reads the old log;
  ///   `.damaged` if no revision can be read.
  public func run() throws(HistoryError) -> CheckReport {
    try check.checkIsAny()
    let wrongKinds = try moveWrongKindsAside()
    var report = try repairContent()
    try removeDamagedSettings(&report)
    guard let wrongKinds else { return report }
    report.problems = wrongKinds.problems + report.problems
    report.isRepaired = true
    if report.keptAside != nil {
      report.remarks.append("files of the wrong kind are kept in \(wrongKinds.folder.string)")
    } else {
      report.keptAside = wrongKinds.folder
    }
    return report
  }

  /// Removes settings that no command uses, once everything else is repaired.
  private func removeDamagedSettings(_ report: inout CheckReport) throws(HistoryError) {
    guard let problem = report.problems.first(where: { $0.code == .settingsDamaged }) else { return }
    do throws(HistoryError) {
      let history = try History(at: path, for: .editing, options: options)
      try history.beginEditing()
      // Another process may have set others since they were read.
      if check.fault(.settings(history.state.settings)) != nil { history.setSettings("") }
      try history.endEditing()
      report.isRepaired = true
      report.remarks.append("the damaged settings of paint set were removed: strokes use the defaults")
    } catch {
      // What was repaired before stays repaired.
      guard report.isRepaired else { throw error }
      report.unrepairable.append(problem)
      report.remarks.append("the damaged settings of paint set could not be removed: \(error.reason)")
    }
  }

  private func repairContent() throws(HistoryError) -> CheckReport {
    guard let cut = try cutLostSteps() else { return try repairRest() }
    var report = try repairRest()
    report.problems.insert(cut.problem, at: 0)
    report.isRepaired = true
    if let former = cut.formerIndex {
      report.remarks.append("the index with the steps that were cut off is kept in \(former.string)")
    }
    return report
  }

  private func repairRest() throws(HistoryError) -> CheckReport {
    let lock = try DocumentLock.acquire(path, options: options)
    defer { lock.release() }
    let examination = try Examination(of: path, options: options, progress: check.progress)
    var report = examination.report
    try check.checkTexts(of: examination, in: &report)
    // Kept files cannot be rebuilt, and the index does not contain them.
    guard !examination.builder.problems.isEmpty else {
      let foreign = try check.sortUnneededPacks(of: examination, isLocked: true, in: &report)
      try setAside(foreign, &report)
      return report
    }
    try repair(examination, lock: lock, &report)
    do throws(HistoryError) {
      report.unconfirmed = try UnconfirmedPacks(document: path, disk: disk).files().count
    } catch {
      report.remarks.append("the unconfirmed packs could not be counted: \(error.reason)")
    }
    return report
  }

  /// Moves packs that the index and the other packs do not need, and that a gc may not delete, to `unconfirmed`.
  private func setAside(_ numbers: [Int], _ report: inout CheckReport) throws(HistoryError) {
    guard !numbers.isEmpty else { return }
    let unconfirmed = UnconfirmedPacks(document: path, disk: disk)
    let packs = PackStore(folder: path.appending("packs"), disk: disk)
    for number in numbers { try unconfirmed.add(packs.path(of: number)) }
    try unconfirmed.sync()
    report.unconfirmed += numbers.count
    report.isRepaired = true
  }

  /// After a power cut, or in a copy that was taken while a command wrote, the newest steps may be in the index only:
  /// recovers as before any edit.
  ///
  /// - Returns: what was cut off, and the folder of a copy of the index if it has the names and commands of steps that
  ///   were synced; nil if nothing was cut off.
  private func cutLostSteps() throws(HistoryError) -> (problem: CheckProblem, formerIndex: FilePath?)? {
    var formerIndex: FilePath?
    do throws(HistoryError) {
      let history = try History(at: path, for: .editing, options: options)
      let copy = try check.unfinishedCopy()
      guard history.mayHaveLostSteps || copy?.firstLost != nil else { return nil }
      history.recovery.distrustedFrom = copy?.firstLost
      if let first = copy?.firstLost, first <= history.state.syncedRevision {
        formerIndex = try HistoryError.catching(keepIndex)
      }
      try history.beginEditing()
      try history.endEditing()
      if let lost = history.lostSteps {
        let problem = copy?.problem ?? CheckProblem(code: .copiedInUse, message: lost.message, revision: lost.whole)
        return (problem, formerIndex)
      }
    } catch {
      // Damage is what the repair handles.
      guard case .damaged = error else { throw error }
    }
    // Nothing was cut off: the rest of the repair keeps what it replaces.
    if let formerIndex { try? disk.removeTree(formerIndex) }
    return nil
  }

  /// Copies the index and its log to a new folder in the document, whose lock must be held.
  private func keepIndex() throws(DiskError) -> FilePath {
    let folder = try newFolder()
    do throws(DiskError) { try copyIndex(to: folder) } catch {
      try? disk.removeTree(folder)
      throw error
    }
    return folder
  }

  private func copyIndex(to folder: FilePath) throws(DiskError) {
    for name in ["index.sqlite", "index.sqlite-wal"] where try disk.status(of: path.appending(name)) != nil {
      try disk.copy(path.appending(name), to: folder.appending(name))
    }
  }

  private func repair(
    _ examination: Examination, lock: DocumentLock, _ report: inout CheckReport
  ) throws(HistoryError) {
    let aside = try HistoryError.catching(newFolder())
    let packs = PackStore(folder: path.appending("packs"), disk: disk)
    let next = max(examination.highestPack + 1, examination.state?.nextPack ?? 1)
    var writer = PackWriter(store: packs, nextPack: next, durably: false)
    let damaged = examination.damagedPacks.map { FilePath.Component(PackStore.fileName(of: $0)) }.compactMap(\.self)
    let unknown: UnknownPacks
    let newLock: OpenFile
    do throws(HistoryError) {
      try writeRecords(examination, packs: packs, writer: &writer)
      unknown = try check.unknownPacks(examination)
      try finish(
        examination, nextPack: writer.pack, written: writer.takeUncounted(), unknown: unknown, report: &report)
      try verify(examination, without: damaged + examination.unfinished)
      newLock = try installIndex(of: examination, in: aside, lock: lock)
    } catch {
      writer.discard(nextPack: next)
      // If the log was already removed, its copy is the only one. Without an answer it is kept.
      let log = "index.sqlite-wal"
      let isThere = (try? disk.hasNothing(at: path.appending(log))) == false
      let hasNoCopy = (try? disk.hasNothing(at: aside.appending(log))) == true
      if isThere || hasNoCopy { try? disk.removeTree(aside) }
      throw error
    }
    // A child process forked meanwhile has the file open too.
    defer { disk.unlock(newLock) }
    writer.didCommit()
    report.isRepaired = true
    do throws(HistoryError) {
      try moveAside(damaged, examination, unknown, to: aside, &report)
      try HistoryError.catching(disk.syncDocument(path, lock: newLock))
    } catch {
      // The new index is already in place, so a failure from here on is not a failure of the repair.
      UnsyncedMark(document: path, disk: disk).leave()
      report.remarks.append("damaged parts could not be set aside: \(error.reason)")
    }
  }

  /// Moves the files that the new index does not use.
  private func moveAside(
    _ damaged: [FilePath.Component], _ examination: Examination, _ unknown: UnknownPacks, to aside: FilePath,
    _ report: inout CheckReport
  ) throws(HistoryError) {
    let unconfirmed = UnconfirmedPacks(document: path, disk: disk)
    for name in unknown.unconfirmed { try unconfirmed.add(path.appending("packs").appending(name)) }
    let moved = damaged + examination.unexpectedFiles + unknown.others
    do throws(DiskError) {
      try disk.syncDirectory(path)
      if !moved.isEmpty { try disk.createDirectory(aside.appending("packs")) }
      for name in moved {
        try disk.move(path.appending("packs").appending(name), toFree: aside.appending("packs").appending(name))
      }
      if try disk.names(in: aside).isEmpty {
        try disk.removeDirectory(aside)
      } else {
        report.keptAside = aside
      }
    } catch {
      throw .disk(error)
    }
  }

  /// Throws unless the new index and the remaining packs are a document without problems.
  private func verify(_ examination: Examination, without moved: [FilePath.Component]) throws(HistoryError) {
    let result = try Examination(
      of: path, indexIn: examination.scratch.path, without: Set(moved.compactMap(PackStore.number)), options: options,
      progress: check.progress)
    guard let problem = result.builder.problems.first(where: { $0.code != .unexpectedFile }) else { return }
    throw .damaged("it cannot be repaired, and the index was not replaced: \(problem.message)")
  }

  /// Creates a new folder in the document for files that are set aside.
  func newFolder() throws(DiskError) -> FilePath {
    var number = 1
    while try disk.status(of: path.appending("damaged-\(number)"), followingLinks: false) != nil { number += 1 }
    let folder = path.appending("damaged-\(number)")
    try disk.createDirectory(folder)
    return folder
  }

  /// Writes content that only damaged packs contain, and records that the packs lack, to new packs.
  private func writeRecords(
    _ examination: Examination, packs: PackStore, writer: inout PackWriter
  ) throws(HistoryError) {
    let builder = examination.builder
    let index = builder.index
    let identity = builder.identity ?? ""
    let damaged = Set(examination.damagedPacks)
    for number in builder.revisions.keys.sorted() where builder.needsNewRecord(number) {
      guard var revision = try index.revision(number) else { continue }
      // Of what is damaged, or written anew, each revision gets its own copy.
      let isSeparated = revision.sameAs != nil
      revision.sameAs = nil
      let summary = try builder.summaryOfSelection(number, packs: packs)
      writer.begin(revision, document: identity)
      let keys = try index.tilesWritten(by: number)
      try writeTiles(
        keys, of: number, in: index, movingFrom: isSeparated ? nil : damaged, summary: summary, packs: packs,
        writer: &writer)
      let pack = writer.end(as: revision, color: number == 0 ? builder.color : [])
      typealias Column = IndexPart.Column.Revision
      try index.update(.revision, number, [(Column.pack, pack), (Column.same, nil)])
    }
    for number in builder.stubsToWrite.sorted() {
      guard let root = builder.revisions[builder.root] else { break }
      let stub = Revision(stub: number, size: root.size, background: root.background)
      let summary = try builder.summaryOfSelection(number, packs: packs)
      writer.begin(stub, document: identity, isPruned: true)
      let keys = try index.tilesListed(of: number)
      try writeTiles(
        keys, of: number, in: index, movingFrom: damaged, summary: summary, packs: packs, writer: &writer)
      _ = writer.end(as: stub, color: number == 0 ? builder.color : [])
    }
    for note in try index.notes(after: 0) where builder.notesToWrite.contains(note.number) {
      let pack = writer.append(note: note.text)
      try index.move(note: note.number, to: pack)
    }
    try writer.flush()
  }

  /// Writes the tiles of the open record that only damaged packs contain, and its one-colour tiles.
  ///
  /// - Parameters:
  ///   - damaged: the damaged packs; nil if all tiles are written.
  ///   - summary: a new summary of its selection; nil if the selection is whole, or there is none.
  private func writeTiles(
    _ keys: [UInt32], of number: Int, in index: Index, movingFrom damaged: Set<Int>?, summary: Tile?, packs: PackStore,
    writer: inout PackWriter
  ) throws(HistoryError) {
    func place(_ pixels: TilePixels, at key: UInt32) throws(HistoryError) {
      let location = try writer.append(pixels, of: key)
      try index.removeVersion(of: key, writtenBy: number)
      try index.insert(TileVersion(revision: number, location: .slot(location)), of: key)
    }
    for key in keys {
      if key == SelectionState.key, case .pixels(let pixels)? = summary {
        try place(pixels, at: key)
        continue
      }
      switch try index.version(of: key, writtenBy: number)?.location {
      case .color(let color)?: writer.append(color, of: key)
      case .slot(let old)? where damaged?.contains(old.pack) ?? true: try place(try packs.read(old), at: key)
      default: break
      }
    }
  }

  /// Writes the document row of the new index and closes it.
  private func finish(
    _ examination: Examination, nextPack: Int, written: [WrittenPack], unknown: UnknownPacks,
    report: inout CheckReport
  ) throws(HistoryError) {
    let builder = examination.builder
    let old = examination.state
    let newest = builder.revisions.keys.max() ?? 0
    var (current, tip) = (newest, newest)
    if let old, builder.revisions[old.current] != nil {
      current = old.current
      tip = TreeOrder(builder.revisions).isAncestor(current, of: old.tip) ? old.tip : current
    } else {
      report.remarks.append("the current revision was lost: it is now r\(newest), the newest one")
    }
    if old == nil { report.remarks.append("the settings of paint set were lost: strokes use the defaults") }
    let revision = max(builder.highestRevision + 1, unknown.highestRevision + 1, old?.nextRevision ?? 1)
    let note = max(builder.highestNote + 1, unknown.highestNote + 1, old?.nextNote ?? 1)
    var state = DocumentState(
      serial: (old?.serial ?? 0) + 1, current: current, tip: tip, nextRevision: revision,
      revisions: builder.revisions.count, nextPack: nextPack, syncedRevision: revision - 1, nextNote: note,
      syncedNote: note - 1, root: builder.root, rootNote: builder.rootNote, limits: builder.limits, liveBytes: 0,
      mergedPack: nextPack - 1, sidesSeen: old?.sidesSeen ?? 0, packBytes: 0, identity: builder.identity ?? "",
      settings: old?.settings ?? "", color: builder.color)
    try builder.writeAccounts(with: written, in: &state)
    try builder.index.insert(state)
    try builder.index.database.execute("COMMIT")
    try builder.index.database.execute("PRAGMA journal_mode = WAL")
    builder.index.database.close()
  }

  /// Replaces the old index by the new one; returns the new lock file, which is locked.
  private func installIndex(
    of examination: Examination, in aside: FilePath, lock: DocumentLock
  ) throws(HistoryError) -> OpenFile {
    let index = path.appending("index.sqlite")
    let mark = UnsyncedMark(document: path, disk: disk)
    // Before anything relies on it, especially the log.
    try HistoryError.catching { () throws(DiskError) in
      if try mark.isLeft() { try mark.rewriteInPlace(packsFrom: 0, lock: lock.file) }
    }
    try shortenOldLog(examination)
    return try HistoryError.catching { () throws(DiskError) in
      let made = aside.appending("index.new")
      try disk.copy(examination.scratch.path.appending("index.sqlite"), to: made)
      try copyIndex(to: aside)
      let newLock = try disk.open(aside.appending("lock"), .lock)
      _ = try disk.lock(newLock, wait: .zero)
      // This includes the new packs.
      do throws(DiskError) { try disk.syncDocument(path, lock: lock.file) } catch {
        mark.leave()
        throw error
      }
      // A script that released the lock for a while has the old index open. It notices the new lock file.
      try disk.rename(aside.appending("lock"), to: path.appending("lock"), .replace)
      // SQLite would apply the old log to the new index.
      for name in ["index.sqlite-wal", "index.sqlite-shm"] where try disk.status(of: path.appending(name)) != nil {
        try disk.remove(path.appending(name))
      }
      try disk.rename(made, to: index, .replace)
      return newLock
    }
  }

  /// Checkpoints the old index's log, so that the old index is complete without it until the new one replaces it.
  private func shortenOldLog(_ examination: Examination) throws(HistoryError) {
    guard examination.state != nil else { return }
    do throws(HistoryError) {
      let database = try Database.open(path.appending("index.sqlite"), mode: .editing, files: disk.sqliteFiles)
      defer { database.close() }
      database.skipCheckpointOnClose()
      do throws(HistoryError) {
        // A connection does not know that there is a log until it has read something, and would checkpoint nothing.
        try database.execute("SELECT 1 FROM document")
        try database.shortenLog()
      } catch {
        // The old index and its log stay: the next writer must not rely on what the sync may have dropped.
        if database.failure?.isSyncFailure ?? false { UnsyncedMark(document: path, disk: disk).leave() }
        throw error
      }
    } catch {
      // This may fail for a damaged index; it is set aside with its log.
      guard case .damaged = error else { throw error }
    }
  }
}
