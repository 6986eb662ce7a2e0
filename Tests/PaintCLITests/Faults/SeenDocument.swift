import PaintRaster
import PaintTestSupport
import SystemPackage

@testable import PaintHistory

/// Everything in a document that a user could miss.
struct SeenDocument: Equatable {
  var current: Int
  var tip: Int
  var settings: String
  var branches: [Branch]
  var revisions: [Int: Shown] = [:]
  var groups: [Int: Group] = [:]

  struct Shown: Equatable {
    var name: String
    var author: String
    var command: String
    var typed: String
    var parent: Int?
    var picture: Fingerprint
    /// The tiles of the other planes: of the selection and the base.
    var planes: [TilePlace: BlockHash]
  }

  /// A revision with a wrong picture, although there was no error.
  struct WrongPicture: Error {
    var revision: Int
  }

  /// Reads the document with a new history.
  init(at path: FilePath) throws {
    let history = try History(at: path, for: .reading)
    (current, tip, settings) = (history.current.number, history.state.tip, history.state.settings)
    branches = try history.branches()
    for number in try history.maintenance.survey().revisions.map(\.number) {
      let revision = try history.revision(number)
      let snapshot = try history.snapshot(at: number)
      let picture = try PlainPicture(of: snapshot).fingerprint
      guard picture == revision.fingerprint else { throw WrongPicture(revision: number) }
      revisions[number] = Shown(
        name: revision.name, author: revision.author, command: revision.command, typed: revision.typed,
        parent: revision.parent, picture: picture,
        planes: try Self.planes(of: snapshot))
      if let group = revision.group, let found = try history.group(group) { groups[group] = found }
    }
  }

  private static func planes(of snapshot: Snapshot) throws -> [TilePlace: BlockHash] {
    var found: [TilePlace: BlockHash] = [:]
    for plane in [TilePlane.base, .selection, .selectionSummary] {
      for index in PlainPicture.indices(of: snapshot.size) {
        guard let tile = try snapshot.tile(at: index, in: plane, since: 0) else { continue }
        found[TilePlace(index, in: plane)] = BlockHash(of: tile, width: Tile.edge, height: Tile.edge)
      }
    }
    return found
  }
}
