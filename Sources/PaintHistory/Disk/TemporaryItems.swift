import Synchronization
import SystemPackage

/// Hears of the names that this process makes for itself and means to remove, and remembers where it has tidied.
///
/// The library handles no signals. A program that is to leave nothing behind when a signal ends it gives its disk one of
/// these (`SystemDisk(temporaryItems:)`), keeps the list, and removes what is on it. With one, leftovers of dead
/// processes are removed too, once in each folder where a name is made; without one nothing of the kind happens.
public final class TemporaryItems: Sendable {
  private let willMake: @Sendable (FilePath, Bool) -> Void
  private let didForget: @Sendable (FilePath) -> Void
  private let swept = Mutex<Set<FilePath>>([])

  /// Calls `willMake` before an item is made and `didForget` when it is gone or has another name, on any thread.
  ///
  /// - Parameter willMake: is told whether the folder around the item must be synced before the item is removed, because
  ///   it may be what another one was exchanged with.
  public init(
    willMake: @escaping @Sendable (_ path: FilePath, _ syncsFirst: Bool) -> Void,
    didForget: @escaping @Sendable (_ path: FilePath) -> Void
  ) {
    self.willMake = willMake
    self.didForget = didForget
  }

  func add(_ path: FilePath, syncsFirst: Bool) { willMake(path, syncsFirst) }
  func remove(_ path: FilePath) { didForget(path) }

  /// Removes what dead processes have left in a folder, the first time that it is asked to.
  ///
  /// An item's maker holds a lock on it as long as it lives, so that one which can be locked is left over. Only items of
  /// this user are looked at. What cannot be removed stays.
  ///
  /// - Complexity: O(names in the folder).
  func sweep(_ folder: FilePath, on disk: any Disk) {
    guard swept.withLock({ $0.insert(folder).inserted }) else { return }
    guard let names = try? disk.names(in: folder.isEmpty ? "." : folder) else { return }
    for name in names where TemporaryItem.isName(name) {
      try? Self.removeLeftover(folder.appending(name), in: folder, on: disk)
    }
  }

  private static func removeLeftover(
    _ path: FilePath, in folder: FilePath, on disk: any Disk
  ) throws(DiskError) {
    guard let found = try disk.status(of: path, followingLinks: false), found.kind == .file || found.kind == .directory,
      found.owner == FileStatus.user
    else { return }
    let file = try disk.open(path, .read)
    // Not what a link leads to that has come in its place.
    guard try disk.status(of: file).isSameFile(as: found), try disk.lock(file, wait: .zero) else { return }
    // It may be what a new document was exchanged with, and a power cut must not bring it back emptied.
    if found.kind == .directory { try disk.syncDirectory(folder.isEmpty ? "." : folder) }
    try disk.removeTree(path)
  }
}
