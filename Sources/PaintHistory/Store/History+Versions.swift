import CSQLite
import PaintPNG
import SystemPackage

// A document of another version is refused before anything else is read, and before anything is created: what the
// checksums and the schema of that version are is not known.

extension History {
  /// Throws `.otherVersion` if the index says so in its file.
  ///
  /// SQLite is not asked, because it would read the pages with their checksums, and create files. A number that is only
  /// in the log is found by `Database.checkVersion`.
  static func checkIndexVersion(_ document: FilePath, on disk: any Disk) throws(HistoryError) {
    var head = [UInt8](repeating: 0, count: 72)
    do throws(DiskError) {
      let file = try disk.open(document.appending("index.sqlite"), .readMember)
      guard try disk.read(file, at: 0, into: &head) == head.count else { return }
    } catch {
      // It is reported with the other members.
      if error.isWrongKind { return }
      throw HistoryError(error)
    }
    func number(at offset: Int) -> Int32 {
      Int32(bitPattern: head[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
    let version = Int(number(at: 60))
    guard number(at: 68) == Int32(IndexSchema.applicationID), version != DocumentVersion.current else { return }
    throw .otherVersion(version)
  }

  /// Throws `.otherVersion` if packs without an index say so: one that is not damaged, or damaged ones if none is of
  /// this version.
  static func checkPackVersions(_ document: FilePath, on disk: any Disk) throws(HistoryError) {
    let packs = PackStore(folder: document.appending("packs"), disk: disk)
    var (other, isCurrent): (Int?, Bool) = (nil, false)
    for number in try HistoryError.catching(packs.numbers(from: 1)) {
      guard let bytes = try packs.contentsIfPresent(of: number) else { continue }
      if let version = PackSalvage.otherVersion(in: bytes) { throw .otherVersion(version) }
      guard let version = PackOutline.version(statedBy: bytes) else { continue }
      if version == DocumentVersion.current { isCurrent = true } else { other = other ?? version }
    }
    if let other, !isCurrent { throw .otherVersion(other) }
  }
}

extension Database {
  /// Throws unless the database is an index of this version.
  func checkVersion() throws(HistoryError) {
    func number(_ pragma: String) throws(HistoryError) -> Int {
      let query = try statement("PRAGMA \(pragma)")
      defer { query.reset() }
      return try query.step() ? query.int(0) : 0
    }
    guard try number("application_id") == IndexSchema.applicationID else {
      throw error(SQLITE_NOTADB, "it is not an index of paint")
    }
    let version = try number("user_version")
    guard version == IndexSchema.version else { throw error(DatabaseError.otherVersion, "\(version)") }
  }
}
