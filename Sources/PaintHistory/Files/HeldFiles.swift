import SystemPackage

/// The kept files of a history in memory, or those that a dry run would add to a document.
///
/// They are unnamed files, in memory or on disk; those beyond a number or a size are in a private folder, which is only
/// created then.
final class HeldFiles {
  /// The most open files.
  private static let maximumCount = 64
  private let bound: Int
  private let parent: FilePath
  private let disk: any Disk
  private var open: [ContentName: OpenFile] = [:]
  private var bytesInMemory = 0
  private var onDisk: Set<ContentName> = []
  private var scratch: ScratchFolder?
  /// The bytes of all files.
  private(set) var bytes = 0

  /// - Parameters:
  ///   - bound: the maximum bytes in memory; 0 for files on disk.
  ///   - parent: the folder for the private folder.
  init(bound: Int, spillingTo parent: FilePath, on disk: any Disk) {
    self.bound = bound
    self.parent = parent
    self.disk = disk
  }

  /// The path through which this process can open a file; nil if it is not kept.
  func path(of name: ContentName) -> FilePath? {
    if let file = open[name] { return FilePath("/proc/self/fd/\(file.descriptor)") }
    if let scratch, onDisk.contains(name) { return scratch.path.appending(name.fileName) }
    return nil
  }

  /// Creates a file that may be kept.
  func newFile() throws(HistoryError) -> SpoolFile { try SpoolFile(in: parent, on: disk, inMemory: bound > 0) }

  /// Keeps a file that was written.
  func keep(_ file: SpoolFile, as name: ContentName) throws(HistoryError) {
    guard open[name] == nil, !onDisk.contains(name) else { return }
    let size = Int(try HistoryError.catching(disk.status(of: file.writer)).size)
    let memory = file.isInMemory ? size : 0
    if open.count < Self.maximumCount, file.isInMemory == (bound > 0), bytesInMemory + memory <= bound {
      open[name] = file.writer
      bytesInMemory += memory
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
