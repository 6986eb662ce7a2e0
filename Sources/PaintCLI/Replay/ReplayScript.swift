import PaintHistory

/// The lines of a script that repeats a drawing's revisions on a new document.
///
/// A new document counts from 1, so revisions get other numbers if the old one has gaps; references to revisions are
/// adapted.
struct ReplayScript {
  private let history: History
  /// The numbers of the revisions on the new document.
  private var newNumbers: [Int: Int]
  /// The current revision of the new document, by its old number.
  private var here: Int
  /// The oldest revision, with which the new document begins.
  private let start: Int
  /// The number of revisions made of each group.
  private var grouped: [Int: Int] = [:]
  /// Where a picture is that the script needs.
  private let place: (Needed) throws -> Place
  /// Whether a revision has a selection.
  private let hasSelection: (Int) throws -> Bool
  /// The number of revisions made.
  private var made = 0
  /// The revisions whose pictures the script imports instead of drawing them.
  private var imported: [Int] = []

  /// A picture that a script's line reads.
  enum Needed {
    /// One that the document keeps.
    case kept(ContentName)
    /// That of a revision that cannot be made by its command alone.
    case revision(Int)
    /// The mask of a revision's selection, which was made by a revision that is forgotten.
    case mask(Int)
  }

  /// Where a picture is.
  struct Place {
    var path: [UInt8]
    /// Whether the file states an orientation that the step ignored.
    var statesOrientation = false
  }

  init(
    _ history: History, startingAt start: Int, hasSelection: @escaping (Int) throws -> Bool,
    place: @escaping (Needed) throws -> Place
  ) {
    self.history = history
    here = start
    self.start = start
    newNumbers = [start: 0]
    self.place = place
    self.hasSelection = hasSelection
  }

  /// Makes the revisions, calling `body` with each line; then goes to `end`.
  ///
  /// - Parameter importsStart: whether the new document begins with another picture, so that the start is imported.
  mutating func make(
    _ numbers: [Int], importingStart importsStart: Bool, endingAt end: [Int], _ body: ([UInt8]) -> Void
  ) throws {
    _ = try history.revision(here).checkedCommand()
    if importsStart {
      let start = try history.revision(here)
      body(try importLine(start, ignoringSelection: false))
      made = 1
      newNumbers[here] = made
    } else if let line = try startLine() {
      body(line)
    }
    if try hasSelection(here) { try select(here, body) }
    for number in numbers {
      let revision = try history.revision(number)
      if let parent = revision.parent { try go(to: parent, body) }
      let line = try line(revision)
      here = number
      // A line that changes nothing makes no step, but for a revert.
      if revision.tileCount == 0, revision.base != number,
        imported.last == number || !CanonicalCommand(revision.command).isRevert
      {
        newNumbers[number] = revision.parent.flatMap { newNumbers[$0] }
        if let line = try groupLine(behind: revision, makingNone: true) { body(line) }
        continue
      }
      body(line)
      made += 1
      newNumbers[number] = made
      if try imported.last == number && replacesCanvas(revision) && hasSelection(number) { try select(number, body) }
      if let line = try groupLine(behind: revision, makingNone: false) { body(line) }
    }
    let branches = try history.branches()
    for branch in branches {
      guard let number = newNumbers[branch.revision] else { continue }
      var line = Array("branch ".utf8)
      try RecordedText.check(branch)
      ShellQuoting.append(Array(branch.name.utf8), to: &line)
      body(line + Array(" r\(number)".utf8))
    }
    for end in end { try go(to: end, body) }
  }

  /// The line that renames the start; nil if it has the default name.
  private func startLine() throws -> [UInt8]? {
    let start = try history.revision(here)
    if start.name == (start.command.hasPrefix("new --size ") ? "New" : "Open") { return nil }
    let name = start.name
    // A name may look like an option.
    var line = Array("name start \(name.hasPrefix("-") ? "-- " : "")".utf8)
    ShellQuoting.append(Array(name.utf8), to: &line)
    return line
  }

  /// Makes a selection that no line draws, in a step that stands for the revision.
  private mutating func select(_ number: Int, _ body: ([UInt8]) -> Void) throws {
    body(try selectionLine(of: number))
    made += 1
    newNumbers[number] = made
  }

  /// Whether the revision's canvas has another size than that before it.
  private func replacesCanvas(_ revision: Revision) throws(HistoryError) -> Bool {
    guard let parent = revision.parent else { return false }
    return try history.revision(parent).size != revision.size
  }

