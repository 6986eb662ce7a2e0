import SystemPackage

/// A private copy of an index and its log, used if SQLite cannot read them in place.
///
/// It is in memory, so that reading needs no disk space; a very large one is in the folder for temporary files.
struct IndexCopy {
  /// The path of the index in `files`.
  let path: FilePath
  let files: SQLiteFiles
  /// The folder of a copy on disk; nil if it is in memory.
  let scratch: ScratchFolder?
  /// The files if they are in memory.
  private let memory: MemoryFiles?

  /// The maximum bytes of index and log that are copied to memory.
  private static let limit: Int64 = 64 << 20
  private static let maximumAttempts = 10

  /// Copies the index of a document; another process may write to it meanwhile.
  init(of document: FilePath, options: History.Options) throws(HistoryError) {
    let disk = options.disk
    let (index, log) = (document.appending("index.sqlite"), document.appending("index.sqlite-wal"))
    for _ in 0..<Self.maximumAttempts {
      // Pages may be checkpointed while the index is copied: the log, which is copied after it, still contains them
      // unless it was restarted, which changes its header.
      let (before, size) = try HistoryError.catching { () throws(DiskError) -> ([UInt8]?, Int64) in
        let sizes = try [index, log].map { (path) throws(DiskError) in
          try disk.status(of: path, followingLinks: false)?.size ?? 0
        }
        return (try disk.head(of: log), sizes[0] + sizes[1])
      }
      let copy = try Self(index: index, log: log, in: size > Self.limit ? options.temporaryFolder : nil, on: disk)
      guard try HistoryError.catching(disk.head(of: log)) == before else { continue }
      // A log without a header may have been filled, checkpointed and emptied meanwhile: only the index shows that.
      if before == nil, try !HistoryError.catching(copy.hasBytes(of: index, on: disk)) { continue }
      self = copy
      return
    }
    throw .busy
  }

  /// Whether the index still has the bytes that were copied.
  private func hasBytes(of index: FilePath, on disk: any Disk) throws(DiskError) -> Bool {
    let source = try disk.open(index, .readMember)
    let saved = scratch == nil ? nil : try disk.open(path, .readMember)
    var (now, then) = ([UInt8](repeating: 0, count: 1 << 18), [UInt8](repeating: 0, count: 1 << 18))
    var offset: Int64 = 0
    while true {
      let count = try disk.read(source, at: offset, into: &now)
      let copied: Int
      if let saved {
        copied = try disk.read(saved, at: offset, into: &then)
      } else {
        copied = memory?.file(at: path)?.read(at: offset, into: &then) ?? 0
      }
      guard count == copied, now[..<count] == then[..<count] else { return false }
      if count == 0 { return true }
      offset += Int64(count)
    }
  }

  private init(index: FilePath, log: FilePath, in folder: FilePath?, on disk: any Disk) throws(HistoryError) {
    if let folder {
      let scratch = try ScratchFolder(in: folder, on: disk)
      for path in [index, log] {
        guard let name = path.lastComponent else { continue }
        let copy = scratch.path.appending(name)
        do throws(DiskError) {
          if try disk.status(of: path, followingLinks: false) != nil { try disk.copy(path, to: copy) }
        } catch {
          throw error.path == copy ? HistoryError(error, inTemporaryFolder: folder) : HistoryError(error)
        }
      }
      path = scratch.path.appending("index.sqlite")
      files = disk.sqliteFiles
      self.scratch = scratch
      memory = nil
      return
    }
    let memory = MemoryFiles()
    try HistoryError.catching { () throws(DiskError) in
      for path in [index, log] where try disk.status(of: path, followingLinks: false) != nil {
        guard let name = path.lastComponent else { continue }
        memory.put(try disk.memoryCopy(of: path), at: FilePath("/").appending(name))
      }
    }
    path = "/index.sqlite"
    files = SQLiteFiles(memory)
    self.memory = memory
    scratch = nil
  }
}

extension Disk {
  /// The header of a log, whose salt changes each time that the log is restarted; nil if there is no log.
  fileprivate func head(of log: FilePath) throws(DiskError) -> [UInt8]? {
    guard try status(of: log, followingLinks: false) != nil else { return nil }
    let file = try open(log, .readMember)
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = try read(file, at: 0, into: &bytes)
    return count == bytes.count ? bytes : nil
  }

  /// A file's bytes as a file in memory.
  fileprivate func memoryCopy(of path: FilePath) throws(DiskError) -> MemoryFile {
    let source = try open(path, .readMember)
    let copy = MemoryFile()
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var offset: Int64 = 0
    while true {
      let count = try read(source, at: offset, into: &buffer)
      if count == 0 { return copy }
      guard copy.write(buffer.span.extracting(0..<count), at: offset) else {
        throw DiskError(.read, path, errno: .noMemory)
      }
      offset += Int64(count)
    }
  }
}
