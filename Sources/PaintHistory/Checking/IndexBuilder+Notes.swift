extension IndexBuilder {
  /// The groups as described by the notes, in order; sets the group of each revision.
  ///
  /// Does not use `Index.apply`: pruned revisions may be between a group's last and first revision.
  func groupsByNotes() throws(HistoryError) -> [Int: Group] {
    var groups: [Int: Group] = [:]
    // The revisions that were put in each group, some of which may have left it.
    var members: [Int: [Int]] = [:]
    for (number, revision) in revisions { if let group = revision.group { members[group, default: []].append(number) } }
    for note in try index.notes(after: 0) {
      guard case .note(let record)? = PackRecord(note.text) else { continue }
      switch record.change {
      case .group(let group):
        // What is joined to the end of a group does not change the rest of it.
        let known = groups[group.first]?.last
        forEachRevision(from: group.last, downTo: group.first) { number in
          let former = revisions[number]?.group
          if former == group.first { return number != known }
          if let former { groups[former] = nil }
          revisions[number]?.group = group.first
          members[group.first, default: []].append(number)
          return true
        }
        groups[group.first] = group
      case .ungroup(let first):
        groups[first] = nil
        // Not along the chain, whose end may be forgotten.
        for number in members.removeValue(forKey: first) ?? [] where revisions[number]?.group == first {
          revisions[number]?.group = nil
        }
      case .root(let number, _): revisions[number]?.group = nil
      default: break
      }
    }
    // A group whose first revision is pruned continues under another number, or was ungrouped by a note that was
    // removed with it.
    for (number, revision) in revisions where revision.group.map({ isPruned($0) || $0 == root }) ?? false {
      revisions[number]?.group = nil
    }
    // A group whose last revision is pruned was joined with others or ungrouped before: otherwise a note has its new
    // last revision.
    return groups.filter { !isPruned($0.key) && $0.key != root && !isPruned($0.value.last) }
  }

  /// Calls `body` with the number of a revision and those of its known ancestors, down to number `first`, until it returns
  /// false.
  private func forEachRevision(from last: Int, downTo first: Int, _ body: (Int) -> Bool) {
    var next: Int? = last
    while let number = next, number >= first, revisions[number] != nil || formerParents[number] != nil, body(number) {
      next = revisions[number]?.parent ?? formerParents[number]
    }
  }

  /// Applies the notes in order, and fixes those that refer to lost revisions.
  func applyNotes(_ groups: [Int: Group]) throws(HistoryError) {
    for note in try index.notes(after: 0) {
      guard case .note(let record)? = PackRecord(note.text) else { continue }
      switch record.change {
      case .rename, .branch, .unbranch: try index.apply(record, pack: note.pack)
      // These were applied before.
      case .cut, .group, .ungroup, .root, .limits: continue
      // It changes nothing.
      case .amend: continue
      }
    }
    for number in groups.keys.sorted() { if let group = groups[number] { try index.insertRow(of: group) } }
    try repairBranches()
    try repairGroups()
  }

  /// Makes a change that no pack has a note of yet.
  private func addNote(_ change: NoteRecord.Change) throws(HistoryError) {
    highestNote += 1
    notesToWrite.insert(highestNote)
    try index.apply(NoteRecord(number: highestNote, document: identity ?? "", change: change), pack: 0)
  }

  private func repairBranches() throws(HistoryError) {
    for branch in try index.branches() where revisions[branch.revision] == nil {
      let kept = revisions.keys.filter { $0 < branch.revision }.max()
      let now = kept.map { "is at r\($0) now" } ?? "was removed"
      problems.append(
        CheckProblem(
          code: .noteLost,
          message: "the branch '\(branch.name)' was at r\(branch.revision), which is lost; it \(now)",
          revision: branch.revision))
      try addNote(kept.map { .branch(branch.name, revision: $0) } ?? .unbranch(branch.name))
    }
  }

  private func repairGroups() throws(HistoryError) {
    var members: [Int: [Int]] = [:]
    let query = try index.database.statement("SELECT id, grp FROM revision WHERE grp NOT NULL ORDER BY id")
    while try query.step() { members[query.int(1), default: []].append(query.int(0)) }
    query.reset()
    var groups: [Int: Group] = [:]
    let rows = try index.database.statement("SELECT id, last, name FROM grp")
    while try rows.step() { groups[rows.int(0)] = Group(first: rows.int(0), last: rows.int(1), name: rows.text(2)) }
    rows.reset()
    for number in Set(members.keys).union(groups.keys).sorted() {
      let chain = members[number] ?? []
      let group = groups[number]
      let isChain = zip(chain, chain.dropFirst()).allSatisfy { revisions[$1]?.parent == $0 }
      if let group, chain.first == group.first, chain.last == group.last, isChain { continue }
      let name = group?.name ?? GroupSummary.name(of: chain.count, only: "")
      var message = "the group '\(name)' of r\(number)"
      try index.dropGroup(number)
      if let first = chain.first, let last = chain.last, isChain {
        message += " is now r\(first) to r\(last)"
        try addNote(.group(Group(first: first, last: last, name: name)))
      } else {
        message += " was removed"
        try addNote(.ungroup(number))
      }
      for member in chain { revisions[member]?.needsNewRecord = true }
      problems.append(CheckProblem(code: .noteLost, message: message, revision: number))
    }
  }
}

extension Index {
  /// Removes a group and all references to it from revisions.
  func dropGroup(_ number: Int) throws(HistoryError) {
    try removeGroupRow(number)
    let query = try database.statement("SELECT id FROM revision WHERE grp = ?1")
    query.bind(1, number)
    var members: [Int] = []
    do {
      defer { query.reset() }
      while try query.step() { members.append(query.int(0)) }
    }
    for member in members { try update(.revision, member, [(IndexPart.Column.Revision.group, nil)]) }
  }
}
