import SystemPackage

/// A file on its way into the document: written without a name while its content, and so its name, is not known.
///
/// Write all of it, then `keep` it, before the commit of the revision that mentions it. One that goes without `keep`
/// leaves nothing behind. Where the file system has no files without a name it has a hidden one in the document. In a
/// rehearsal it lies outside of the document and is never kept.
public final class IncomingFile {
  private let target: KeptFiles?
  private let disk: any Disk
  private let file: OpenFile
  private var sum = ContentSum()
  /// The hidden name, as long as it has one.
  private var hidden: FilePath?
  /// A rehearsal's file.
  private let spool: SpoolFile?

  init(for target: KeptFiles) throws(DiskError) {
    let hidden = try target.newIncomingPath()
    disk = target.disk
    if let unnamed = try disk.createUnnamed(for: hidden, .shared) {
      file = unnamed
    } else {
      file = try disk.open(hidden, .createNew)
      self.hidden = hidden
    }
    self.target = target
    spool = nil
  }

  init(rehearsedIn folder: FilePath, on disk: any Disk) throws(DiskError) {
    let spool = try SpoolFile(in: folder, on: disk)
    self.disk = disk
    file = spool.writer
    target = nil
    self.spool = spool
  }

  deinit {
    if let hidden { try? disk.remove(hidden) }
  }

  /// The name that the bytes written so far have.
  public var name: ContentName { sum.name }

  /// Opens it to be read from the beginning; once.
  ///
  /// - Throws: where the disk refuses.
  public func reader() throws(HistoryError) -> OpenFile {
    if let spool { return spool.reader }
    return try HistoryError.catching { () throws(DiskError) in
      if let hidden { try disk.open(hidden, .read) } else { try disk.reopen(file) }
    }
  }

  /// Writes the next bytes.
  ///
  /// - Throws: `.disk` where the bytes cannot be written.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(HistoryError) {
    sum.add(bytes)
    try HistoryError.catching { () throws(DiskError) in try disk.write(file, bytes) }
  }

  /// Puts it in its place, safe on the disk; one of the same content that lies there already is replaced by it.
  ///
  /// - Throws: `.disk` where the file cannot be synced or put in its place, `.damaged` where something else than a regular
  ///   file is there.
  public func keep() throws(HistoryError) {
    guard let target else { return }
    let there = try HistoryError.catching { () throws(DiskError) in
      try target.disk.status(of: target.path(of: name), followingLinks: false)
    }
    guard there.map({ $0.kind == .file }) ?? true else {
      throw .damaged("files/\(name.fileName) is not a regular file")
    }
    do throws(DiskError) {
      try disk.sync(file)
      try target.makeFolder()
      try place(at: target.path(of: name), in: target)
      try disk.syncDirectory(target.folder)
    } catch {
      throw .disk(error)
    }
  }

  private func place(at path: FilePath, in target: KeptFiles) throws(DiskError) {
    var hidden = hidden
    if hidden == nil {
      do throws(DiskError) {
        return try disk.link(file, to: path)
      } catch {
        guard error.errno == .fileExists else { throw error }
      }
      // A link replaces nothing, a rename does; and the file that is there may be damaged.
      let name = try target.newIncomingPath()
      try disk.link(file, to: name)
      self.hidden = name
      hidden = name
    }
    guard let hidden else { return }
    try disk.rename(hidden, to: path, .replace)
    self.hidden = nil
  }
}
