import PaintHistory
import SystemPackage

/// The names and bytes on a disk: files have numbers, so that a name can be lost independently of the bytes.
struct DiskImage: Sendable {
  private(set) var names: [FilePath: Int] = [:]
  private var folders: Set<FilePath> = []
  private var contents: [Int: [UInt8]] = [:]

  /// The contents of a disk, with the folders in `folders`.
  init(of disk: MemoryDisk, folders: Set<FilePath>) {
    self.folders = folders
    for path in disk.paths {
      contents[names.count] = disk.bytes(of: path)
      names[path] = names.count
    }
  }

  /// A disk with these contents.
  var disk: MemoryDisk {
    let disk = MemoryDisk()
    for folder in folders { disk.putFolder(folder) }
    for (path, file) in names { disk.put(contents[file] ?? [], at: path) }
    return disk
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
    case .createFile(let path, let file): names[path] = file
    case .createFolder(let path): folders.insert(path)
    case .remove(let path):
      names[path] = nil
      folders.remove(path)
    case .rename(let from, let to, let mode):
      let aside = to.removingLastComponent().appending(".exchanged")
      if mode == .exchange { move(to, to: aside) }
      move(from, to: to)
      if mode == .exchange { move(aside, to: from) }
    }
  }

  /// Moves a file, or a folder with its contents.
  private mutating func move(_ from: FilePath, to: FilePath) {
    func moved(_ path: FilePath) -> FilePath? {
      var rest = path
      return path == from ? to : rest.removePrefix(from) ? to.pushing(rest) : nil
    }
    for (path, file) in names {
      guard let target = moved(path) else { continue }
      names[path] = nil
      names[target] = file
    }
    folders = Set(folders.map { moved($0) ?? $0 })
  }
}
