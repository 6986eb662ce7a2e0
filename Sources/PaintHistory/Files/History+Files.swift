import SystemPackage

extension History {
  /// Begins to bring a file into the document; between `beginEditing` and the commit.
  ///
  /// - Throws: `.disk` where the file cannot be made, or one that a dead process left cannot be removed.
  public func incomingFile() throws(HistoryError) -> IncomingFile {
    precondition(isEditing, "files come in with the revision that was made from them")
    return try HistoryError.catching { () throws(DiskError) in
      access == .rehearsing
        ? try IncomingFile(rehearsedIn: options.temporaryFolder, on: disk)
        : try IncomingFile(for: keptFiles)
    }
  }

  /// Where the kept file of that name lies; nil where the document has none.
  ///
  /// - Throws: `.disk` where the path cannot be looked at, `.damaged` where something else than a regular file is
  ///   there.
  public func keptFile(_ name: ContentName) throws(HistoryError) -> FilePath? {
    let path = keptFiles.path(of: name)
    let status = try HistoryError.catching { () throws(DiskError) in try disk.status(of: path, followingLinks: false) }
    guard let status else { return nil }
    guard status.kind == .file else { throw .damaged("files/\(name.fileName) is not a regular file") }
    return path
  }

  /// Copies a kept file to a path outside of the document, in one step.
  ///
  /// - Throws: `.damaged` where the document has no file of that name.
  public func copyKeptFile(_ name: ContentName, to path: FilePath) throws(HistoryError) {
    guard let source = try keptFile(name) else {
      throw .damaged("the kept file \(name.fileName) is missing from its folder files")
    }
    // Whether a power cut leaves the copy matters little: the document has the file.
    _ = try FileReplacement.write(path, on: disk, failure: { HistoryError($0) }) { (file) throws(HistoryError) in
      do throws(DiskError) {
        try disk.copy(source, to: file)
      } catch {
        // Said of the file that was asked for: while it is written it has another name, or none.
        throw HistoryError(error.path == file.path ? DiskError(error.operation, path, errno: error.errno) : error)
      }
    }
  }

  var keptFiles: KeptFiles { KeptFiles(document: path, disk: disk) }
}
