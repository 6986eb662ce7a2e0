import SystemPackage

/// A folder of a document that is missing, or whose place is taken by something else, so that a repair cannot use what
/// should be in it.
public struct MisplacedFolder: Sendable, Hashable {
  /// `packs` or `files`.
  public let name: String
  /// The folder's path.
  public let path: FilePath
  /// Whether a symbolic link to a folder is in its place.
  public let isBehindLink: Bool

  /// Looks for one in a document: `packs`, or `files` behind a link; nil if there is none, or if that cannot be found
  /// out.
  ///
  /// A repair needs no `files`, and moves anything else in its place aside.
  public init?(in document: FilePath, on disk: any Disk = SystemDisk()) {
    if let packs = try? disk.hasNothing(at: document.appending("packs")), packs {
      (name, path, isBehindLink) = ("packs", document.appending("packs"), false)
      return
    }
    guard let wrongKinds = try? DocumentMembers.wrongKinds(in: document, on: disk) else { return nil }
    for name in ["packs", "files"] {
      guard let found = wrongKinds.first(where: { $0.name == name }) else { continue }
      let path = document.appending(name)
      let target = found.kind == .symbolicLink ? (try? disk.status(of: path, followingLinks: true)) : nil
      let isBehindLink = target?.kind == .directory
      guard isBehindLink || name == "packs" else { continue }
      (self.name, self.path, self.isBehindLink) = (name, path, isBehindLink)
      return
    }
    return nil
  }
}
