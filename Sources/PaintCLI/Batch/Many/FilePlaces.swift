import PaintHistory
import SystemPackage

/// Where paths lead, so that two names of one file can be recognised before it exists.
struct FilePlaces {
  /// A name in a folder that exists; equal places are the same file.
  struct Place: Hashable {
    fileprivate var device: UInt64 = 0
    fileprivate var inode: UInt64 = 0
    /// The names from that folder on.
    fileprivate var rest: [UInt8]
  }

  private static let linkLimit = 40
  private let disk: any Disk
  private var folders: [FilePath: Place] = [:]

  /// Places on a disk, as it is now.
  init(on disk: any Disk) { self.disk = disk }

  /// The place of a file that may not exist; symbolic links are followed, as in writing it.
  mutating func place(of path: FilePath) -> Place {
    var path = path
    for _ in 0..<Self.linkLimit {
      guard let status = try? disk.status(of: path, followingLinks: false), status.kind == .symbolicLink,
        let target = try? disk.target(ofLink: path)
      else { break }
      path = path.removingLastComponent().pushing(target)
    }
    guard let name = path.lastComponent else { return place(ofFolder: path) }
    var place = place(ofFolder: path.removingLastComponent())
    if !place.rest.isEmpty { place.rest.append(UInt8(ascii: "/")) }
    place.rest += FilePath(root: nil, [name]).bytes
    return place
  }

  /// The place of a folder: the nearest one that exists, and the names of those that will be created in it.
  private mutating func place(ofFolder path: FilePath) -> Place {
    if let known = folders[path] { return known }
    var folder = path
    var names: [FilePath.Component] = []
    var status = try? disk.status(of: folder.isEmpty ? "." : folder)
    while status == nil, let name = folder.lastComponent {
      names.append(name)
      folder.removeLastComponent()
      status = try? disk.status(of: folder.isEmpty ? "." : folder)
    }
    // These are no links, since they do not exist.
    var rest = FilePath("")
    for name in names.reversed() {
      switch name.kind {
      case .parentDirectory: rest.removeLastComponent()
      case .currentDirectory: break
      default: rest.append(name)
      }
    }
    let place = Place(device: status?.device ?? 0, inode: status?.inode ?? 0, rest: rest.bytes)
    folders[path] = place
    return place
  }
}
