import PaintHistory

extension Session {
  /// `paint branch [NAME [REV]]`: lists branches, names a revision, moves or removes a name.
  func branch(_ line: ParsedLine) throws(Failure) {
    if line.asksForBranches { return try listBranches() }
    guard !line.operands.isEmpty else { throw Failure(.missingWord, "branch needs a name here") }
    let name = try line.operand(0, BranchName.parse)
    let before = try catching { () throws(HistoryError) in try history.branch(name) }
    var after: Int?
    if line.has(.delete) {
      if line.has(.move) || line.operands.count > 1 {
        throw Failure(.unexpectedWord, "branch --delete takes a name and nothing else")
      }
      guard before != nil else { throw try unknownBranch(name, "there is no branch \(Failure.quoted(name))") }
      try catching { () throws(HistoryError) in try history.removeBranch(name) }
    } else {
      let target =
        line.operands.count > 1
        ? try revision(try line.operand(1, RevisionArgument.parse)) : history.current.number
      // Looked up even where nothing is to be done: a number that is none is an error.
      _ = try catching { () throws(HistoryError) in try history.revision(target) }
      if line.has(.move), before == nil {
        throw try unknownBranch(name, "there is no branch \(Failure.quoted(name)) to move")
      }
      if let before, before != target, !line.has(.move) {
        throw Failure(
          .cannotCreate, "the branch \(Failure.quoted(name)) stands on r\(before) already", hint: "--move moves it")
      }
      after = target
      if before != target { try catching { () throws(HistoryError) in try history.setBranch(name, to: target) } }
    }
    showBranch(name, before: before, after: after)
  }

  private func showBranch(_ name: String, before: Int?, after: Int?) {
    if console.isJSON {
      if console.isQuiet { return }
      var json = JSONWriter()
      json.beginObject()
      if let lineNumber { json.field("line", lineNumber) }
      json.field("branch", name)
      json.field("revision", after)
      json.field("before", before)
      json.endObject()
      return printJSON(json)
    }
    if isScript { return }
    switch (before, after) {
    case (let before?, nil): console.report("branch \(name) removed, it stood on r\(before)")
    case (let before?, let after?) where before != after:
      console.report("branch \(name) moved from r\(before) to r\(after)")
    case (_, let after): console.report("branch \(name) on r\(after ?? 0)")
    }
  }

  private func listBranches() throws(Failure) {
    let branches = try catching { () throws(HistoryError) in try history.branches() }
    let current = history.current.number
    guard console.isJSON else {
      if branches.isEmpty { console.report("no branches; paint branch NAME names the current revision") }
      let names = branches.map { Failure.oneLine($0.name) }
      let width = names.map(\.count).max() ?? 0
      for (branch, name) in zip(branches, names) {
        let mark = branch.revision == current ? "*" : " "
        let gap = String(repeating: " ", count: width - name.count)
        console.print("\(mark) \(name)\(gap)  r\(branch.revision)")
      }
      return
    }
    var json = JSONWriter()
    // A script's answers are objects, each with its line.
    if let lineNumber {
      json.beginObject()
      json.field("line", lineNumber)
      json.key("branches")
    }
    json.beginArray()
    for branch in branches {
      json.beginObject()
      json.field("name", branch.name)
      json.field("revision", branch.revision)
      json.field("current", branch.revision == current)
      json.endObject()
    }
    json.endArray()
    if lineNumber != nil { json.endObject() }
    printJSON(json)
  }
}

extension ParsedLine {
  /// True for a `branch` that only asks.
  var asksForBranches: Bool { command == .branch && operands.isEmpty && !has(.move) && !has(.delete) }
}
