extension NoteRecord {
  /// Parses a note from a record's lines; nil if they are not a note.
  init?(_ fields: RecordFields) {
    guard fields.kind == "note", let number = fields.number("note"), number > 0, let document = fields["document"],
      let change = Change(fields)
    else { return nil }
    self.init(number: number, document: document, change: change)
  }
}

extension NoteRecord.Change {
  /// Parses the change from a note's lines.
  init?(_ fields: RecordFields) {
    if let revision = fields.number("rename"), let name = fields.text("name") {
      self = .rename(revision, name: name)
    } else if let first = fields.number("group"), let last = fields.number("last"), let name = fields.text("name") {
      guard first > 0, first <= last else { return nil }
      self = .group(Group(first: first, last: last, name: name))
    } else if let group = fields.number("ungroup") {
      self = .ungroup(group)
    } else if let name = fields.text("branch"), let revision = fields.number("revision") {
      self = .branch(name, revision: revision)
    } else if let name = fields.text("unbranch") {
      self = .unbranch(name)
    } else if let range = fields.numbers("cut"), range.count == 2, range[0] > 0, range[0] <= range[1] {
      self = .cut(range[0]...range[1])
    } else if let root = fields.number("root") {
      self = .root(root, forgotten: NumberRanges.parse((fields["forgotten"] ?? "")[...]))
    } else if let range = fields.numbers("amend"), range.count == 2, let current = fields.number("current"),
      let tip = fields.number("tip")
    {
      guard range[0] > 0, range[0] <= range[1] + 1,
        let steps = RemadeLine.steps(fields["map"] ?? "", first: range[0], last: range[1])
      else { return nil }
      self = .amend(RemadeLine(first: range[0], last: range[1], current: current, tip: tip, steps: steps))
    } else if let words = fields["limits"]?.split(separator: " ", omittingEmptySubsequences: false), words.count == 3 {
      let numbers = words.compactMap { Int($0) }
      guard numbers.count == 3 else { return nil }
      let limits = Limits(steps: numbers[0], bytes: numbers[1], sideAge: numbers[2])
      guard limits.isValid else { return nil }
      self = .limits(limits)
    } else {
      return nil
    }
  }
}
