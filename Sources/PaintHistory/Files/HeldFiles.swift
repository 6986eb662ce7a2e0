import SystemPackage

/// The kept files of a history in memory.
///
/// They are unnamed files in memory; those beyond a number or a size are in a private folder, which is only created
/// then.
final class HeldFiles {
  /// The most open files, and the most bytes, in memory.
  private static let maximumCount = 64
  private let bound: Int
  private let parent: FilePath
  private let disk: any Disk
  private var inMemory: [ContentName: OpenFile] = [:]
  private var bytesInMemory = 0
  private var onDisk: Set<ContentName> = []
  private var scratch: ScratchFolder?
  /// The bytes of all files.
  private(set) var bytes = 0

  /// - Parameters:
  ///   - bound: the maximum bytes in memory.
  ///   - parent: the folder for the private folder.
  init(bound: Int, spillingTo parent: FilePath, on disk: any Disk) {
    self.bound = bound
    self.parent = parent
    self.disk = disk
  }

  /// The path through which this process can open a file; nil if it is not kept.
  func path(of name: ContentName) -> FilePath? {
    if let file = inMemory[name] { return FilePath("/proc/self/fd/\(file.descriptor)") }
    if let scratch, onDisk.contains(name) { return scratch.path.appending(name.fileName) }
    return nil
  }

  /// Creates a file that may be kept.
  func newFile() throws(HistoryError) -> SpoolFile { try SpoolFile(in: parent, on: disk, inMemory: true) }

  /// Keeps a file that was written.
  func keep(_ file: SpoolFile, as name: ContentName) throws(HistoryError) {
    guard inMemory[name] == nil, !onDisk.contains(name) else { return }
    let size = Int(try HistoryError.catching(disk.status(of: file.writer)).size)
    if file.isInMemory, inMemory.count < Self.maximumCount, bytesInMemory + size <= bound {
      inMemory[name] = file.writer
      bytesInMemory += size
    } else {
      let folder: ScratchFolder
      if let scratch { folder = scratch } else { folder = try ScratchFolder(in: parent, on: disk) }
      scratch = folder
      try HistoryError.catching(inTemporaryFolder: parent) { () throws(DiskError) in
        let target = try disk.open(folder.path.appending(name.fileName), .createNew)
        try disk.copy(contentsOf: disk.reopen(file.writer), to: target)
        try disk.close(target)
      }
      onDisk.insert(name)
    }
    bytes += size
  }
}
