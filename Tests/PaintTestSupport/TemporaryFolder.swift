import Glibc
import PaintHistory
import SystemPackage

/// A temporary folder for a test, removed with its contents when this object is destroyed.
///
/// Keep the object, not only its path, until the test ends.
public final class TemporaryFolder: Sendable {
  /// Its path.
  public let path: FilePath

  /// The default parent: in memory if possible, since otherwise most of a step's time is syncing; tests simulate disk
  /// errors anyway.
  private static let usualParent = access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp"

  /// Creates a folder in `parent`, otherwise in `TMPDIR`, otherwise in memory.
  public init(in parent: FilePath? = nil) throws(DiskError) {
    let parent = parent ?? FilePath(getenv("TMPDIR").map { String(cString: $0) } ?? Self.usualParent)
    var template = Array(parent.appending("paint-test-XXXXXX").string.utf8CString)
    guard mkdtemp(&template) != nil else { throw DiskError(.createFolder, parent, errno: Errno(rawValue: errno)) }
    path = FilePath(platformString: template)
  }

  deinit {
    // A finished test must not fail because of leftover files.
    try? SystemDisk().removeTree(path)
  }

  /// The path of a member.
  public func appending(_ name: String) -> FilePath { path.appending(name) }

  /// Writes a file, replacing an existing one.
  public func write(_ text: String, to name: String) throws(DiskError) {
    let disk = SystemDisk()
    if try disk.status(of: appending(name), followingLinks: false) != nil { try disk.remove(appending(name)) }
    let file = try disk.open(appending(name), .createNew)
    try disk.write(file, Array(text.utf8))
  }

  /// The text of a member, or nil if it does not exist.
  public func text(of name: String) throws(DiskError) -> String? {
    let disk = SystemDisk()
    guard try disk.status(of: appending(name)) != nil else { return nil }
    return String(decoding: try disk.contents(of: appending(name)), as: UTF8.self)
  }
}
