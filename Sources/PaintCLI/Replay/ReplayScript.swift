import PaintHistory

/// The lines of a script that makes a drawing's revisions again on a new document.
///
/// A new document counts from 1, so revisions get other numbers where the old one has gaps; words that refer to
/// revisions follow them.
struct ReplayScript {
  private let history: History
  /// The numbers that revisions have on the new document.
  private var newNumbers: [Int: Int]
  /// Where the new document stands, by the old number.
  private var here: Int
  /// The oldest revision, with which the new document begins.
  private let start: Int
  /// How many revisions of each group were made.
  private var grouped: [Int: Int] = [:]
  /// Where the script finds the kept file of that name.
  private let place: (Needed) throws -> [UInt8]
  /// How many revisions the script has made.
  private var made = 0

  /// A picture that a script's line reads.
  enum Needed {
    /// One that the document keeps.
    case kept(ContentName)
    /// That of a revision, whose command alone does not make it.
    case revision(Int)
  }

  init(_ history: History, startingAt start: Int, place: @escaping (Needed) throws -> [UInt8]) {
    self.history = history
    here = start
    self.start = start
    newNumbers = [start: 0]
    self.place = place
  }

  /// Makes the revisions, calling `body` with each line; then goes to `end`.
  ///
  /// - Parameter importsStart: whether the new document begins with another picture, on which the start is to be made.
  mutating func make(
    _ numbers: [Int], importingStart importsStart: Bool, endingAt end: [Int], _ body: ([UInt8]) -> Void
  ) throws {
    if importsStart {
      let start = try history.revision(here)
      body(try importLine(start))
      made = 1
      newNumbers[here] = made
    } else if let line = try startLine() {
      body(line)
    }
    for number in numbers {
      let revision = try history.revision(number)
      if let parent = revision.parent { try go(to: parent, body) }
      body(try line(revision))
      made += 1
      newNumbers[number] = made
      here = number
      if let line = try groupLine(behind: revision) { body(line) }
    }
    let branches = try history.branches()
    for branch in branches {
      guard let number = newNumbers[branch.revision] else { continue }
      var line = Array("branch ".utf8)
      ShellQuoting.append(Array(branch.name.utf8), to: &line)
      body(line + Array(" r\(number)".utf8))
    }
    for end in end { try go(to: end, body) }
  }

  /// The line that names the start; nil where it is called as a new document calls its own.
  private func startLine() throws -> [UInt8]? {
    let start = try history.revision(here)
    if start.name == (start.command.hasPrefix("new --size ") ? "New" : "Open") { return nil }
    let name = start.name
    if name.isEmpty { return nil }
    // A name may look like an option.
    var line = Array("name start \(name.hasPrefix("-") ? "-- " : "")".utf8)
    ShellQuoting.append(Array(name.utf8), to: &line)
    return line
  }

  /// The line that takes a revision's picture in as it is.
  private func importLine(_ revision: Revision) throws -> [UInt8] {
    var line = Array("import ".utf8)
    ShellQuoting.append(try place(.revision(revision.number)), to: &line)
    if revision.name != "Import" { Self.append(name: revision.name, to: &line) }
    return line
  }

  private mutating func go(to number: Int, _ body: ([UInt8]) -> Void) throws(Failure) {
    if here == number { return }
    guard let target = newNumbers[number] else {
      throw Failure(.damagedDocument, "r\(number) is missing from the history", hint: "paint check --repair")
    }
    here = number
    body(Array("goto r\(target)".utf8))
  }

  private func line(_ revision: Revision) throws -> [UInt8] {
    let command = CanonicalCommand(revision.command)
    let reference = command.reference.flatMap { newNumbers[$0] }.map { "r\($0)" }
    // What it refers to is forgotten, so that nothing but the picture tells what it did.
    if command.reference != nil, reference == nil { return try importLine(revision) }
    // What the start changed is forgotten with what came before it, so it cannot be taken back again.
    if command.isRevert, command.reference == start { return try importLine(revision) }
    let referred = try command.reference.map { try history.revision($0).name }
    var file: [UInt8]?
    if let content = command.content { file = try place(.kept(content)) }
    var line = command.line(reference: reference, file: file)
    if command.defaultName(on: revision.size, referringTo: referred) != revision.name {
      var option: [UInt8] = []
      Self.append(name: revision.name, to: &option)
      let verb = command.endsOptions ? line.firstIndex(of: UInt8(ascii: " ")) : nil
      line.insert(contentsOf: option, at: verb ?? line.endIndex)
    }
    return line
  }

  /// The line that joins a group, behind its last revision; nil elsewhere.
  ///
  /// Not `group begin` and `group end`: what the script has to make between a group's revisions, for a later one to
  /// refer to, must not become part of it.
  private mutating func groupLine(behind revision: Revision) throws -> [UInt8]? {
    guard let number = revision.group else { return nil }
    grouped[number, default: 0] += 1
    let group = try history.group(number)
    guard let group, group.last == revision.number, let count = grouped.removeValue(forKey: number) else { return nil }
    var line = Array("group \(count)".utf8)
    let name = group.name
    if name.isEmpty { return line }
    // A name may look like an option.
    line.append(contentsOf: (name.hasPrefix("-") ? " -- " : " ").utf8)
    ShellQuoting.append(Array(name.utf8), to: &line)
    return line
  }

  /// Adds the option that names a step; an empty name, which earlier versions allowed, is left out.
  private static func append(name: String, to line: inout [UInt8]) {
    if name.isEmpty { return }
    line.append(contentsOf: " --name=".utf8)
    ShellQuoting.append(Array(name.utf8), to: &line)
  }
}
