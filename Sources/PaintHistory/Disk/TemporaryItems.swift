import Synchronization
import SystemPackage

/// Receives the names of the temporary files and folders of this process, and remembers which folders were cleaned.
///
/// The library does not handle signals. A program that should leave nothing behind when a signal ends it passes one of
/// these to its disk (`SystemDisk(temporaryItems:)`), keeps the list, and removes the listed items. Leftovers of dead
/// processes are then removed too, once per folder in which an item is created; otherwise they are not. It is also told
/// when a commit begins and ends, so that a signal ends the process before or after it.
public final class TemporaryItems: Sendable {
  private let willMake: @Sendable (FilePath, Bool) -> Void
  private let didForget: @Sendable (FilePath) -> Void
  private let hold: @Sendable () -> Void
  private let release: @Sendable () -> Void
  private let swept = Mutex<Set<FilePath>>([])

  /// Calls `willMake` before an item is created and `didForget` when it was removed or renamed, on any thread.
  ///
  /// - Parameters:
  ///   - willMake: receives whether the containing folder must be synced before the item is removed, because the item
  ///     may have been exchanged with another one.
  ///   - hold: called before a commit. A signal must not end the process until `release` was called as often.
  ///   - release: called after a commit.
  public init(
    willMake: @escaping @Sendable (_ path: FilePath, _ syncsFirst: Bool) -> Void,
    didForget: @escaping @Sendable (_ path: FilePath) -> Void,
    hold: @escaping @Sendable () -> Void = {}, release: @escaping @Sendable () -> Void = {}
  ) {
    self.willMake = willMake
    self.didForget = didForget
    self.hold = hold
    self.release = release
  }

  func add(_ path: FilePath, syncsFirst: Bool) { willMake(path, syncsFirst) }
  func remove(_ path: FilePath) { didForget(path) }
  func holdEnding() { hold() }
  func releaseEnding() { release() }

  /// Removes leftovers of dead processes from a folder, on the first call for it.
  ///
  /// The process that created an item holds a lock on it, so an item that can be locked is a leftover. Only items of
  /// this user are considered. Items that cannot be removed stay.
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
    // Ensures that it was not replaced by a link meanwhile.
    guard try disk.status(of: file).isSameFile(as: found), try disk.lock(file, wait: .zero) else { return }
    // It may be a document that was exchanged with a new one, and a power cut must not restore it without its contents.
    if found.kind == .directory { try disk.syncDirectory(folder.isEmpty ? "." : folder) }
    try disk.removeTree(path)
  }
}
