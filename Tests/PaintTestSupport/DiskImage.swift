import PaintHistory
import SystemPackage

/// Names and bytes on a disk: folders and files have numbers, so that a name can be lost without the content.
///
/// The contents of a folder whose name is lost cannot be reached.
struct DiskImage: Sendable {
  /// A folder or a file.
  struct Node: Hashable, Sendable {
    var number: Int
    var isFolder: Bool
  }

  /// A name in a folder, which is given by its number.
  struct Entry: Hashable, Sendable {
    var folder: Int
    var name: String
  }

  private static let root = Node(number: 0, isFolder: true)

  private var entries: [Entry: Node] = [:]
  private var contents: [Int: [UInt8]] = [:]
  private var lastNumber = 0

  /// The contents of a disk.
  init(of disk: MemoryDisk) {
    // A folder comes before its contents.
    for path in disk.folders.sorted(by: { $0.string < $1.string }) {
      if let entry = entry(of: path) { entries[entry] = newNode(isFolder: true) }
    }
    for path in disk.paths {
      guard let entry = entry(of: path) else { continue }
      let node = newNode(isFolder: false)
      entries[entry] = node
      contents[node.number] = disk.bytes(of: path)
    }
  }

  /// A node with a new number.
  mutating func newNode(isFolder: Bool) -> Node {
    lastNumber += 1
    return Node(number: lastNumber, isFolder: isFolder)
  }

  /// The folder or file at a path; nil if there is none.
  func node(at path: FilePath) -> Node? {
    var node = Self.root
    for component in path.components {
      guard let next = entries[Entry(folder: node.number, name: component.string)] else { return nil }
      node = next
    }
    return node
  }

  /// The last name of a path, in its folder; nil if there is no such folder, and for the root.
  func entry(of path: FilePath) -> Entry? {
    guard let name = path.lastComponent, let folder = node(at: path.removingLastComponent()), folder.isFolder else {
      return nil
    }
    return Entry(folder: folder.number, name: name.string)
  }

  /// A disk with these contents.
  var disk: MemoryDisk {
    let disk = MemoryDisk()
    put(Self.root, at: "/", Dictionary(grouping: entries, by: \.key.folder), on: disk)
    return disk
  }

  private func put(
    _ node: Node, at path: FilePath, _ children: [Int: [(key: Entry, value: Node)]], on disk: MemoryDisk
  ) {
    guard node.isFolder else { return disk.put(contents[node.number] ?? [], at: path) }
    disk.putFolder(path)
    for (entry, child) in children[node.number] ?? [] {
      put(child, at: path.appending(entry.name), children, on: disk)
    }
  }

  mutating func apply(_ change: DiskRecording.Change) {
    switch change {
    case .write(let file, let offset, let bytes):
      var content = contents.removeValue(forKey: file) ?? []
      let end = offset + bytes.count
      if content.count < end { content.append(contentsOf: repeatElement(0, count: end - content.count)) }
      content.replaceSubrange(offset..<end, with: bytes)
      contents[file] = content
    case .truncate(let file, let size):
      if let content = contents[file], content.count > size { contents[file] = Array(content[..<size]) }
    case .add(let entry, let node): entries[entry] = node
    case .remove(let entry): entries[entry] = nil
    case .move(let from, let to, let node):
      // If an earlier change was lost, the name may belong to another file.
      if entries[from] == node { entries[from] = nil }
      entries[to] = node
    case .exchange(let first, let second, let nodes):
      entries[first] = nodes.second
      entries[second] = nodes.first
    }
  }
}
