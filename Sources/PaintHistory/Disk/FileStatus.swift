internal import CDisk

/// The status of a file.
public struct FileStatus: Sendable, Hashable {
  /// The kind of a file.
  public enum Kind: Sendable, Hashable {
    case file, directory, symbolicLink, other
  }

  /// The device number of the file system.
  public var device: UInt64

  /// The file's inode number.
  public var inode: UInt64

  /// The length in bytes.
  public var size: Int64

  /// The kind of file.
  public var kind: Kind

  /// The user ID of the owner.
  public var owner: UInt32

  /// The ID of the group.
  public var group: UInt32

  /// What the owner, the group and others may do: nine bits, as in chmod(1).
  public var permissions: UInt32

  /// Creates a status.
  public init(
    device: UInt64, inode: UInt64, size: Int64, kind: Kind, owner: UInt32 = FileStatus.user,
    group: UInt32 = 0, permissions: UInt32 = 0o644
  ) {
    self.permissions = permissions
    self.owner = owner
    self.group = group
    self.device = device
    self.inode = inode
    self.size = size
    self.kind = kind
  }

  /// Whether both are the same file, whatever their names.
  public func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }

  /// The effective user ID of this process.
  public static var user: UInt32 { cfs_user() }

  init(_ status: cfs_status) {
    owner = status.owner
    group = status.group
    permissions = status.permissions
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
