import PaintHistory
import SystemPackage

/// A pattern of paths, as in a shell: `in/*.jpg`, or `in/**/*.jpg` for all folders below `in`, too.
///
/// Each name of the path is a `NamePattern`. A whole name `**` is any number of folders; it does not follow symbolic
/// links, and does not enter folders whose name begins with a dot. Folders, pipes and devices never match.
struct FilePattern: Sendable {
  private enum Part {
    case name([UInt8])
    case pattern(NamePattern)
    case folders
  }

  private let isAbsolute: Bool
  private let parts: [Part]

  /// Reads a pattern.
  init(_ path: FilePath) {
    let bytes = path.bytes
    isAbsolute = bytes.first == Self.slash
    var parts: [Part] = []
    for name in bytes.split(separator: Self.slash) {
      if name.elementsEqual("**".utf8) {
        if case .folders = parts.last { continue }
        parts.append(.folders)
      } else {
        let pattern = NamePattern(name)
        // A backslash in a name without a pattern is a part of the name.
        parts.append(pattern.isName ? .name(Array(name)) : .pattern(pattern))
      }
    }
    // All files in all folders.
    if case .folders = parts.last { parts.append(.pattern(NamePattern("*".utf8))) }
    self.parts = parts
  }

  /// Whether a path is a pattern: it contains `*`, `?` or a set in brackets, and no file has exactly that name.
  static func isPattern(_ path: FilePath, on disk: any Disk) -> Bool {
    let isName = path.bytes.split(separator: slash).allSatisfy { NamePattern($0).isName }
    return !isName && (try? disk.status(of: path, followingLinks: false)) == nil
  }

  /// The files that match, in the order of their bytes, each once.
  ///
  /// What cannot be looked at is one of them, a folder too: it fails when it is read, and does not stop the others.
  ///
  /// - Complexity: O(names in the folders that match the pattern's beginning).
  func files(on disk: any Disk) -> [FilePath] {
    var found: [[UInt8]] = []
    // An explicit stack instead of recursion, so that deep folders cannot exhaust the thread's.
    var open: [(path: [UInt8], part: Int)] = [(isAbsolute ? [Self.slash] : [], 0)]
    while let (path, number) = open.popLast() {
      do throws(DiskError) {
        guard number < parts.count else {
          if !path.isEmpty, try Self.isFile(path, on: disk) { found.append(path) }
          continue
        }
        switch parts[number] {
        case .name(let name): open.append((Self.path(path, name), number + 1))
        case .pattern(let pattern):
          for name in try Self.names(in: path, on: disk) where pattern.matches(name) {
            open.append((Self.path(path, name), number + 1))
          }
        case .folders:
          open.append((path, number + 1))
          for name in try Self.names(in: path, on: disk) where name.first != UInt8(ascii: ".") {
            let folder = Self.path(path, name)
            let status = try? disk.status(of: FilePath(bytes: folder), followingLinks: false)
            guard status?.kind == .directory else { continue }
            open.append((folder, number))
          }
        }
      } catch {
        found.append(path)
      }
    }
    found.sort { $0.lexicographicallyPrecedes($1) }
    var files: [FilePath] = []
    for (index, path) in found.enumerated() where index == 0 || found[index - 1] != path {
      files.append(FilePath(bytes: path))
    }
    return files
  }

  private static let slash = UInt8(ascii: "/")

  private static func path(_ folder: [UInt8], _ name: [UInt8]) -> [UInt8] {
    folder.isEmpty || folder.last == slash ? folder + name : folder + [slash] + name
  }

  /// The names in a folder; none if it is no folder.
  private static func names(in folder: [UInt8], on disk: any Disk) throws(DiskError) -> [[UInt8]] {
    do throws(DiskError) {
      return try disk.names(in: folder.isEmpty ? "." : FilePath(bytes: folder)).map { FilePath(root: nil, [$0]).bytes }
    } catch {
      if [.noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels].contains(error.errno) { return [] }
      throw error
    }
  }

  /// Whether there is a regular file or a broken link, which fails later, with a message.
  private static func isFile(_ path: [UInt8], on disk: any Disk) throws(DiskError) -> Bool {
    let path = FilePath(bytes: path)
    do throws(DiskError) {
      guard let status = try disk.status(of: path, followingLinks: true) else {
        return try disk.status(of: path, followingLinks: false) != nil
      }
      return status.kind == .file
    } catch {
      // A name in a pattern that goes on behind a file.
      if error.errno == .notDirectory { return false }
      throw error
    }
  }
}
