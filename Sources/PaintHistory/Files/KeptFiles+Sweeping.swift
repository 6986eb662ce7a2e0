import SystemPackage

extension KeptFiles {
  /// What is in the folder: its name, the content that the name of a regular file tells of, and the bytes.
  func all() throws(DiskError) -> [(name: FilePath.Component, content: ContentName?, bytes: Int)] {
    guard try disk.status(of: folder) != nil else { return [] }
    var all: [(FilePath.Component, ContentName?, Int)] = []
    for name in try disk.names(in: folder) {
      guard let status = try disk.status(of: folder.appending(name), followingLinks: false) else { continue }
      let content = ContentName(name.string.prefix { $0 != "." }).flatMap { $0.fileName == name.string ? $0 : nil }
      all.append((name, status.kind == .file ? content : nil, Int(status.size)))
    }
    return all
  }

  /// The SHA-256 of a file's bytes; nil where there is no file of that name.
  func content(of name: ContentName) throws(DiskError) -> ContentName? {
    let path = path(of: name)
    guard try disk.status(of: path, followingLinks: false) != nil else { return nil }
    let file = try disk.open(path, .readMember)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var sum = ContentSum()
    var offset = 0
    while true {
      let place = Int64(offset)
      let count = try buffer.withUnsafeMutableBytesTyped { (bytes) throws(DiskError) in
        try disk.read(file, at: place, into: bytes)
      }
      guard count > 0 else { return sum.name }
      buffer.withUnsafeBytes { sum.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      offset += count
    }
  }
}

extension Index {
  /// The kept files that commands mention, each with the first revision that does.
  ///
  /// - Complexity: O(revisions).
  func contentsMentioned() throws(DatabaseError) -> [ContentName: Int] {
    let query = try database.statement(
      "SELECT \(selection(.revisionText)) FROM revision ORDER BY id DESC")
    defer { query.reset() }
    var mentioned: [ContentName: Int] = [:]
    // Each is read, not only those that mention any: in a damaged command the mention may be what is damaged.
    while try next(query, .revisionText) {
      for name in ContentName.mentioned(in: query.text(2)) { mentioned[name] = query.int(0) }
    }
    return mentioned
  }
}

extension History {
  /// Removes kept files that no kept revision's command mentions; returns how many and their bytes.
  ///
  /// Not from a script's session: after a power cut its last steps may be undone, and with them what was forgotten. And
  /// not while there are unconfirmed packs, whose steps may need a file and can come back.
  func sweepKeptFiles() throws(HistoryError) -> (files: Int, bytes: Int) {
    guard access != .editingInGroups, try unconfirmed.files().isEmpty else { return (0, 0) }
    let all = try HistoryError.catching { () throws(DiskError) in try keptFiles.all() }
    guard !all.isEmpty else { return (0, 0) }
    let mentioned = try HistoryError.catching { () throws(DatabaseError) in try index.contentsMentioned() }
    var swept = (files: 0, bytes: 0)
    for file in all {
      guard let content = file.content, mentioned[content] == nil else { continue }
      if access != .rehearsing {
        try HistoryError.catching { () throws(DiskError) in try disk.remove(keptFiles.path(of: content)) }
      }
      swept.files += 1
      swept.bytes += file.bytes
    }
    return swept
  }
}
