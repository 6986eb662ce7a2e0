import SystemPackage

/// A failed call to the disk: the operation, the path and the system's error.
public struct DiskError: Error, Sendable, Hashable {
  /// The operation.
  public enum Operation: String, Sendable, Hashable, CaseIterable {
    case open, create, read, write, sync, close, rename, exchange, replace, remove, list, lock, watch
    case createFolder = "create folder"
    case readStatus = "look at"
  }

  /// The operation.
  public var operation: Operation

  /// The path, as the caller gave it.
  public var path: FilePath

  /// The second path of a rename or an exchange, otherwise nil.
  public var destination: FilePath?

  /// The system's error.
  public var errno: Errno

  /// Describes a failed call.
  public init(_ operation: Operation, _ path: FilePath, to destination: FilePath? = nil, errno: Errno) {
    self.operation = operation
    self.path = path
    self.destination = destination
    self.errno = errno
  }

  /// The failure in plain words, such as `cannot write packs/0000000042.png: no space left on device`.
  public var message: String {
    var target = path.string
    if let destination {
      target += (operation == .exchange ? " with " : " to ") + destination.string
    }
    return "cannot \(operation.rawValue) \(target): \(reason)"
  }

  /// Whether a file of a document is not a regular file: this is damage, not a failure of the disk.
  public var isWrongKind: Bool {
    switch errno {
    case .tooManySymbolicLinkLevels, .isDirectory, .noSuchAddressOrDevice:
      [.open, .lock, .read, .remove].contains(operation)
    default: false
    }
  }

  /// Whether the user, or the file system, does not allow it: a file or folder is read-only.
  public var isForbidden: Bool { [.permissionDenied, .notPermitted, .readOnlyFileSystem].contains(errno) }

  /// Whether the file system, or the system, does not have the call or this form of it, so that it must be done in
  /// another way.
  ///
  /// File systems disagree about the number: NFS and exFAT give `invalidArgument`, others `noFunction`, `notSupported` or
  /// `notPermitted`.
  public var isUnsupported: Bool {
    switch errno {
    case .invalidArgument, .noFunction, .notSupported, .notSupportedOnSocket, .notPermitted: true
    default: false
    }
  }

  /// Whether the error is caused by the path, such as a missing folder or permission, and not by a failing disk or a
  /// limit.
  var isPathSpecific: Bool {
    switch errno {
    case .ioError, .noSpace, .diskQuotaExceeded, .fileTooLarge, .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory:
      false
    default: true
    }
  }

  /// The system's error in plain words, such as `no space left on device`.
  var reason: String {
    // The files of a document are opened without following links; the system's "too many levels" would be confusing.
    if isWrongKind {
      switch errno {
      case .tooManySymbolicLinkLevels: return "it is a symbolic link"
      case .isDirectory: return "it is a folder"
      default: return "it is not a regular file"
      }
    }
    let words = errno.description
    guard let first = words.first, words.dropFirst().first?.isLowercase == true else { return words }
    return first.lowercased() + words.dropFirst()
  }
}

extension DiskError: CustomStringConvertible {
  /// The failure in plain words.
  public var description: String { message }
}
