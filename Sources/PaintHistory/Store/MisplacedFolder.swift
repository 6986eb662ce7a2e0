import SystemPackage

/// A folder of a document whose place is taken by something else, so that a repair cannot use what should be in it.
public struct MisplacedFolder: Sendable, Hashable {
  /// The folder's path.
  public let path: FilePath
  /// Whether a symbolic link to a folder is in its place.
  public let isBehindLink: Bool

  /// Looks for one in a document: `packs`, or `files` behind a link; nil if there is none, or if that cannot be found
  /// out.
  ///
  /// A repair moves anything else in place of `files` aside.
  public init?(in document: FilePath, on disk: any Disk = SystemDisk()) {
    guard let wrongKinds = try? DocumentMembers.wrongKinds(in: document, on: disk) else { return nil }
    for name in ["packs", "files"] {
      guard let found = wrongKinds.first(where: { $0.name == name }) else { continue }
      let path = document.appending(name)
      let target = found.kind == .symbolicLink ? (try? disk.status(of: path, followingLinks: true)) : nil
      let isBehindLink = target?.kind == .directory
      guard isBehindLink || name == "packs" else { continue }
      (self.path, self.isBehindLink) = (path, isBehindLink)
      return
    }
    return nil
  }
}
