import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage

@testable import PaintHistory

/// Everything of a document that a user could miss: each revision's picture, and what is named and where it stands.
struct WholeDocument: Equatable {
  var current: Int
  var tip: Int
  /// Of each revision, what it is called and the picture that it really shows.
  var revisions: [Int: Shown]
  var branches: [Branch]
  var groups: [Int: Group]
  var settings: String
  var limits: Limits

  struct Shown: Equatable {
    var name: String
    var command: String
    var parent: Int?
    var picture: Fingerprint
  }

  /// A revision whose picture is not the one that was recorded, though no error was told.
  struct WrongPicture: Error, CustomStringConvertible {
    var revision: Int
    var description: String { "r\(revision) shows a wrong picture without an error" }
  }

  /// Looks at the document with a fresh history.
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
    for number in try history.survey().revisions.map(\.number) {
      let revision = try history.revision(number)
      let picture = try PlainPicture(of: history.snapshot(at: number)).fingerprint
      guard picture == revision.fingerprint else { throw WrongPicture(revision: number) }
      revisions[number] = Shown(
        name: revision.name, command: revision.command, parent: revision.parent, picture: picture)
      if let group = revision.group, let found = try history.group(group) { groups[group] = found }
    }
  }
}

extension History.Options {
  /// What suites open documents with: no waiting, a time that stands still, temporary files on the same disk.
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
  /// Whether it says that a document is damaged.
  var isDamage: Bool {
    guard let error = self as? HistoryError, case .damaged = error else { return false }
    return true
  }
}
