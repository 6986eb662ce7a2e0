import SystemPackage

extension KeptFiles {
  /// The entries of the folder: the name, the content name if it is a regular file with a valid name, and the size in
  /// bytes.
  func all() throws(DiskError) -> [(name: FilePath.Component, content: ContentName?, bytes: Int)] {
    guard try disk.status(of: folder) != nil else { return [] }
    var all: [(FilePath.Component, ContentName?, Int)] = []
    // The order of a folder's names differs from one file system to another.
    for name in try disk.names(in: folder).sorted(by: { $0.string < $1.string }) {
      guard let status = try disk.status(of: folder.appending(name), followingLinks: false) else { continue }
      let content = ContentName(name.string.prefix { $0 != "." }).flatMap { $0.fileName == name.string ? $0 : nil }
      all.append((name, status.kind == .file ? content : nil, Int(status.size)))
    }
    return all
  }

  /// The SHA-256 of a file's bytes; nil if the file does not exist.
  func content(of name: ContentName) throws(DiskError) -> ContentName? {
    let path = path(of: name)
    guard try disk.status(of: path, followingLinks: false) != nil else { return nil }
    let file = try disk.open(path, .readMember)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var sum = ContentSum()
    var offset = 0
    while true {
      let count = try disk.read(file, at: Int64(offset), into: &buffer)
      guard count > 0 else { return sum.name }
      sum.add(buffer.span.extracting(0..<count))
      offset += count
    }
  }
}

extension Index {
  /// The kept files that commands and the settings mention, each with the first revision that mentions it, or with nil if
  /// only the settings do.
  ///
  /// - Complexity: O(revisions).
  func contentsMentioned(settings: String) throws(HistoryError) -> [ContentName: Int?] {
    let query = try database.statement(
      "SELECT \(IndexPart.revisionText.columns) FROM revision ORDER BY id DESC")
    defer { query.reset() }
    var mentioned: [ContentName: Int?] = [:]
    for name in ContentName.mentioned(in: settings) { mentioned[name] = .some(nil) }
    // All commands are read, not only those that mention a file: in a damaged command the mention itself may be
    // damaged.
    while try next(query, .revisionText) {
      for name in ContentName.mentioned(in: query.text(IndexPart.Column.Text.command)) {
        mentioned[name] = query.int(0)
      }
    }
    return mentioned
  }
}

extension Maintenance {
  /// Removes kept files that neither a revision's command nor the settings mention; returns their number and bytes.
  ///
  /// Does nothing in a script's session: a power cut may undo its last steps, including what they forgot. Also does
  /// nothing while there are unconfirmed packs, whose steps may need a file when they are recovered.
  func sweepKeptFiles() throws(HistoryError) -> (files: Int, bytes: Int) {
    guard access != .editingInGroups, try recovery.unconfirmed.isEmpty() else { return (0, 0) }
    let all = try HistoryError.catching(history.keptFiles.all())
    guard !all.isEmpty else { return (0, 0) }
    let mentioned = try index.contentsMentioned(settings: history.state.settings)
    var swept = (files: 0, bytes: 0)
    for file in all {
      guard let content = file.content, mentioned[content] == nil else { continue }
      if access != .dryRun {
        try HistoryError.catching(disk.remove(history.keptFiles.path(of: content)))
      }
      swept.files += 1
      swept.bytes += file.bytes
    }
    return swept
  }
}
