import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage

@testable import PaintHistory

/// Everything in a document that a user could miss: each revision's picture, the names, and the position in the
/// history.
struct WholeDocument: Equatable {
  var current: Int
  var tip: Int
  /// The name and the actual picture of each revision.
  var revisions: [Int: Shown]
  var branches: [Branch]
  var groups: [Int: Group]
  var settings: String
  var limits: Limits

  struct Shown: Equatable {
    var name: String
    var author: String
    var command: String
    var typed: String
    var parent: Int?
    var picture: Fingerprint
    /// The tiles of the other planes.
    var planes: [TilePlace: BlockHash]
  }

  /// A revision with a wrong picture, although there was no error.
  struct WrongPicture: Error, CustomStringConvertible {
    var revision: Int
    var description: String { "r\(revision) shows a wrong picture without an error" }
  }

  /// Reads the document with a new history.
  init(at path: FilePath, on disk: any Disk) throws {
    try self.init(of: History(at: path, for: .reading, options: .suite(on: disk)))
  }

  init(of history: History) throws {
    current = history.current.number
    tip = history.state.tip
    branches = try history.branches()
    settings = history.state.settings
    limits = history.state.limits
    revisions = [:]
    groups = [:]
    for number in try history.maintenance.survey().revisions.map(\.number) {
      let revision = try history.revision(number)
      let snapshot = try history.snapshot(at: number)
      let picture = try PlainPicture(of: snapshot).fingerprint
      guard picture == revision.fingerprint else { throw WrongPicture(revision: number) }
      revisions[number] = Shown(
        name: revision.name, author: revision.author, command: revision.command, typed: revision.typed,
        parent: revision.parent, picture: picture,
        planes: try snapshot.planeTilesByRows(since: 0))
      if let group = revision.group, let found = try history.group(group) { groups[group] = found }
    }
  }
}

extension History.Options {
  /// The options with which suites open documents: no waiting, a constant time, temporary files on the same disk.
  static func suite(on disk: any Disk, cache: Int = 32 << 20) -> History.Options {
    var options = History.Options()
    options.disk = disk
    options.wait = .zero
    options.cacheBytes = cache
    options.temporaryFolder = "/tmp"
    options.now = { 1_763_690_000_000 }
    return options
  }
}

extension Error {
  /// Whether the error reports damage of a document.
  var isDamage: Bool {
    guard let error = self as? HistoryError, case .damaged = error else { return false }
    return true
  }
}
