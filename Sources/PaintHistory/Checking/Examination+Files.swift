import SystemPackage

extension Examination {
  /// The problems of the files that commands mention, and the unexpected files in their folder.
  static func problems(of files: KeptFiles, mentionedIn index: Index, settings: String) throws(HistoryError)
    -> [CheckProblem]
  {
    var problems: [CheckProblem] = []
    let mentioned = try index.contentsMentioned(settings: settings)
    for (name, revision) in mentioned.sorted(by: { $0.key.digits < $1.key.digits }) {
      var content: ContentName?
      var isDamaged = false
      do throws(DiskError) {
        content = try files.content(of: name)
      } catch {
        // A file that cannot be opened or read right now is not lost.
        guard error.isWrongKind else { throw .disk(error) }
        isDamaged = true
      }
      if content == name { continue }
      let path = "files/\(name.fileName)"
      let user = revision.map { "which r\($0) needs" } ?? "which the settings need"
      problems.append(
        content == nil && !isDamaged
          ? CheckProblem(
            code: .fileMissing, message: "\(path), \(user), is missing", revision: revision)
          : CheckProblem(
            code: .fileDamaged, message: "\(path), \(user), has changed",
            revision: revision))
    }
    for file in try HistoryError.catching(files.all()) where file.content == nil {
      problems.append(.unexpected(keptFile: file.name.string))
    }
    return problems
  }
}
