import SystemPackage

/// A file that is being copied into the document.
///
/// It is unnamed at first, because its name depends on its content. While it has a hidden name, that is listed among the
/// temporary items.
///
/// Write all of it, then call `keep` before the commit of the revision that mentions it. Without `keep` it leaves
/// nothing behind. If the file system does not support unnamed files, it has a hidden name in the document. In a
/// dry run it is outside of the document; a history in memory keeps it in memory.
public final class IncomingFile {
  private let target: KeptFiles?
  /// Where it is kept if the history is in memory.
  private let holder: HeldFiles?
  private let disk: any Disk
  private let file: OpenFile
  private var sum = ContentSum()
  /// The hidden path, while it has one.
  private var hidden: FilePath?
  /// The file of a dry run, or of a history in memory.
  private let spool: SpoolFile?

  init(for target: KeptFiles) throws(DiskError) {
    let hidden = try target.newIncomingPath()
    disk = target.disk
    self.target = target
    (holder, spool) = (nil, nil)
    if let unnamed = try disk.unnamedFile(for: hidden, .shared) {
      file = unnamed
      return
    }
    disk.temporaryItems?.add(hidden, syncsFirst: false)
    do throws(DiskError) {
      file = try disk.open(hidden, .createNew)
    } catch {
      disk.temporaryItems?.remove(hidden)
      throw error
    }
    self.hidden = hidden
  }

  init(for holder: HeldFiles, on disk: any Disk) throws(HistoryError) {
    let spool = try holder.newFile()
    self.disk = disk
    file = spool.writer
    target = nil
    self.holder = holder
    self.spool = spool
  }

  deinit {
    guard let hidden else { return }
    try? disk.remove(hidden)
    disk.temporaryItems?.remove(hidden)
  }

  /// The name for the bytes written so far.
  public var name: ContentName { sum.name }

  /// Opens it for reading from the start; may be called once.
  ///
  /// - Throws: `.disk` if it cannot be opened.
  public func reader() throws(HistoryError) -> OpenFile {
    if let spool { return spool.reader }
    return try HistoryError.catching { () throws(DiskError) in
      if let hidden { try disk.open(hidden, .read) } else { try disk.reopen(file) }
    }
  }

  /// Writes the next bytes.
  ///
  /// - Throws: `.disk` if the bytes cannot be written.
  public func write(_ bytes: Span<UInt8>) throws(HistoryError) {
    sum.add(bytes)
    try HistoryError.catching(disk.write(file, bytes))
  }

  /// Syncs the file and moves it into place; replaces an existing file with the same content.
  ///
  /// - Throws: `.disk` if the file cannot be synced or moved, `.damaged` if the existing file is not a regular file.
  public func keep() throws(HistoryError) {
    if let holder, let spool { return try holder.keep(spool, as: name) }
    guard let target else { return }
    let there = try HistoryError.catching(target.disk.status(of: target.path(of: name), followingLinks: false))
    guard there.map({ $0.kind == .file }) ?? true else {
      throw .damaged("files/\(name.fileName) is not a regular file")
    }
    do throws(DiskError) {
      try disk.sync(file)
      try target.makeFolder()
      try moveIntoPlace(at: target.path(of: name), in: target)
      try disk.syncDirectory(target.folder)
    } catch {
      throw .disk(error)
    }
  }

  private func moveIntoPlace(at path: FilePath, in target: KeptFiles) throws(DiskError) {
    var hidden = hidden
    if hidden == nil {
      do throws(DiskError) {
        return try disk.link(file, to: path)
      } catch {
        guard error.errno == .fileExists || error.isUnsupported else { throw error }
      }
      // A link does not replace an existing file, but a rename does; the existing file may be damaged.
      let name = try target.newIncomingPath()
      disk.temporaryItems?.add(name, syncsFirst: false)
      // From here on it is removed with this object, whether the link was made or not.
      self.hidden = name
      do throws(DiskError) {
        try disk.link(file, to: name)
      } catch {
        guard error.isUnsupported else { throw error }
        _ = try disk.copy(file, toFree: name)
      }
      hidden = name
    }
    guard let hidden else { return }
    try disk.rename(hidden, to: path, .replace)
    self.hidden = nil
    disk.temporaryItems?.remove(hidden)
  }
}
