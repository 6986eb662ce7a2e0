import SystemPackage

extension History {
  /// Begins to copy a file into the document; to be called between `beginEditing` and the commit.
  ///
  /// - Throws: `.disk` if the file cannot be created, or a leftover of a dead process cannot be removed;
  ///   `.temporaryFolder` in a dry run.
  public func incomingFile() throws(HistoryError) -> IncomingFile {
    precondition(isEditing, "files come in with the revision that was made from them")
    if let heldFiles { return try IncomingFile(for: heldFiles, on: disk) }
    return try HistoryError.catching(IncomingFile(for: keptFiles))
  }

  /// The path of a kept file; nil if the document does not have it.
  ///
  /// If the history is in memory, or a dry run would add the file, only this process can open it.
  ///
  /// - Throws: `.disk` if the status of the path cannot be read, `.damaged` if it is not a regular file.
  public func keptFile(_ name: ContentName) throws(HistoryError) -> FilePath? {
    if let path = heldFiles?.path(of: name) { return path }
    if isInMemory { return nil }
    let path = keptFiles.path(of: name)
    guard let status = try HistoryError.catching(disk.status(of: path, followingLinks: false)) else { return nil }
    guard status.kind == .file else { throw .damaged("files/\(name.fileName) is not a regular file") }
    return path
  }

  /// Copies a kept file to a path outside of the document, atomically.
  ///
  /// - Throws: `.damaged` if the document does not have the file, `.disk` if it cannot be read or the copy cannot be
  ///   written.
  public func copyKeptFile(_ name: ContentName, to path: FilePath, force: Bool = false) throws(HistoryError) {
    let held = heldFiles?.path(of: name)
    guard let source = if let held { held } else { try keptFile(name) } else {
      throw .damaged("the kept file \(name.fileName) is missing from its folder files")
    }
    // It does not matter if a power cut loses the copy: the document has the file.
    _ = try FileReplacement.write(path, on: disk, force: force, failure: { HistoryError($0) }) {
      (file) throws(HistoryError) in
      do throws(DiskError) {
        try disk.copy(contentsOf: disk.open(source, held == nil ? .readMember : .read), to: file)
      } catch {
        // Reported for the requested path: while it is written, the file has another name or none.
        throw HistoryError(error.path == file.path ? DiskError(error.operation, path, errno: error.errno) : error)
      }
    }
  }

  /// Creates a private file for an edit's input: in memory if the history is, otherwise in `temporaryFolder`.
  ///
  /// - Throws: `.temporaryFolder` if it cannot be created.
  public func spoolFile() throws(HistoryError) -> SpoolFile {
    try SpoolFile(in: options.temporaryFolder, on: disk, inMemory: isInMemory)
  }

  /// The bytes of all kept files.
  func keptFileBytes() throws(HistoryError) -> Int {
    if isInMemory, let heldFiles { return heldFiles.bytes }
    return try HistoryError.catching(keptFiles.bytes())
  }

  var keptFiles: KeptFiles { KeptFiles(document: path, disk: disk) }
}
