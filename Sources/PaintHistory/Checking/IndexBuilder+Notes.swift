extension IndexBuilder {
  /// The groups as notes tell of them, in their order; the revisions then know theirs.
  ///
  /// Not by `Index.apply`: revisions that are not kept are on the way from a group's end to its beginning still.
  func groupsByNotes() throws(DatabaseError) -> [Int: Group] {
    var groups: [Int: Group] = [:]
    for note in try index.notes(after: 0) {
      guard case .note(let record)? = PackRecord(note.text) else { continue }
      switch record.change {
      case .group(let group):
        for number in chain(from: group.last, downTo: group.first) where revisions[number]?.group != group.first {
          if let former = revisions[number]?.group { groups[former] = nil }
          revisions[number]?.group = group.first
        }
        groups[group.first] = group
      case .ungroup(let first):
        groups[first] = nil
        part(first)
      case .root(let number, _): revisions[number]?.group = nil
      default: break
      }
    }
    // A group whose first revision is not kept goes on under another number, or was parted by a note that went with it.
    for (number, revision) in revisions where revision.group.map({ isPruned($0) || $0 == root }) ?? false {
      revisions[number]?.group = nil
    }
    // One whose last is not kept was joined with others or parted before that went: else a note has its new last.
    return groups.filter { !isPruned($0.key) && $0.key != root && !isPruned($0.value.last) }
  }

  /// Has no revision belong to a group; not by its chain, whose end may be forgotten.
  private func part(_ group: Int) {
    for (number, revision) in revisions where revision.group == group { revisions[number]?.group = nil }
  }

  /// A revision and its ancestors as far as they are known, down to a number.
  private func chain(from last: Int, downTo first: Int) -> [Int] {
    var chain: [Int] = []
    var next: Int? = last
    while let number = next, number >= first, revisions[number] != nil || formerParents[number] != nil {
      chain.append(number)
      next = revisions[number]?.parent ?? formerParents[number]
    }
    return chain
  }

  /// Applies the notes in their order, and takes back what they say of revisions that are lost.
  func applyNotes(_ groups: [Int: Group]) throws(DatabaseError) {
    for note in try index.notes(after: 0) {
      guard case .note(let record)? = PackRecord(note.text) else { continue }
      switch record.change {
      case .rename, .branch, .unbranch: try index.apply(record, pack: note.pack)
      // These have done their work.
      case .cut, .group, .ungroup, .root, .limits: continue
      }
    }
    for number in groups.keys.sorted() { if let group = groups[number] { try index.insertRow(of: group) } }
    try repairBranches()
    try repairGroups()
  }

  /// Makes a change for which no pack has a note yet.
  private func amend(_ change: NoteRecord.Change) throws(DatabaseError) {
    highestNote += 1
    amendedNotes.insert(highestNote)
    try index.apply(NoteRecord(number: highestNote, document: identity ?? "", change: change), pack: 0)
  }

  /// Makes the limits those of the present version; a note tells of them where packs would say otherwise.
  func migrateLimits() throws(DatabaseError) {
    limits = limits.migrated
    if limits != notedLimits ?? Limits() { try amend(.limits(limits)) }
  }

  private func repairBranches() throws(DatabaseError) {
    for branch in try index.branches() where revisions[branch.revision] == nil {
      let kept = revisions.keys.filter { $0 < branch.revision }.max()
      let now = kept.map { "stands on r\($0) now" } ?? "is no more"
      problems.append(
        CheckProblem(
          code: .noteLost,
          message: "the branch '\(branch.name)' stood on r\(branch.revision), which is lost; it \(now)",
          revision: branch.revision))
      try amend(kept.map { .branch(branch.name, revision: $0) } ?? .unbranch(branch.name))
    }
  }

  private func repairGroups() throws(DatabaseError) {
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
        message += " is r\(first) to r\(last) now"
        try amend(.group(Group(first: first, last: last, name: name)))
      } else {
        message += " is no more"
        try amend(.ungroup(number))
      }
      for member in chain { revisions[member]?.isAmended = true }
      problems.append(CheckProblem(code: .noteLost, message: message, revision: number))
    }
  }
}

extension Index {
  /// Takes a group and what any revision says of it away.
  func dropGroup(_ number: Int) throws(DatabaseError) {
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
