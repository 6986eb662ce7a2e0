import CSQLite

/// Why a document could not be opened, read or changed.
public enum HistoryError: Error, Sendable {
  // The disk.
  /// Reading or writing failed; the document is as it was.
  case disk(DiskError)
  /// SQLite could not read or write the index, for a reason that is the disk's.
  case index(String)
  /// A commit or a sync failed, so nobody knows whether the steps since the last commit that succeeded were kept, or
  /// whether a power cut could still take them; the sentence says what failed.
  ///
  /// The history does no more work. The next one that opens the document finds either state, whole.
  case outcomeUnknown(String)
  /// Another command held the document for the whole time that this one waited.
  case busy
  /// The document was replaced by another while this process had it open.
  case replaced

  // The document's form.
  /// Something in the document contradicts itself or is missing; the sentence says what.
  case damaged(String)
  /// The index refused what the program asked of it, though nothing in it is damaged: a mistake of the program.
  case defect(String)
  /// The document was written by a later version of the program; the number is its format's.
  case laterVersion(Int)

  // The caller's words.
  /// There is no document at the path.
  case notFound(String)
  /// A document (or something else) is at the path already.
  case exists(String)
  /// What is at the path is no document, so it is not replaced by one.
  case notReplaceable(String)
  /// The folder that the document was to be made in is not there or refuses it.
  case cannotCreate(String)
  /// There is no such revision.
  case unknownRevision(Int)
  /// What is to be the oldest revision kept is no ancestor of `of`, which is current or what redo leads to.
  case notAnAncestor(Int, of: Int)
  /// These branches would be lost.
  case wouldLoseBranches([String], before: Int)
  /// There is no such branch.
  case unknownBranch(String)
  /// There is no such group; the number is its first revision's.
  case unknownGroup(Int)
  /// The group is to be taken into another, but goes on elsewhere behind the revision `at`.
  case partOfGroup(Group, at: Int)

  /// Runs `body`, turning SQLite's errors into the document's.
  static func catching<R>(_ body: () throws(DatabaseError) -> R) throws(HistoryError) -> R {
    do { return try body() } catch { throw HistoryError(error) }
  }

  /// Runs `body`, turning the disk's errors into the document's.
  static func catching<R>(_ body: () throws(DiskError) -> R) throws(HistoryError) -> R {
    do { return try body() } catch { throw HistoryError(error) }
  }

  /// Runs `body`, turning the lock's errors into the document's.
  static func catching<R>(_ body: () throws(DocumentLockError) -> R) throws(HistoryError) -> R {
    do { return try body() } catch { throw HistoryError(error) }
  }

  init(_ error: DocumentLockError) {
    switch error {
    case .busy: self = .busy
    case .replaced: self = .replaced
    case .disk(let error): self = HistoryError(error)
    }
  }

  /// Whether a read or a write failed, or others were in the way, and trying again later may do.
  public var isOfTheDisk: Bool {
    switch self {
    case .disk, .index, .busy: true
    default: false
    }
  }

  /// What failed, in words for a message.
  var reason: String {
    switch self {
    case .disk(let error): error.message
    case .index(let reason): "the index cannot be written: \(reason)"
    case .damaged(let what), .outcomeUnknown(let what): what
    default: "\(self)"
    }
  }

  /// A file of a document that is a link, a folder or a device is damage, and so is a folder that is not there; anything
  /// else is the disk's failure.
  init(_ error: DiskError) {
    let isGone = error.operation == .list && [.noSuchFileOrDirectory, .notDirectory].contains(error.errno)
    self = error.isWrongKind || isGone ? .damaged(error.message) : .disk(error)
  }

  init(_ error: DatabaseError) {
    switch error.code {
    case DatabaseError.laterVersion:
      self = .laterVersion(Int(error.message) ?? 0)
      return
    case DatabaseError.damagedRow:
      self = .damaged("the index has a damaged row: \(error.message)")
      return
    case DatabaseError.damagedSchema:
      self = .damaged("the index has a damaged schema: \(error.message)")
      return
    default: break
    }
    switch error.primary {
    case SQLITE_CORRUPT, SQLITE_NOTADB:
      self = .damaged("the index cannot be read: \(error.message)")
    // The schema was looked at before, and the row where there is one (`Database.check`, `Index.run`).
    case SQLITE_ERROR, SQLITE_SCHEMA, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_RANGE, SQLITE_MISUSE:
      self = .defect("the index refused a statement: \(error.message)")
    case SQLITE_BUSY, SQLITE_LOCKED:
      self = .busy
    default:
      self = .index(error.message)
    }
  }
}
