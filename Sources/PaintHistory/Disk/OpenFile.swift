internal import CFileSystem
import Synchronization
import SystemPackage

/// An open file: owns its descriptor and closes it when the last reference goes.
///
/// Letting go of the file also lets go of its lock, as the end of the program does. A file may be read by several
/// threads at once; closing it while another thread uses it is a mistake of the programmer.
public final class OpenFile: Sendable {
  /// The path it was opened by, for messages.
  public let path: FilePath

  private let storage: Atomic<CInt>

  /// Takes over an open descriptor, which nobody else may close from here on.
  public init(adopting descriptor: CInt, path: FilePath) {
    storage = Atomic(descriptor)
    self.path = path
  }

  deinit {
    let descriptor = release()
    if descriptor >= 0 { _ = cfs_close(descriptor) }
  }

  /// The descriptor, or -1 once closed; still owned by the file.
  public var descriptor: CInt { storage.load(ordering: .relaxed) }

  /// Gives the descriptor up to the caller, who has to close it; -1 if it was given up before.
  func release() -> CInt { storage.exchange(-1, ordering: .relaxed) }
}
