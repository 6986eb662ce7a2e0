import PaintHistory
import PaintRaster
import PaintText
import SystemPackage

/// What completion looks up in the document and on this machine, when it is asked for.
///
/// Nothing here waits, changes a file or reports an error: what cannot be read is not offered.
struct CompletionSources: Sendable {
  /// A revision, as it is offered.
  struct Place: Equatable, Sendable {
    /// Its number.
    var number: Int
    /// Its name in the history, and the name of its group.
    var name: String
  }

  /// The revisions and branches of a document.
  struct Places: Equatable, Sendable {
    /// The oldest kept revision, the current one, and the end of redo.
    var start, current, latest: Int
    /// The fingerprint of the canvas.
    var fingerprint: String
    /// Some revisions, the newest first.
    var revisions: [Place]
    /// The branches by name.
    var branches: [(name: String, revision: Int)]
    /// The names of the newest steps and groups on the way to the end of redo.
    var names: [String] = []

    static func == (first: Places, second: Places) -> Bool {
      (first.start, first.current, first.latest) == (second.start, second.current, second.latest)
        && first.fingerprint == second.fingerprint && first.revisions == second.revisions
        && first.branches.elementsEqual(second.branches, by: ==) && first.names == second.names
    }
  }

  /// The most revisions that are offered.
  static let limit = 50

  /// The revisions of a line's document: the newest, and those whose numbers begin with these digits.
  var places: @Sendable (_ line: ParsedLine, _ digits: String) -> Places?
  /// The families of the installed fonts.
  var fonts: @Sendable () -> [String]

  /// The document and the fonts of this machine.
  static let system = CompletionSources(
    places: { line, digits in try? read(line, digits) },
    fonts: { (try? FontLibrary.families()) ?? [] })

  private static func read(_ line: ParsedLine, _ digits: String) throws -> Places {
    var options = History.Options()
    options.disk = SystemDisk(temporaryItems: EndingSignals.temporaryItems)
    options.wait = .zero
    if let folder = Terminal.path(.temporaryFolder) { options.temporaryFolder = folder }
    let path = try DocumentLocator.path(line, on: options.disk)
    let history = try History(at: path, for: .reading, options: options)
    var query = HistoryQuery()
    query.isWholeTree = true
    query.limit = limit
    var found = try history.list(query).reversed().map(\.revision)
    if !digits.isEmpty {
      found = found.filter { String($0.number).hasPrefix(digits) }
      let known = Set(found.map(\.number))
      for number in numbers(beginningWith: digits, upTo: found.first?.number ?? history.state.tip)
      where !known.contains(number) {
        if found.count == limit { break }
        // A number may be missing: forgotten, or never used.
        if let revision = try? history.revision(number) { found.append(revision) }
      }
    }
    let groups = try HistoryPlaces(of: found, in: history)
    let current = history.current
    return Places(
      start: history.state.root, current: current.number, latest: history.state.tip,
      fingerprint: current.fingerprint.hex,
      revisions: found.map { revision in
        let group = groups.group(of: revision).map { ", in \($0.name)" } ?? ""
        return Place(number: revision.number, name: revision.name + group)
      },
      branches: try history.branches().map { ($0.name, $0.revision) }, names: try names(in: history))
  }

  /// The names of some of the newest steps on the way to the end of redo, and of their groups.
  private static func names(in history: History) throws -> [String] {
    var query = HistoryQuery()
    query.limit = limit
    let found = try history.list(query).reversed().map(\.revision)
    let places = try HistoryPlaces(of: found, in: history)
    var names: [String] = []
    for name in found.flatMap({ [places.group(of: $0)?.name, $0.name] }).compactMap({ $0 }) where !names.contains(name)
    {
      names.append(name)
    }
    return names
  }

  /// The first numbers whose digits begin with these, in ascending order, at most a few hundred.
  static func numbers(beginningWith digits: String, upTo highest: Int) -> [Int] {
    guard let first = Int(digits), first >= 0, String(first) == digits, first > 0 else {
      return digits == "0" ? [0] : []
    }
    var numbers: [Int] = []
    var (low, width) = (first, 1)
    while low <= highest, numbers.count < 4 * limit {
      numbers += low...min(low + width - 1, highest, low + 4 * limit)
      let (next, overflows) = low.multipliedReportingOverflow(by: 10)
      if overflows { break }
      (low, width) = (next, width * 10)
    }
    return numbers
  }
}
