import SystemPackage

/// Why a document could not be locked.
public enum DocumentLockError: Error, Sendable, Hashable {
  /// Another writer kept the document locked until the timeout.
  case busy(document: FilePath, waited: Duration)

  /// Another document has replaced the one that was locked before.
  case replaced(document: FilePath)

  /// The lock file cannot be opened or locked.
  case disk(DiskError)

  /// The failure in plain words.
  public var message: String {
    switch self {
    case .busy(let document, _): "\(document) is busy: another command is writing to it"
    case .replaced(let document): "\(document) was replaced by another document"
    case .disk(let error): error.message
    }
  }
}
