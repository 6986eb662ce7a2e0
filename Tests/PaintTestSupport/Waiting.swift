import Glibc
import SystemPackage

/// An event that a test waited for did not happen within ten minutes.
public struct WaitTimeout: Error, CustomStringConvertible {
  /// The awaited event.
  public let description: String
}

/// Polls until a condition is true; the limit of ten minutes prevents a hang.
public func wait(until description: String, _ hasHappened: () throws -> Bool) throws {
  let end = time(nil) + 600
  while try !hasHappened() {
    guard time(nil) < end else { throw WaitTimeout(description: description) }
    usleep(200)
  }
}

/// Waits until another process or thread waits for the lock on a file: meanwhile it holds the turnstile.
public func waitUntilLockHasWaiter(at path: FilePath) throws {
  let file = try FileDescriptor.open(path, .readWrite, options: .closeOnExec)
  defer { try? file.close() }
  try wait(until: "somebody waits for \(path)") {
    var range = flock()
    range.l_type = Int16(F_WRLCK)
    range.l_whence = Int16(SEEK_SET)
    range.l_len = 1
    let getLock: CInt = 36  // F_OFD_GETLK, which Swift does not import
    return fcntl(file.rawValue, getLock, &range) == 0 && range.l_type != Int16(F_UNLCK)
  }
}
