import Glibc
import PaintHistory
import PaintTestSupport
import SystemPackage

/// A file of the wrong kind in place of a document's file or folder.
enum WrongKindFile: String, CaseIterable, Sendable {
  case linkInside = "link inside"
  case linkOutside = "link outside"
  case danglingLink = "dangling link"
  case fifo = "FIFO"
  case device = "device"
  case socket
  case folder
  case file
  case nothing

  /// Why it cannot be created here; nil if it can.
  var obstacle: String? { self == .device && geteuid() != 0 ? "only root can make a device" : nil }

  struct Failure: Error {
    var call: String
    var errno: CInt
  }

  /// Replaces a member of a document by it; targets of links to the outside are in `outside`.
  func replace(_ member: FilePath, in document: FilePath, outside: FilePath) throws {
    let disk = SystemDisk()
    let name = member.lastComponent?.string ?? ""
    let elsewhere = (self == .linkInside ? document : outside).appending("elsewhere-\(name)")
    switch self {
    case .linkInside, .linkOutside:
      if try disk.status(of: member, followingLinks: false) != nil {
        try disk.rename(member, to: elsewhere, .noReplace)
      } else {
        try disk.write(disk.open(elsewhere, .createNew), Array("mine".utf8))
      }
      try Self.check(symlink(elsewhere.string, member.string), "symlink")
    case .danglingLink:
      try disk.removeTree(member)
      try Self.check(symlink(outside.appending("missing").string, member.string), "symlink")
    case .fifo:
      try disk.removeTree(member)
      try Self.check(mkfifo(member.string, 0o600), "mkfifo")
    case .device:
      try disk.removeTree(member)
      // Major 1, minor 5: /dev/zero.
      try Self.check(mknod(member.string, S_IFCHR | 0o600, dev_t(1 << 8 | 5)), "mknod")
    case .socket:
      try disk.removeTree(member)
      try Self.check(mknod(member.string, S_IFSOCK | 0o600, 0), "mknod")
    case .folder:
      let wasFolder = try disk.status(of: member, followingLinks: false)?.kind == .directory
      try disk.removeTree(member)
      try disk.createDirectory(member)
      if !wasFolder { try disk.write(disk.open(member.appending("letter"), .createNew), Array("mine".utf8)) }
    case .file:
      try disk.removeTree(member)
      try disk.write(disk.open(member, .createNew), Array("mine".utf8))
    case .nothing:
      try disk.removeTree(member)
    }
  }

  private static func check(_ result: CInt, _ call: String) throws {
    if result != 0 { throw Failure(call: call, errno: errno) }
  }
}
