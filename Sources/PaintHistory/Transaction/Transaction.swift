import PaintRaster

/// The document as this process sees it: the last commit, and what was changed since then.
///
/// It owns the writer, which may work on a background thread: packs and index can only be reached through `writer` and
/// `index`, which wait until all jobs are done.
final class Transaction {
  /// The document's state, such as the current revision and the tip.
  var state: DocumentState
  /// The state at the last commit, which is restored after a failure.
  private(set) var committed: DocumentState
  /// The revision that the canvas shows.
  var current: Revision
  /// The version of each tile that the canvas shows.
  var shown = ShownVersions()
  /// Whether it is open: between `begin` and the next commit or rollback.
  var isOpen = false
  /// The revision whose tiles are being added.
  var openRevision: OpenRevision?
  /// The open group.
  var openGroup: OpenGroup?
  /// What open rehearsals restore when they end, the innermost last.
  var rehearsals: [Rehearsal] = []
  /// A connection that sees the last commit, for looking up tiles while the thread uses the other one; never a copy.
  private(set) var reader: Index?

  /// Opens the index of a reader again, if it is a private copy; nil if it is read in place.
  private var reopen: (() throws(HistoryError) -> History.Opened)?
  /// The folder of that copy; nil if it is in memory.
  private var copyFolder: ScratchFolder?

  /// The writer, which the thread may be using; everything except passing jobs on goes through `writer`.
  private let worker: RevisionWriter
  /// Does the writer's jobs in the background; nil if they are done immediately.
  private var queue: BackgroundQueue<[RevisionWriter.Job]>?
  /// Jobs that were not passed on yet.
  private var outbox: [RevisionWriter.Job] = []
  /// Whether all jobs are done and their results were taken.
  private var isIdle = true
  /// The error of a job.
  private var failure: HistoryError?

  init(state: DocumentState, current: Revision, writer: RevisionWriter) {
    self.state = state
    committed = state
    self.current = current
    worker = writer
  }

  deinit { queue?.end() }

  // MARK: The writer

  /// The writer, after all jobs were done.
  var writer: RevisionWriter {
    if !isIdle { finishJobs() }
    return worker
  }

  /// The writer, after all jobs were done.
  ///
  /// - Throws: the error of a job.
  func finishedWriter() throws(HistoryError) -> RevisionWriter {
    let writer = writer
    try throwFailure()
    return writer
  }

  /// Whether SQLite is known to have rolled the transaction back.
  ///
  /// No job is done for this, and the thread is not waited for: jobs are done many at a time, and fail without a
  /// transaction (`RevisionWriter.perform`).
  var isLost: Bool { isOpen && (queue == nil || isIdle) && !worker.index.database.isInTransaction }

  /// The index, after all jobs were done.
  var index: Index { writer.index }

  /// An index that contains everything up to a revision; preferably one that need not wait for the thread.
  func index(containing revision: Int) -> Index {
    // If revisions were forgotten since the last commit, the reader still has tiles of side branches below the new root.
    guard let reader, state.root == committed.root else { return index }
    // A tile that is not among the shown ones was not written since the last commit, so the reader sees it.
    let isCommitted = revision < committed.nextRevision || (shown.isWhole && revision == current.number)
    return isCommitted ? reader : index
  }

  /// An index that contains every tile that the shown ones lack; preferably one that need not wait for the thread.
  var indexForMissingTiles: Index {
    // After an undo or an abandoned group, tiles that were not committed may be neither shown nor in the reader.
    guard let reader, shown.isWhole else { return index }
    return reader
  }

  /// Does the following jobs on a background thread; tiles are looked up with `reader`.
  ///
  /// - Parameter asOfNow: whether the reader looks up what is committed now, until the transaction ends: without locks
  ///   for each query.
  func writeBehind(lookingUpWith reader: IndexInPlace, asOfNow: Bool) throws(HistoryError) {
    if asOfNow { try reader.index.database.execute("BEGIN") }
    self.reader = reader.index
    let worker = worker
    queue = BackgroundQueue(limit: 64) { jobs in worker.perform(jobs) }
  }

  /// Lets the reader see the following commits again.
  private func releaseReader() {
    guard let database = reader?.database, database.isInTransaction else { return }
    try? database.execute("COMMIT")
  }

  /// Whether a background thread does the jobs.
  var writesBehind: Bool { queue != nil }

  /// The number of jobs that are passed together to the thread, if there is one.
  private static let queuedBatchSize = 64
  /// The number of jobs that are done together without a thread.
  ///
  /// It is larger, because threads are started each time to encode on all processors.
  private static let batchSize = 256

  /// Adds a job, which `send` passes on.
  func add(_ job: RevisionWriter.Job) {
    outbox.append(job)
    isIdle = false
  }

