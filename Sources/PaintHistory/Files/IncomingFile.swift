import SystemPackage

/// A file on its way into the document: written under a hidden name while its content, and so its name, is not known.
///
/// Write all of it, then `keep` it, before the commit of the revision that mentions it. One that goes without `keep`
/// leaves nothing behind. In a rehearsal it lies outside of the document and is never kept.
public final class IncomingFile {
  /// Where it lies until it is kept.
  public let path: FilePath
  private let target: KeptFiles?
  private let disk: any Disk
  private let file: OpenFile
  private var sum = ContentSum()
  private var isKept = false
  /// A rehearsal's folder, which goes with this object.
  private let scratch: ScratchFolder?

  init(for target: KeptFiles) throws(DiskError) {
    path = try target.newIncomingPath()
    disk = target.disk
    file = try disk.open(path, .createNew)
    self.target = target
    scratch = nil
  }

  init(rehearsedIn folder: FilePath, on disk: any Disk) throws(DiskError) {
    let scratch = try ScratchFolder(in: folder, on: disk)
    path = scratch.path.appending("file")
    self.disk = disk
    file = try disk.open(path, .createNew)
    target = nil
    self.scratch = scratch
  }

  deinit {
    if !isKept { try? disk.remove(path) }
  }

  /// The name that the bytes written so far have.
  public var name: ContentName { sum.name }

  /// Writes the next bytes.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(HistoryError) {
    sum.add(bytes)
    try HistoryError.catching { () throws(DiskError) in try disk.write(file, bytes) }
  }

  /// Puts it in its place, safe on the disk; one of the same content that lies there already is the same file.
  public func keep() throws(HistoryError) {
    guard let target else { return }
    do throws(DiskError) {
      try disk.sync(file)
      try target.makeFolder()
      try disk.rename(path, to: target.path(of: name), .replace)
      isKept = true
      try disk.syncDirectory(target.folder)
    } catch {
      throw .disk(error)
    }
  }
}
