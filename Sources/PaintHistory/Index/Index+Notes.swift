extension Index {
  /// Applies the change of a note, and stores its text and its pack.
  ///
  /// Names, groups and branches only change through this function, so index and packs agree on them.
  func apply(_ note: NoteRecord, pack: Int) throws(HistoryError) {
    switch note.change {
    case .rename(let revision, let name): try rename(revision, to: name)
    case .group(let group): try insert(group)
    case .ungroup(let number): try removeGroup(number)
    case .branch(let name, let revision):
      let insertion = try insertion(.branch, replacing: true)
      var row = RowBinder(.branch, to: insertion, of: self)
      row.add(name)
      row.add(revision)
      row.end()
      try insertion.run()
    case .unbranch(let name): try removeBranch(name)
    case .cut(let numbers): try removeRevisions(numbers)
    case .root(let number, _):
      try update(.revisionTree, number, [(IndexPart.Column.Tree.parent, nil)])
      try update(.revision, number, [(IndexPart.Column.Revision.group, nil)])
    case .amend, .limits: break
    }
    if note.replaces > 0 { try removeNote(note.replaces) }
    try insert(note: note.number, pack: pack, text: note.text)
  }

  /// Adds a note, or replaces the one with that number.
  func insert(note number: Int, pack: Int, text: String) throws(HistoryError) {
    let insertion = try insertion(.note, replacing: true)
    var row = RowBinder(.note, to: insertion, of: self)
    row.add(number)
    row.add(pack)
    row.add(text)
    row.end()
    try insertion.run()
  }

  /// The notes after `number`, in ascending order.
  func notes(after number: Int) throws(HistoryError) -> [(number: Int, pack: Int, text: String)] {
    let query = try database.statement("SELECT \(IndexPart.note.columns) FROM note WHERE id > ?1 ORDER BY id")
    query.bind(1, number)
    defer { query.reset() }
    var notes: [(number: Int, pack: Int, text: String)] = []
    while try next(query, .note) { notes.append((query.int(0), query.int(1), query.text(2))) }
    return notes
  }

  /// The pack and the text of a note; nil if it does not exist.
  func note(_ number: Int) throws(HistoryError) -> (pack: Int, text: String)? {
    let query = try kept(.note, "SELECT \(IndexPart.note.columns) FROM note WHERE id = ?1")
    query.bind(1, number)
    defer { query.reset() }
    return try next(query, .note) ? (query.int(1), query.text(2)) : nil
  }

  /// Removes an obsolete note.
  func removeNote(_ number: Int) throws(HistoryError) {
    let removal = try database.statement("DELETE FROM note WHERE id = ?1")
    removal.bind(1, number)
    try removal.run()
  }

  /// Records that a note was moved to another pack.
  func move(note number: Int, to pack: Int) throws(HistoryError) {
    try update(.note, number, [(IndexPart.Column.Note.pack, pack)])
  }

  // MARK: Groups

  /// The group with the given number; nil if it does not exist or is invalid.
  func group(_ number: Int) throws(HistoryError) -> Group? {
    let query = try database.statement("SELECT \(IndexPart.group.columns) FROM grp WHERE id = ?1")
    query.bind(1, number)
    defer { query.reset() }
    guard try next(query, .group) else { return nil }
    return Self.group(in: query)
  }

  /// The group with the highest or the lowest number in `numbers`.
  func group(in numbers: ClosedRange<Int>, highest: Bool) throws(HistoryError) -> Group? {
    let query = try database.statement(
      "SELECT \(IndexPart.group.columns) FROM grp WHERE id BETWEEN ?1 AND ?2 ORDER BY id \(highest ? "DESC" : "ASC") LIMIT 1"
    )
    query.bind(1, numbers.lowerBound)
    query.bind(2, numbers.upperBound)
    defer { query.reset() }
    guard try next(query, .group) else { return nil }
    return Self.group(in: query)
  }

  /// All groups that have ended, in ascending order.
  func groups() throws(HistoryError) -> [Group] {
    let query = try database.statement("SELECT \(IndexPart.group.columns) FROM grp ORDER BY id")
    defer { query.reset() }
    var groups: [Group] = []
    while try next(query, .group) { if let group = Self.group(in: query) { groups.append(group) } }
    return groups
  }

  private static func group(in row: Statement) -> Group? {
    let group = Group(first: row.int(0), last: row.int(1), name: row.text(2))
    return group.first > 0 && group.first <= group.last ? group : nil
  }

  /// Makes the revisions from the first to the last a group; groups that they were in are removed.
  private func insert(_ group: Group) throws(HistoryError) {
    // What is joined to the end of a group does not change the rest of it.
    let former = try self.group(group.first)
    try setGroup(group.first, from: group.last, downTo: group.first, setUpTo: former?.last)
    try insertRow(of: group)
  }

  func insertRow(of group: Group) throws(HistoryError) {
    let insertion = try insertion(.group, replacing: true)
    var row = RowBinder(.group, to: insertion, of: self)
    row.add(group.first)
    row.add(group.last)
    row.add(group.name)
    row.end()
    try insertion.run()
  }

  private func removeGroup(_ number: Int) throws(HistoryError) {
    guard let group = try group(number) else { return }
    try setGroup(nil, from: group.last, downTo: group.first)
    try removeGroupRow(number)
  }

  func removeGroupRow(_ number: Int) throws(HistoryError) {
    let removal = try database.statement("DELETE FROM grp WHERE id = ?1")
    removal.bind(1, number)
    try removal.run()
  }

  /// Sets the group of a chain of revisions.
  ///
  /// - Parameter setUpTo: the last revision of a chain that has the group already.
  private func setGroup(
    _ group: Int?, from last: Int, downTo first: Int, setUpTo known: Int? = nil
  ) throws(HistoryError) {
    var next: Int? = last
    while let number = next, number >= first {
      // Numbers decrease from child to parent, so this terminates.
      guard let row = try row(of: number), let node = try node(number) else { return }
      if number == known, row.group == group { return }
      next = node.parent
      let former = row.group
      // Revisions of a script's group have its number from the start.
      if former == group { continue }
      if let former { try removeGroupRow(former) }
      try update(.revision, number, [(IndexPart.Column.Revision.group, group)])
    }
  }

  /// Truncates groups before revision `first`; it and all later ones were removed.
  ///
  /// - Returns: the groups that must be shortened; the others were removed.
  func cutGroups(before first: Int) throws(HistoryError) -> [Group] {
    var cut: [Int: Group] = [:]
    for group in try groups() where group.last >= first && group.first < first { cut[group.first] = group }
    let removal = try database.statement("DELETE FROM grp WHERE id >= ?1")
    removal.bind(1, first)
    try removal.run()
    guard !cut.isEmpty else { return [] }
    // The remaining revisions of a group are its chain up to there.
    let query = try database.statement("SELECT \(IndexPart.revision.columns) FROM revision WHERE id BETWEEN ?1 AND ?2")
    query.bind(1, cut.keys.min() ?? 0)
    query.bind(2, first - 1)
    defer { query.reset() }
    var last: [Int: Int] = [:]
    while try next(query, .revision) {
      if let group = query.optionalInt(5), cut[group] != nil { last[group] = max(last[group] ?? 0, query.int(0)) }
    }
    return cut.values.sorted { $0.first < $1.first }.compactMap { group in
      last[group.first].map { Group(first: group.first, last: $0, name: group.name) }
    }
  }

  // MARK: Branches

  /// All branches, ordered by name.
  func branches() throws(HistoryError) -> [Branch] {
    let query = try database.statement("SELECT \(IndexPart.branch.columns) FROM branch ORDER BY name")
    defer { query.reset() }
    var branches: [Branch] = []
    while try next(query, .branch) { branches.append(Branch(name: query.text(0), revision: query.int(1))) }
    return branches
  }

  /// The revision that a branch points to; nil if there is no such branch.
  func branch(_ name: String) throws(HistoryError) -> Int? {
    let query = try database.statement("SELECT \(IndexPart.branch.columns) FROM branch WHERE name = ?1")
    query.bind(1, name)
    defer { query.reset() }
    return try next(query, .branch) ? query.int(1) : nil
  }

  private func removeBranch(_ name: String) throws(HistoryError) {
    let removal = try database.statement("DELETE FROM branch WHERE name = ?1")
    removal.bind(1, name)
    try removal.run()
  }

  /// Removes the branches that point to revision `first` or later ones.
  func removeBranches(from first: Int) throws(HistoryError) {
    try verifyAll(.branch)
    let removal = try database.statement("DELETE FROM branch WHERE revision >= ?1")
    removal.bind(1, first)
    try removal.run()
  }
}
