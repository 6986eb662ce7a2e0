extension Index {
  /// Makes the change that a note tells of, and keeps its text and the pack that it is in.
  ///
  /// The only way by which names, groups and branches change, so index and packs agree on them.
  func apply(_ note: NoteRecord, pack: Int) throws(DatabaseError) {
    switch note.change {
    case .rename(let revision, let name):
      let update = try database.statement("UPDATE revision SET name = ?2 WHERE id = ?1")
      update.bind(1, revision)
      update.bind(2, name)
      try update.run()
    case .group(let group): try insert(group)
    case .ungroup(let number): try removeGroup(number)
    case .branch(let name, let revision):
      let insertion = try database.statement("INSERT OR REPLACE INTO branch VALUES (?1, ?2)")
      insertion.bind(1, name)
      insertion.bind(2, revision)
      try insertion.run()
    case .unbranch(let name): try removeBranch(name)
    case .cut(let numbers): try removeRevisions(numbers)
    case .root(let number, _):
      let update = try database.statement("UPDATE revision SET parent = NULL, grp = NULL WHERE id = ?1")
      update.bind(1, number)
      try update.run()
    case .limits: break
    }
    if note.replaces > 0 { try removeNote(note.replaces) }
    let insertion = try database.statement("INSERT OR REPLACE INTO note VALUES (?1, ?2, ?3)")
    insertion.bind(1, note.number)
    insertion.bind(2, pack)
    insertion.bind(3, note.text)
    try insertion.run()
  }

  /// The numbers, packs and texts of the notes behind `number`, rising.
  func notes(after number: Int) throws(DatabaseError) -> [(number: Int, pack: Int, text: String)] {
    let query = try database.statement("SELECT id, pack, text FROM note WHERE id > ?1 ORDER BY id")
    query.bind(1, number)
    defer { query.reset() }
    var notes: [(number: Int, pack: Int, text: String)] = []
    while try query.step() { notes.append((query.int(0), query.int(1), query.text(2))) }
    return notes
  }

  /// The pack and the text of a note; nil where there is none of that number.
  func note(_ number: Int) throws(DatabaseError) -> (pack: Int, text: String)? {
    let query = try database.statement("SELECT pack, text FROM note WHERE id = ?1")
    query.bind(1, number)
    defer { query.reset() }
    return try query.step() ? (query.int(0), query.text(1)) : nil
  }

  /// Removes a note that has nothing to say any more.
  func removeNote(_ number: Int) throws(DatabaseError) {
    let removal = try database.statement("DELETE FROM note WHERE id = ?1")
    removal.bind(1, number)
    try removal.run()
  }

  /// Notes that a note is in another pack now.
  func move(note number: Int, to pack: Int) throws(DatabaseError) {
    let update = try database.statement("UPDATE note SET pack = ?2 WHERE id = ?1")
    update.bind(1, number)
    update.bind(2, pack)
    try update.run()
  }

  // MARK: Groups

  /// The group with that number; nil where there is none, or where it makes no sense.
  func group(_ number: Int) throws(DatabaseError) -> Group? {
    let query = try database.statement("SELECT id, last, name FROM grp WHERE id = ?1")
    query.bind(1, number)
    defer { query.reset() }
    guard try query.step() else { return nil }
    return Self.group(in: query)
  }

  /// The group with the highest number in `numbers`, or with the lowest one.
  func group(in numbers: ClosedRange<Int>, highest: Bool) throws(DatabaseError) -> Group? {
    let query = try database.statement(
      "SELECT id, last, name FROM grp WHERE id BETWEEN ?1 AND ?2 ORDER BY id \(highest ? "DESC" : "ASC") LIMIT 1")
    query.bind(1, numbers.lowerBound)
    query.bind(2, numbers.upperBound)
    defer { query.reset() }
    guard try query.step() else { return nil }
    return Self.group(in: query)
  }

  /// All groups that have ended, by rising numbers.
  func groups() throws(DatabaseError) -> [Group] {
    let query = try database.statement("SELECT id, last, name FROM grp ORDER BY id")
    defer { query.reset() }
    var groups: [Group] = []
    while try query.step() { if let group = Self.group(in: query) { groups.append(group) } }
    return groups
  }

  private static func group(in row: Statement) -> Group? {
    let group = Group(first: row.int(0), last: row.int(1), name: row.text(2))
    return group.first > 0 && group.first <= group.last ? group : nil
  }

  /// Makes the revisions from the first to the last a group; groups that they were in are no more.
  private func insert(_ group: Group) throws(DatabaseError) {
    try setGroup(group.first, from: group.last, downTo: group.first)
    try insertRow(of: group)
  }

  func insertRow(of group: Group) throws(DatabaseError) {
    let insertion = try database.statement("INSERT OR REPLACE INTO grp VALUES (?1, ?2, ?3)")
    insertion.bind(1, group.first)
    insertion.bind(2, group.last)
    insertion.bind(3, group.name)
    try insertion.run()
  }

  private func removeGroup(_ number: Int) throws(DatabaseError) {
    guard let group = try group(number) else { return }
    try setGroup(nil, from: group.last, downTo: group.first)
    try removeGroupRow(number)
  }

  func removeGroupRow(_ number: Int) throws(DatabaseError) {
    let removal = try database.statement("DELETE FROM grp WHERE id = ?1")
    removal.bind(1, number)
    try removal.run()
  }

  /// Says of a chain of revisions which group they are in.
  private func setGroup(_ group: Int?, from last: Int, downTo first: Int) throws(DatabaseError) {
    var next: Int? = last
    while let number = next, number >= first {
      let query = try database.statement("SELECT parent, grp FROM revision WHERE id = ?1")
      query.bind(1, number)
      var former: Int?
      next = nil
      do {
        defer { query.reset() }
        guard try query.step() else { return }
        // Numbers fall from child to parent; where they do not, a damaged index must not keep this walking.
        next = query.optionalInt(0).flatMap { $0 < number ? $0 : nil }
        former = query.optionalInt(1)
      }
      // Those of a script's group have its number from the beginning.
      if former == group { continue }
      if let former { try removeGroupRow(former) }
      let update = try database.statement("UPDATE revision SET grp = ?2 WHERE id = ?1")
      update.bind(1, number)
      update.bind(2, group)
      try update.run()
    }
  }

  /// Makes groups end before revision `first`; it and all above it were removed.
  ///
  /// - Returns: those that are to be shorter now; the others are gone.
  func cutGroups(before first: Int) throws(DatabaseError) -> [Group] {
    let removal = try database.statement("DELETE FROM grp WHERE id >= ?1")
    removal.bind(1, first)
    try removal.run()
    // A group's revisions that are left are its chain up to there.
    let query = try database.statement(
      """
      SELECT grp.id, max(revision.id), grp.name FROM grp JOIN revision
      ON revision.id BETWEEN grp.id AND grp.last AND revision.grp = grp.id
      WHERE grp.last >= ?1 GROUP BY grp.id
      """)
    query.bind(1, first)
    defer { query.reset() }
    var groups: [Group] = []
    while try query.step() { if let group = Self.group(in: query) { groups.append(group) } }
    return groups
  }

  // MARK: Branches

  /// All branches, by name.
  func branches() throws(DatabaseError) -> [Branch] {
    let query = try database.statement("SELECT name, revision FROM branch ORDER BY name")
    defer { query.reset() }
    var branches: [Branch] = []
    while try query.step() { branches.append(Branch(name: query.text(0), revision: query.int(1))) }
    return branches
  }

  /// The revision that a branch's name stands on; nil where there is no such name.
  func branch(_ name: String) throws(DatabaseError) -> Int? {
    let query = try database.statement("SELECT revision FROM branch WHERE name = ?1")
    query.bind(1, name)
    defer { query.reset() }
    return try query.step() ? query.int(0) : nil
  }

  private func removeBranch(_ name: String) throws(DatabaseError) {
    let removal = try database.statement("DELETE FROM branch WHERE name = ?1")
    removal.bind(1, name)
    try removal.run()
  }

  /// Removes the names that stand on revision `first` or above it.
  func removeBranches(from first: Int) throws(DatabaseError) {
    let removal = try database.statement("DELETE FROM branch WHERE revision >= ?1")
    removal.bind(1, first)
    try removal.run()
  }
}
