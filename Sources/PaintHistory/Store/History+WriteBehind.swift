extension History {
  /// Enables writing behind: from now on a background thread writes revisions to packs and index while the next one is
  /// drawn.
  ///
  /// For long scripts; a revision's bytes are then only known after the next commit. Everything else stays the same:
  /// calls that use the index wait until the thread has caught up.
  ///
  /// - Throws: `.disk`, `.index` or `.damaged` if the index cannot be opened a second time for reading.
  public func writeBehind() throws(HistoryError) {
    guard access == .editingInGroups, queue == nil else { return }
    reader = try Self.openForReading(path, inReadTransaction: false, options: options).index
    reader?.isForWriting = true
    let writer = writer
    queue = BackgroundQueue(limit: 64) { jobs in writer.perform(jobs) }
  }

  /// The index, after all pending jobs were done.
  var index: Index {
    if !outbox.isEmpty { handOver() }
    queue?.drain()
    takeResults()
    return writer.index
  }

  /// An index that contains everything up to a revision; preferably one that need not wait for the queue.
  func index(knowing revision: Int) -> Index {
    guard let reader else { return index }
    // A tile that is not in the view was not written since the last commit, so the reader sees it.
    let isCommitted = revision < committed.nextRevision || (isViewWhole && revision == current.number)
    return isCommitted ? reader : index
  }

  /// Passes the jobs on; without a queue, they are done when this returns.
  ///
  /// - Throws: an error of these jobs or, with a queue, of earlier ones.
  func send() throws(HistoryError) {
    handOver()
    if queue == nil {
      takeResults()
      try throwFailure()
    }
  }

  /// Throws the error of a job that was passed on.
  func throwFailure() throws(HistoryError) {
    guard let failure else { return }
    self.failure = nil
    throw failure
  }

  /// Forgets the cached versions of the canvas, some of which may not be committed.
  func forgetView() {
    view.removeAll(keepingCapacity: true)
    isViewWhole = false
  }

  private func handOver() {
    let jobs = outbox
    outbox.removeAll(keepingCapacity: true)
    if let queue { queue.post(jobs) } else { writer.perform(jobs) }
  }

  /// Collects the tile locations from the writer, which must be idle.
  private func takeResults() {
    let results = writer.takeResults()
    for tile in results.placed {
      if tile.revision == open?.revision.number {
        open?.setLocation(of: tile.tile, to: tile.location)
      } else if view[tile.tile]?.revision == tile.revision {
        view[tile.tile]?.location = .slot(tile.location)
      }
    }
    if let ended = results.ended, ended.number == current.number { current.bytes = ended.bytes }
    if let error = results.failure { failure = failure ?? error }
  }
}