  /// The line that imports a revision's picture.
  private func importLine(_ revision: Revision, ignoringSelection: Bool) throws -> [UInt8] {
    var line = Array("import ".utf8)
    ShellQuoting.append(try place(.revision(revision.number)).path, to: &line)
    if try replacesCanvas(revision) {
      line.append(contentsOf: " --replace".utf8)
    } else if ignoringSelection {
      line.append(contentsOf: " --everywhere".utf8)
    }
    if revision.name != "Import" { Self.append(name: revision.name, to: &line) }
    Self.append(authorOf: revision, to: &line)
    return line
  }

  /// The line that makes a revision's selection.
  private func selectionLine(of number: Int) throws -> [UInt8] {
    var line = Array("select ".utf8)
    ShellQuoting.append(try place(.mask(number)).path, to: &line)
    // The step stands for the revision.
    let revision = try history.revision(number)
    if revision.name != "Select" { Self.append(name: revision.name, to: &line) }
    Self.append(authorOf: revision, to: &line)
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

  private mutating func line(_ revision: Revision) throws -> [UInt8] {
    guard case .edit(let command) = try revision.checkedCommand() else {
      throw revision.damaged("r\(revision.number) is no edit")
    }
    let references = command.references
    // A revision that it refers to is forgotten, so its picture is imported.
    let isLost = references.contains { newNumbers[$0] == nil }
    if try isLost || command.isRevert && !canRevert(references, for: revision) {
      imported.append(revision.number)
      // Its picture is made through the selection already.
      return try importLine(revision, ignoringSelection: hasSelection(revision.number))
    }
    let referred = references.count == 1 ? try history.revision(references[0]).name : nil
    var paths: [ContentName: [UInt8]] = [:]
    var statesOrientation = false
    for content in command.contents {
      let file = try place(.kept(content))
      paths[content] = file.path
      statesOrientation = statesOrientation || file.statesOrientation
    }
    var line = command.line(renumbering: newNumbers, paths: paths)
    var options: [UInt8] = []
    // A pattern that is the copy of a kept picture is never turned.
    if statesOrientation, command.readsPicture {
      options.append(contentsOf: " --orientation \(OrientationUse.ignore.rawValue)".utf8)
    }
    let canvas = try revision.parent.map { try history.revision($0).size } ?? revision.size
    let name = command.defaultName(on: canvas, referringTo: referred)
    if name != revision.name { Self.append(name: revision.name, to: &options) }
    Self.append(authorOf: revision, to: &options)
    let verb = command.endsOptions ? line.firstIndex(of: UInt8(ascii: " ")) : nil
    line.insert(contentsOf: options, at: verb ?? line.endIndex)
    return line
  }

  /// Whether the script can revert steps again, and make what follows them.
  private func canRevert(_ steps: [Int], for revision: Revision) throws(HistoryError) -> Bool {
    // The picture before the start is forgotten.
    if steps.contains(start) { return false }
    // An imported picture does not show what the steps before it leave out.
    for number in imported where try history.distance(from: number, to: revision.number).undone == 0 { return false }
    return true
  }

  /// The line that joins a group, after its last revision; nil otherwise.
  ///
  /// Not `group begin` and `group end`: revisions that the script makes between those of a group, because later ones
  /// refer to them, must not become part of it.
  ///
  /// - Parameter makesNone: whether the script makes no step of the revision.
  private mutating func groupLine(behind revision: Revision, makingNone makesNone: Bool) throws -> [UInt8]? {
    guard let number = revision.group else { return nil }
    grouped[number, default: 0] += makesNone ? 0 : 1
    let group = try history.group(number)
    guard let group, group.last == revision.number, let count = grouped.removeValue(forKey: number),
      count > 0
    else { return nil }
    var line = Array("group \(count)".utf8)
    let name = group.name
    try RecordedText.check(name, of: "the group of r\(revision.number)")
    // A name may look like an option.
    line.append(contentsOf: (name.hasPrefix("-") ? " -- " : " ").utf8)
    ShellQuoting.append(Array(name.utf8), to: &line)
    return line
  }

  /// Adds the option that names a step.
  private static func append(name: String, to line: inout [UInt8]) {
    line.append(contentsOf: " --name=".utf8)
    ShellQuoting.append(Array(name.utf8), to: &line)
  }

  /// Adds the option that names a step's author, if it has one.
  private static func append(authorOf revision: Revision, to line: inout [UInt8]) {
    if revision.author.isEmpty { return }
    line.append(contentsOf: " --author=".utf8)
    ShellQuoting.append(Array(revision.author.utf8), to: &line)
  }
}
