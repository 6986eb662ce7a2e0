import CSQLite
import SystemPackage

/// A connection for reading that uses the document's own index and log, so it sees every later commit.
///
/// It can only be made by opening these files: what needs the last commit asks for this type, and so never gets a
/// private copy.
struct IndexInPlace {
  let index: Index
  /// The document's state when it was opened.
  let state: DocumentState

  /// Why the index cannot be read in place.
  enum Failure: Error {
    /// The index itself cannot be opened.
    case index(HistoryError)
    /// The log cannot be opened, or its shared memory cannot be used.
    case log(HistoryError)
    /// It was opened, but cannot be read, or is damaged.
    case other(HistoryError)
  }

  /// Opens the index of a document, and checks it.
  ///
  /// - Parameters:
  ///   - inReadTransaction: whether everything is read as of one moment; otherwise each query sees the last commit.
  ///   - isChecked: whether a page with a wrong checksum is an error.
  init(
    of document: FilePath, inReadTransaction: Bool, isChecked: Bool = true, on disk: any Disk
  ) throws(Failure) {
    let database: Database
    do throws(DatabaseError) {
      database = try Database(
        path: document.appending("index.sqlite"), mode: .reading, files: disk.sqliteFiles, isChecked: isChecked)
    } catch {
      guard error.primary == SQLITE_CANTOPEN else { throw .other(HistoryError(error)) }
      // SQLite does not say why.
      throw .index(Self.openingError(of: document, on: disk).map { HistoryError($0) } ?? HistoryError(error))
    }
    do throws(HistoryError) {
      database.skipCheckpointOnClose()
      if inReadTransaction { try database.execute("BEGIN") }
      let opened = try History.check(Index(database))
      (index, state) = (opened.index, opened.state)
    } catch {
      throw database.failure?.isSharedMemoryFailure ?? false ? .log(error) : .other(error)
    }
  }

  /// The error of opening the index or its log now; nil if both can be opened.
  static func openingError(of document: FilePath, on disk: any Disk) -> DiskError? {
    do throws(DiskError) {
      _ = try disk.open(document.appending("index.sqlite"), .readMember)
      let log = document.appending("index.sqlite-wal")
      if try disk.status(of: log, followingLinks: false) != nil { _ = try disk.open(log, .readMember) }
      return nil
    } catch {
      return error
    }
  }
}
