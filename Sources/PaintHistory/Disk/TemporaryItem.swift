import SystemPackage

/// A temporary file or folder with a hidden name, `.paint-` and 16 hexadecimal digits.
///
/// The item is locked while this object exists, so that nobody mistakes it for a leftover of a dead process. It is
/// removed with the object.
final class TemporaryItem {
  /// The path of the item.
  let path: FilePath
  private let disk: any Disk
  private var locks: [OpenFile] = []
  private var isForgotten = false
  private static let prefix = ".paint-"
  private static let digits = 16
  private static let maximumAttempts = 100

  private init(_ path: FilePath, on disk: any Disk) {
    self.path = path
    self.disk = disk
  }

  deinit { remove() }

  /// Creates a folder in `parent`.
  ///
  /// - Parameter isDocument: whether a document is built in it, which may replace another one.
  static func folder(
    in parent: FilePath, _ access: FolderAccess, isDocument: Bool = false, on disk: any Disk
  ) throws(DiskError) -> TemporaryItem {
    try make(in: parent, isDocument: isDocument, on: disk) { (path) throws(DiskError) in
      try disk.createDirectory(path, access)
      do throws(DiskError) {
        return try disk.open(path, .read)
      } catch {
        // It was not locked yet, so another process may have removed it as a leftover.
        if error.errno == .noSuchFileOrDirectory { return nil }
        try? disk.removeDirectory(path)
        throw error
      }
    }.item
  }

  /// Creates a file in `parent`, open for writing.
  static func file(in parent: FilePath, on disk: any Disk) throws(DiskError) -> (item: TemporaryItem, file: OpenFile) {
    try make(in: parent, on: disk) { (path) throws(DiskError) in try disk.open(path, .createNew) }
  }

  /// Gives an unnamed file a name in `parent`; where the file system refuses that, a copy has the name.
  static func name(
    for file: OpenFile, in parent: FilePath, on disk: any Disk
  ) throws(DiskError) -> TemporaryItem {
    // Locked before it has a name: once removed as a leftover, it could never be linked again.
    _ = try lock(file, wait: .zero, on: disk)
    return try make(in: parent, on: disk) { (path) throws(DiskError) in
      do throws(DiskError) {
        try disk.link(file, to: path)
        return file
      } catch {
        guard error.isUnsupported else { throw error }
        return try disk.copy(file, toFree: path)
      }
    }.item
  }

  /// Also locks the file or folder at another path, because the two will be exchanged.
  ///
  /// - Returns: false if another process has locked it.
  func alsoLock(_ other: FilePath, wait: Duration) throws(DiskError) -> Bool {
    let file = try disk.open(other, .read)
    guard try Self.lock(file, wait: wait, on: disk) else { return false }
    locks.append(file)
    return true
  }

  /// Removes the item with its contents.
  func remove() {
    if isForgotten { return }
    do throws(DiskError) { try disk.removeTree(path) } catch {
      // Not in any case, because this gives up the lock.
      if error.errno == .tooManyOpenFiles || error.errno == .tooManyOpenFilesInSystem {
        try? disk.removeTree(path, closing: openFolder())
      }
    }
    forget()
  }

  /// The file that is open for the lock of the folder at the path, which may have been exchanged; nil if there is none.
  private func openFolder() throws(DiskError) -> OpenFile? {
    guard let found = try disk.status(of: path, followingLinks: false) else { return nil }
    for file in locks where try disk.status(of: file).isSameFile(as: found) { return file }
    return nil
  }

  /// Stops managing the item, because it has another name by now or must not be removed.
  func forget() {
    if isForgotten { return }
    isForgotten = true
    disk.temporaryItems?.remove(path)
  }

  /// Whether a name has the form of an item's name.
  static func isName(_ name: FilePath.Component) -> Bool {
    let name = name.string
    guard name.hasPrefix(prefix), name.utf8.count == prefix.utf8.count + digits else { return false }
    return name.utf8.dropFirst(prefix.utf8.count).allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
    }
  }

  /// Calls `body` with new names until it makes an item that is not taken by another process.
  ///
  /// - Parameter body: makes and opens the item; it returns nil if the item vanished, so that another name is tried.
  private static func make(
    in parent: FilePath, isDocument: Bool = false, on disk: any Disk,
    _ body: (FilePath) throws(DiskError) -> OpenFile?
  ) throws(DiskError) -> (item: TemporaryItem, file: OpenFile) {
    disk.temporaryItems?.sweep(parent, on: disk)
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<maximumAttempts {
      let number = String(UInt64.random(in: 0 ... .max, using: &generator), radix: 16)
      let path = parent.appending(prefix + String(repeating: "0", count: digits - number.count) + number)
      disk.temporaryItems?.add(path, syncsFirst: isDocument)
      let made: OpenFile?
      do throws(DiskError) {
        made = try body(path)
      } catch {
        disk.temporaryItems?.remove(path)
        if error.errno == .fileExists { continue }
        throw error
      }
      guard let file = made else {
        disk.temporaryItems?.remove(path)
        continue
      }
      // From here on it is removed with the object.
      let item = TemporaryItem(path, on: disk)
      // Before it was locked, another process may have mistaken it for a leftover: then it is removed, or will be.
      item.locks.append(file)
      guard try lock(file, wait: .zero, on: disk) else { continue }
      let found = try disk.status(of: path, followingLinks: false)
      guard let found, try disk.status(of: file).isSameFile(as: found) else { continue }
      return (item, file)
    }
    throw DiskError(.create, parent, errno: .fileExists)
  }

  /// Locks a file; returns true without effect if the file system has no locks, so that nobody can mistake it for a
  /// leftover.
  private static func lock(_ file: OpenFile, wait: Duration, on disk: any Disk) throws(DiskError) -> Bool {
    do throws(DiskError) {
      return try disk.lock(file, wait: wait)
    } catch {
      switch error.errno {
      case .noLocks, .badFileDescriptor: return true
      default:
        guard error.isUnsupported else { throw error }
        return true
      }
    }
  }
}