  /// Passes the jobs on if there are many.
  func sendIfMany() throws(HistoryError) {
    if outbox.count >= (queue == nil ? Self.batchSize : Self.queuedBatchSize) { try send() }
  }

  /// Passes the jobs on; without a thread, they are done when this returns.
  ///
  /// - Throws: an error of these jobs or, with a thread, of earlier ones.
  func send() throws(HistoryError) {
    handOver()
    if queue == nil {
      takeResults()
      try throwFailure()
    }
  }

  private func throwFailure() throws(HistoryError) {
    guard let failure else { return }
    self.failure = nil
    throw failure
  }

  private func handOver() {
    let jobs = outbox
    outbox.removeAll(keepingCapacity: true)
    if let queue { queue.post(jobs) } else { worker.perform(jobs) }
  }

  private func finishJobs() {
    if !outbox.isEmpty { handOver() }
    queue?.drain()
    takeResults()
  }

  /// Collects the tile locations from the writer, which must have done all jobs.
  private func takeResults() {
    isIdle = true
    let results = worker.takeResults()
    for tile in results.placed {
      if tile.revision == openRevision?.revision.number {
        openRevision?.setLocation(of: tile.tile, to: tile.location)
      } else {
        shown.setLocation(of: tile)
      }
    }
    if let ended = results.ended, ended.number == current.number { current.bytes = ended.bytes }
    if let error = results.failure { failure = failure ?? error }
  }

  // MARK: Begin and end

  /// Begins a transaction of the index.
  func begin() throws(HistoryError) {
    try index.database.execute("BEGIN IMMEDIATE")
    isOpen = true
  }

  /// Reads what other processes may have committed; false if nobody has written.
  func refresh() throws(HistoryError) -> Bool {
    let index = index
    guard let fresh = try index.state() else { throw .damaged("the index has lost its document row") }
    guard fresh.serial != committed.serial else { return false }
    state = fresh
    committed = fresh
    current = try index.indexedRevision(fresh.current)
    writer.packs.discard(nextPack: fresh.nextPack)
    return true
  }

  /// Makes a new revision current.
  func didMake(_ revision: Revision) {
    state.nextRevision += 1
    state.revisions += 1
    state.current = revision.number
    state.tip = revision.number
    // The revisions of a group are one step, which is counted when the group ends.
    if openGroup == nil, state.steps >= 0 { state.steps += 1 }
    current = revision
    openGroup?.add(revision)
  }

  /// For a reader of a private copy of the index, which does not change: `refreshReader` opens the index again.
  ///
  /// - Parameter opened: the copy.
  func readsCopy(_ opened: History.Opened, reopening reopen: @escaping () throws(HistoryError) -> History.Opened) {
    copyFolder = opened.scratch
    self.reopen = reopen
  }

  /// For a reader: reads the current state of the document; false if nobody has written since the last read.
  func refreshReader() throws(HistoryError) -> Bool {
    let fresh: DocumentState
    if let reopen {
      let opened = try reopen()
      guard opened.state.serial != state.serial else { return false }
      worker.index = opened.index
      copyFolder = opened.scratch
      if !opened.isCopy { self.reopen = nil }
      fresh = opened.state
    } else {
      let index = index
      if index.database.isInTransaction { try index.database.execute("COMMIT") }
      try index.database.execute("BEGIN")
      guard let state = try index.state(), state.serial != self.state.serial else { return false }
      fresh = state
    }
    state.serial = fresh.serial
    state.root = fresh.root
    shown.removeAll()
    return true
  }

  /// Commits the index's transaction; packs and the document's row must be written.
  func commit() throws(HistoryError) {
    releaseReader()
    try index.database.execute("COMMIT")
    writer.packs.didCommit()
    committed = state
  }

  /// Ends a transaction without changes, and writes nothing.
  func end() throws(HistoryError) {
    releaseReader()
    try index.database.execute("ROLLBACK")
    isOpen = false
  }

  /// Restores the state of the last commit and removes the packs since then; false if one could not be removed.
  func rollBack() -> Bool {
    dropJobs()
    let isClean = writer.packs.discard(nextPack: committed.nextPack)
    restore()
    shown.isWhole = true
    return isClean
  }

  /// Restores the state of the last commit in memory, and leaves the packs, because they may have been committed.
  func stop() {
    dropJobs()
    writer.packs.forgetUncommitted(nextPack: committed.nextPack)
    restore()
  }

  /// Drops the jobs that were not passed on, and ends the index's transaction.
  private func dropJobs() {
    releaseReader()
    outbox.removeAll()
    let index = index
    failure = nil
    if index.database.isInTransaction { try? index.database.execute("ROLLBACK") }
    isOpen = false
  }

  private func restore() {
    openRevision = nil
    openGroup = nil
    rehearsals.removeAll()
    shown.removeAll()
    state = committed
    if let revision = try? index.indexedRevision(committed.current) { current = revision }
  }
}
