extension History {
  /// From now on revisions go to packs and index on a thread of its own, while the next one is drawn.
  ///
  /// For long scripts; a revision's bytes are then known after the next commit only. Everything else is as before: what
  /// asks the index waits until the thread has caught up.
  ///
  /// - Throws: `.disk`, `.index` or `.damaged` where the index cannot be opened a second time, to be read.
  public func writeBehind() throws(HistoryError) {
    guard access == .editingInGroups, queue == nil else { return }
    reader = try Self.openForReading(path, isOfOneMoment: false, options: options).index
    reader?.isForWriting = true
    let writer = writer
    queue = BackgroundQueue(limit: 64) { jobs in writer.perform(jobs) }
  }

  /// The index, with everything in it that was asked to be written.
  var index: Index {
    if !outbox.isEmpty { handOver() }
    queue?.drain()
    takeResults()
    return writer.index
  }

  /// An index that knows all that was written up to a revision; better than `index`, which has to wait for the queue.
  func index(knowing revision: Int) -> Index {
    guard let reader else { return index }
    // A tile that is not in the view was not written since the last commit, which the reader sees.
    let isCommitted = revision < committed.nextRevision || (isViewWhole && revision == current.number)
    return isCommitted ? reader : index
  }

  /// Hands the jobs over; where there is no queue, they are done when this returns.
  ///
  /// - Throws: what went wrong, in these jobs or, where there is a queue, in earlier ones.
  func send() throws(HistoryError) {
    handOver()
    if queue == nil {
      takeResults()
      try throwFailure()
    }
  }

  /// Throws what went wrong in a job that was handed over.
  func throwFailure() throws(HistoryError) {
    guard let failure else { return }
    self.failure = nil
    throw failure
  }

  /// Forgets which versions the canvas shows, some of which the last commit does not have.
  func forgetView() {
    view.removeAll(keepingCapacity: true)
    isViewWhole = false
  }

  private func handOver() {
    let jobs = outbox
    outbox.removeAll(keepingCapacity: true)
    if let queue { queue.post(jobs) } else { writer.perform(jobs) }
  }

  /// Notes where the writer put tiles; it must not be at work.
  private func takeResults() {
    let results = writer.takeResults()
    for tile in results.placed {
      if tile.revision == open?.revision.number {
        open?.place(tile.tile, at: tile.place)
      } else if view[tile.tile]?.revision == tile.revision {
        view[tile.tile]?.place = .slot(tile.place)
      }
    }
    if let ended = results.ended, ended.number == current.number { current.bytes = ended.bytes }
    if let error = results.failure { failure = failure ?? error }
  }
}
