internal import CDisk
import Synchronization
import SystemPackage

/// An open file.
///
/// It owns its descriptor and closes it when the last reference is released.
///
/// Closing the file also releases its lock, as does the end of the program. Several threads may read a file at once;
/// closing it while another thread uses it is a programming error.
public final class OpenFile: Sendable {
  /// The path that was opened, for messages.
  public let path: FilePath

  private let storage: Atomic<CInt>

  /// Takes ownership of an open descriptor, which nobody else may close from now on.
  public init(adopting descriptor: CInt, path: FilePath) {
    storage = Atomic(descriptor)
    self.path = path
  }

  deinit {
    let descriptor = release()
    if descriptor >= 0 { _ = cfs_close(descriptor) }
  }

  /// The descriptor, or -1 after closing; it is still owned by the file.
  public var descriptor: CInt { storage.load(ordering: .relaxed) }

  /// Transfers ownership of the descriptor to the caller, who must close it; -1 if this was done before.
  func release() -> CInt { storage.exchange(-1, ordering: .relaxed) }
}
