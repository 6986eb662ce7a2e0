import Glibc
import PaintHistory
import PaintTestSupport
import SystemPackage

/// A copy of a document's files in memory, restored before each run.
struct DocumentFiles {
  /// The path of the document.
  let path: FilePath
  /// The bytes of each file, by its name in the document, except SQLite's shared memory.
  var contents: [String: [UInt8]] = [:]

  /// Reads the document at `path`.
  init(_ path: FilePath) throws {
    self.path = path
    let disk = SystemDisk()
    for name in try disk.names(in: path).map(\.string) where !name.hasSuffix("-shm") {
      if try disk.status(of: path.appending(name))?.kind == .file {
        contents[name] = try disk.contents(of: path.appending(name))
      } else {
        for member in try disk.names(in: path.appending(name)).map(\.string) {
          contents["\(name)/\(member)"] = try disk.contents(of: path.appending(name).appending(member))
        }
      }
    }
  }

  /// The names of the packs, in order.
  var packs: [String] { contents.keys.filter { $0.hasPrefix("packs/") }.sorted() }

  /// Writes the files, and removes everything else in the folder.
  func restore() throws {
    let disk = SystemDisk()
    if try disk.status(of: path) != nil { try disk.removeTree(path) }
    try disk.createDirectory(path)
    try disk.createDirectory(path.appending("packs"))
    for (name, bytes) in contents {
      let parts = name.split(separator: "/").map(String.init)
      if parts.count > 1, parts[0] != "packs", try disk.status(of: path.appending(parts[0])) == nil {
        try disk.createDirectory(path.appending(parts[0]))
      }
      let file = parts.reduce(path) { $0.appending($1) }
      try disk.write(disk.open(file, .createNew), bytes)
    }
  }
}
