import Glibc
import SystemPackage

/// What a test waited for did not happen within ten minutes, so that it never will.
public struct NeverHappened: Error, CustomStringConvertible {
  /// What was waited for.
  public let description: String
}

/// Waits until something has happened that can only be looked for; the ten minutes are there to stop a hang.
public func wait(until description: String, _ hasHappened: () throws -> Bool) throws {
  let end = time(nil) + 600
  while try !hasHappened() {
    guard time(nil) < end else { throw NeverHappened(description: description) }
    usleep(200)
  }
}

/// Waits until somebody waits for the lock on a file: he holds the turnstile meanwhile.
public func waitUntilSomebodyWaits(forLock path: FilePath) throws {
  let file = try FileDescriptor.open(path, .readWrite, options: .closeOnExec)
  defer { try? file.close() }
  try wait(until: "somebody waits for \(path)") {
    var range = flock()
    range.l_type = Int16(F_WRLCK)
    range.l_whence = Int16(SEEK_SET)
    range.l_len = 1
    let getLock: CInt = 36  // F_OFD_GETLK, which Swift's import leaves out
    return fcntl(file.rawValue, getLock, &range) == 0 && range.l_type != Int16(F_UNLCK)
  }
}
