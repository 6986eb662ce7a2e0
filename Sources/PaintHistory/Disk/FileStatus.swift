internal import CFileSystem

/// What the file system says of a file.
public struct FileStatus: Sendable, Hashable {
  /// What a path leads to.
  public enum Kind: Sendable, Hashable {
    case file, directory, symbolicLink, other
  }

  /// The number of the file system.
  public var device: UInt64

  /// The file's number in its file system.
  public var inode: UInt64

  /// The length in bytes.
  public var size: Int64

  /// What it is.
  public var kind: Kind

  /// The number of the user whom it belongs to.
  public var owner: UInt32

  /// Describes a file.
  public init(device: UInt64, inode: UInt64, size: Int64, kind: Kind, owner: UInt32 = FileStatus.user) {
    self.owner = owner
    self.device = device
    self.inode = inode
    self.size = size
    self.kind = kind
  }

  /// Describes what an open descriptor leads to; nil where it is closed.
  public init?(ofDescriptor descriptor: CInt) {
    var status = cfs_status()
    guard cfs_status_of_file(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Whether both are one and the same file, under whatever name.
  public func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }

  /// The number of the user whom this process acts for.
  public static var user: UInt32 { cfs_user() }

  init(_ status: cfs_status) {
    owner = status.owner
    device = status.device
    inode = status.inode
    size = status.size
    switch Int(status.kind) {
    case Int(CFS_KIND_FILE): kind = .file
    case Int(CFS_KIND_DIRECTORY): kind = .directory
    case Int(CFS_KIND_LINK): kind = .symbolicLink
    default: kind = .other
    }
  }
}
