import SystemPackage

/// A document whose newest packs are missing or end too early, and which is whole otherwise: a copy that was taken while
/// a command wrote.
///
/// The files of such a copy are of different moments. Nothing in it is damaged: its history ends earlier than its index
/// says.
public struct UnfinishedCopy: Sendable, Hashable {
  /// The newest revision that is whole, with all revisions before it.
  public var whole: Int
  /// The first revision that is not whole; nil if the packs have all revisions, in other places than the index says.
  public var firstLost: Int?
  /// Whether a repair moves the canvas, because the current revision is not whole.
  var movesCanvas: Bool

  /// What it is, which revision is whole, and the command that makes it usable; one sentence, without a full stop.
  public var message: String {
    let what = "the newest packs are missing or cut short, as in a copy that was taken while a command was writing: "
    guard let firstLost else {
      return what + "every revision up to r\(whole) is whole, and paint check --repair makes the drawing usable"
    }
    return what
      + (movesCanvas
        ? "r\(whole) is the newest whole revision, and paint check --repair goes back to it"
        : "r\(whole) is the newest whole revision, and paint check --repair removes r\(firstLost) and what follows")
  }

  var problem: CheckProblem { CheckProblem(code: .copiedInUse, message: message, revision: whole) }
}

extension UnfinishedCopy {
  /// Recognises such a copy by the problems that were found; nil if it is none.
  ///
  /// - Parameters:
  ///   - lostPacks: the packs that are missing or end too early.
  ///   - shortPacks: those of them that end too early.
  ///   - isEnd: whether the index needs no pack after the lost ones.
  ///   - known: all revisions of the index, in ascending order.
  init?(
    _ problems: [CheckProblem], lostPacks: Set<Int>, shortPacks: Set<Int>, isEnd: Bool, known: [Int],
    state: DocumentState
  ) {
    // A number that no pack had yet is a wrong row.
    guard !lostPacks.isEmpty, lostPacks.allSatisfy({ $0 < state.nextPack }),
      !problems.contains(where: { $0.code == .indexDamaged || $0.code == .indexMissing })
    else { return nil }
    let incomplete = problems.filter { $0.code == .tilesLost || $0.code == .wrongFingerprint }.compactMap(\.revision)
    let unrecorded = problems.filter { $0.code == .revisionLost }.compactMap(\.revision)
    firstLost = incomplete.min()
    guard let firstLost else {
      // A `gc` moves content to new packs and removes old ones, wherever they are; but it does not cut them short.
      guard isEnd || shortPacks.isEmpty, let newest = known.last else { return nil }
      (whole, movesCanvas) = (newest, false)
      return
    }
    guard let whole = known.last(where: { $0 < firstLost }), whole >= state.root else { return nil }
    // A pack that was lost from the middle of a history is no reason to give up what was drawn later.
    let lost = Set(incomplete + unrecorded)
    guard
      firstLost > state.syncedRevision || isEnd && known.allSatisfy({ $0 < firstLost || lost.contains($0) })
    else { return nil }
    self.whole = whole
    movesCanvas = state.current >= firstLost
  }

  /// Whether a problem only says that the files are of different moments.
  func explains(_ problem: CheckProblem, lostPacks: Set<Int>) -> Bool {
    switch problem.code {
    case .packMissing, .packDamaged, .noteLost: problem.pack.map(lostPacks.contains) ?? false
    case .revisionLost:
      (problem.revision ?? -1) >= firstLost ?? .max || problem.pack.map(lostPacks.contains) ?? false
    case .tilesLost, .wrongFingerprint: (problem.revision ?? -1) >= firstLost ?? .max
    case .indexDiffers: true
    default: false
    }
  }
}

extension DocumentCheck {
  /// Recognises a copy that was taken while a command wrote; nil if the document is none.
  ///
  /// - Throws: the errors of `run`.
  /// - Complexity: a few queries of the index if the newest pack is there, otherwise that of `run`.
  public func unfinishedCopy() throws(HistoryError) -> UnfinishedCopy? {
    let index = try History.openForReading(path, options: options).index
    let folder = path.appending("packs")
    // Without the folder nothing is whole.
    let status = try HistoryError.catching(options.disk.status(of: folder, followingLinks: true))
    guard status?.kind == .directory,
      try !index.hasNewestPack(in: PackStore(folder: folder, disk: options.disk))
    else { return nil }
    return try Examination(of: path, options: options, progress: progress).copy
  }
}

extension History {
  /// What is not whole if the document was copied while a command wrote; nil if it is no such copy.
  ///
  /// For commands that show what the index has without reading pixels.
  ///
  /// - Throws: the errors of `DocumentCheck.run`.
  /// - Complexity: a query and a file status if the newest pack is there, otherwise that of a check.
  public func unfinishedCopy() throws(HistoryError) -> UnfinishedCopy? {
    guard !isInMemory, try !index.hasNewestPack(in: packs) else { return nil }
    return try DocumentCheck(of: path, options: options).unfinishedCopy()
  }

  /// The number of packs with content of their own after the last one that the index knows, if nobody writes: then the
  /// index is older than the packs, as in a copy whose index was taken first.
  ///
  /// - Throws: `.disk` if a pack cannot be read.
  /// - Complexity: a file status if there is no such pack; otherwise these packs are read.
  public func packsAfterIndex() throws(HistoryError) -> Int {
    if isInMemory { return 0 }
    let next = try HistoryError.catching(disk.status(of: packs.path(of: state.nextPack), followingLinks: false))
    guard next != nil, try DocumentCheck(of: path, options: options).isAtRest(at: state) else { return 0 }
    let unknown = try HistoryError.catching(packs.numbers(from: state.nextPack))
    do throws(HistoryError) { return try recovery.sort(unknown).unconfirmed.count } catch {
      // The index contradicts them.
      guard case .damaged = error else { throw error }
      return unknown.count
    }
  }
}

extension Index {
  /// Whether the pack of the newest revision is there and has the bytes that the index counts.
  ///
  /// Nearly every command asks, so it is one short query, and a yes does not compare the rows' checksums. Only for a no
  /// the rows are read with these.
  ///
  /// - Complexity: O(log n): one query and one file status, up to four and two for a no.
  func hasNewestPack(in packs: PackStore) throws(HistoryError) -> Bool {
    let query = try database.statement(
      "SELECT pack, coalesce((SELECT bytes FROM pack p WHERE p.id = r.pack), 1) FROM revision r ORDER BY id DESC LIMIT 1"
    )
    defer { query.reset() }
    guard try query.step() else { return true }
    if try packs.has(query.int(0), bytes: query.int(1)) { return true }
    guard let number = try pack(of: newestRevision()) else { return true }
    return try packs.has(number, bytes: pack(number)?.bytes ?? 1)
  }
}

extension PackStore {
  /// Whether a pack is a file of at least so many bytes.
  fileprivate func has(_ number: Int, bytes: Int) throws(HistoryError) -> Bool {
    let found = try HistoryError.catching(disk.status(of: path(of: number), followingLinks: true))
    return found.map { $0.kind == .file && $0.size >= bytes } ?? false
  }
}

extension Index {
  /// The highest number of a revision.
  func newestRevision() throws(HistoryError) -> Int {
    let query = try database.statement("SELECT max(id) FROM revision")
    defer { query.reset() }
    return try query.step() ? query.int(0) : 0
  }
}
