import CSQLite
import SystemPackage

/// An error while opening, reading or changing a document.
public enum HistoryError: Error, Sendable {
  // The disk.
  /// Reading or writing failed; the document is unchanged.
  case disk(DiskError)
  /// SQLite could not read or write the index because of the disk.
  case index(String)
  /// The folder for temporary files cannot be used: it is missing, full or not writable; the text says why. The document
  /// is unchanged.
  case temporaryFolder(FilePath, String)
  /// A commit or a sync failed, so it is not known whether the steps since the last successful commit were kept, or
  /// whether a power cut could still lose them; the text says what failed.
  ///
  /// The history is stopped. The next process that opens the document finds either state, complete.
  case outcomeUnknown(String)
  /// Another command kept the document locked until the timeout.
  case busy
  /// The document was replaced by another while this process had it open.
  case replaced

  // The document's content.
  /// Something in the document is inconsistent or missing; the text says what.
  case damaged(String)
  /// The index rejected a statement although it is not damaged: a bug in the program.
  case defect(String)
  /// The document's format has another version, older or newer; the number is that version, `Int.max` if it is larger.
  case otherVersion(Int)

  // The caller's arguments.
  /// There is no document at the path.
  case notFound(String)
  /// A document (or something else) already exists at the path.
  case exists(String)
  /// The existing file or folder is not a document, so it is not replaced.
  case notReplaceable(String)
  /// The containing folder does not exist or is not writable.
  case cannotCreate(String)
  /// There is no such revision.
  case unknownRevision(Int)
  /// The new root is not an ancestor of `of`, which is the current revision or the tip.
  case notAnAncestor(Int, of: Int)
  /// These branches would be lost.
  case wouldLoseBranches([String], before: Int)
  /// There is no such branch.
  case unknownBranch(String)
  /// There is no such group; the number is that of its first revision.
  case unknownGroup(Int)
  /// Only part of the group would be joined: it continues elsewhere after the revision `at`.
  case partOfGroup(Group, at: Int)

  /// SQLite has rolled the open transaction back, as it does after any error of the disk, also in a query.
  static var lostTransaction: Self { .index("after an error of the disk, the steps since the last commit are undone") }

  /// Returns the result of a call to the disk, converting its error.
  ///
  /// The errors of SQLite are converted where statements run (`Database.error`).
  static func catching<R>(_ call: @autoclosure () throws(DiskError) -> R) throws(HistoryError) -> R {
    do { return try call() } catch { throw HistoryError(error) }
  }

  /// Runs several calls to the disk, converting their errors.
  static func catching<R>(_ calls: () throws(DiskError) -> R) throws(HistoryError) -> R {
    do { return try calls() } catch { throw HistoryError(error) }
  }

  /// Runs calls to the disk in the folder for temporary files, converting their errors.
  static func catching<R>(
    inTemporaryFolder folder: FilePath, _ calls: () throws(DiskError) -> R
  ) throws(HistoryError) -> R {
    do { return try calls() } catch { throw HistoryError(error, inTemporaryFolder: folder) }
  }

  /// The error of a call to the disk for a file in the folder for temporary files.
  public init(_ error: DiskError, inTemporaryFolder folder: FilePath) {
    self = .temporaryFolder(folder, error.reason)
  }

  init(_ error: DocumentLockError) {
    switch error {
    case .busy: self = .busy
    case .replaced: self = .replaced
    case .disk(let error): self = HistoryError(error)
    }
  }

  /// Whether a read or write failed or the document was busy, so that trying again later may help.
  public var isDiskFailure: Bool {
    switch self {
    case .disk, .index, .temporaryFolder, .busy: true
    default: false
    }
  }

  /// A description of the failure for messages.
  var reason: String {
    switch self {
    case .disk(let error): error.message
    case .index(let reason): "the index cannot be written: \(reason)"
    case .temporaryFolder(let folder, let reason):
      "the folder for temporary files, \(folder), cannot be used: \(reason)"
    case .damaged(let what), .outcomeUnknown(let what): what
    default: "\(self)"
    }
  }

  /// A file that is a link, a folder or a device is damage, and so is a missing folder; anything else is a failure of
  /// the disk.
  init(_ error: DiskError) {
    let isRemoved = error.operation == .list && [.noSuchFileOrDirectory, .notDirectory].contains(error.errno)
    self = error.isWrongKind || isRemoved ? .damaged(error.message) : .disk(error)
  }

  init(_ error: DatabaseError) {
    switch error.code {
    case DatabaseError.otherVersion:
      self = .otherVersion(Int(error.message) ?? 0)
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
    // SQLite only lacks this program's files if there was no memory to register them.
    case SQLITE_ERROR where error.message.hasPrefix("no such vfs"):
      self = .index("out of memory")
    // There is a row that this step was to add.
    case SQLITE_CONSTRAINT:
      self = .damaged("the index has a row of a step that is not made yet: \(error.message)")
    // The schema was already checked (`Database.check`).
    case SQLITE_ERROR, SQLITE_SCHEMA, SQLITE_MISMATCH, SQLITE_RANGE, SQLITE_MISUSE:
      self = .defect("the index refused a statement: \(error.message)")
    case SQLITE_BUSY, SQLITE_LOCKED:
      self = .busy
    default:
      self = .index(error.message)
    }
  }
}
