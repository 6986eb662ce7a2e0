import SystemPackage

extension History {
  /// Begins to bring a file into the document; between `beginEditing` and the commit.
  public func incomingFile() throws(HistoryError) -> IncomingFile {
    precondition(isEditing, "files come in with the revision that was made from them")
    return try HistoryError.catching { () throws(DiskError) in
      access == .rehearsing
        ? try IncomingFile(rehearsedIn: options.temporaryFolder, on: disk)
        : try IncomingFile(for: keptFiles)
    }
  }

  /// Where the kept file of that name lies; nil where the document has none.
  public func keptFile(_ name: ContentName) throws(HistoryError) -> FilePath? {
    let path = keptFiles.path(of: name)
    let status = try HistoryError.catching { () throws(DiskError) in try disk.status(of: path) }
    return status == nil ? nil : path
  }

  var keptFiles: KeptFiles { KeptFiles(document: path, disk: disk) }
}
