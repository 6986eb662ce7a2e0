import Glibc
import PaintHistory
import SystemPackage

/// A folder of its own for a test, removed with all that is in it when this object goes.
///
/// Keep the object, not only its path, until the test ends.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let path: FilePath

  /// Where folders go: in memory where there is such a place, since syncing is the greater part of a step otherwise, and
  /// what a disk does wrong is played to the tests.
  private static let usualParent = access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp"

  /// Makes a folder under `parent`, else under `TMPDIR`, or in memory.
  public init(in parent: FilePath? = nil) throws(DiskError) {
    let parent = parent ?? FilePath(getenv("TMPDIR").map { String(cString: $0) } ?? Self.usualParent)
    var template = Array(parent.appending("paint-test-XXXXXX").string.utf8CString)
    guard mkdtemp(&template) != nil else { throw DiskError(.createFolder, parent, errno: Errno(rawValue: errno)) }
    path = FilePath(platformString: template)
  }

  deinit {
    // A test that ends must not fail on what it leaves behind.
    try? SystemDisk().removeTree(path)
  }

  /// The path of a member.
  public func appending(_ name: String) -> FilePath { path.appending(name) }

  /// Writes a file, in the place of one that was there.
  public func write(_ text: String, to name: String) throws(DiskError) {
    let disk = SystemDisk()
    if try disk.status(of: appending(name), followingLinks: false) != nil { try disk.remove(appending(name)) }
    let file = try disk.open(appending(name), .createNew)
    try disk.write(file, Array(text.utf8))
  }

  /// The text of a member, or nil where there is none.
  public func text(of name: String) throws(DiskError) -> String? {
    let disk = SystemDisk()
    guard try disk.status(of: appending(name)) != nil else { return nil }
    return String(decoding: try disk.contents(of: appending(name)), as: UTF8.self)
  }
}
