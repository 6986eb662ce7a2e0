import PaintRaster

/// The columns of a table that one checksum covers, in the order in which they are added to it.
///
/// A table has one part, except `revision`, which has four: a walk over the tree reads four numbers of each row, and a
/// tile list is read without the command, which can have many megabytes.
struct IndexPart {
  /// The table's name.
  let table: String
  /// The initial value of the checksum; unique for each part.
  let kind: UInt64
  /// The columns: first the key, last the checksum.
  let columns: String
  /// The number of columns before the checksum.
  let count: Int32
  /// The columns that are texts, those that are blobs, and those that are numbers or NULL, as bits, the first column
  /// the lowest; all others are numbers.
  ///
  /// Columns have no declared types, and a forged row with a valid checksum must not be read as what it is not.
  var texts: UInt32 = 0
  var blobs: UInt32 = 0
  var optional: UInt32 = 0

  static let document = IndexPart(
    table: "document", kind: 1,
    columns: """
      id, commits, current, tip, next_revision, revisions, next_pack, synced_revision, pack_bytes, next_note, \
      synced_note, root, root_note, steps, limit_steps, limit_bytes, side_age, live_bytes, small_packs, merged_pack, \
      sides_seen, uuid, settings, color, sum
      """, count: 24, texts: 1 << 21 | 1 << 22, blobs: 1 << 23)
  static let revisionTree = IndexPart(
    table: "revision", kind: 2, columns: "id, parent, depth, jump, tree_sum", count: 4, optional: 0b10)
  static let revision = IndexPart(
    table: "revision", kind: 3,
    columns: """
      id, width, height, background, base, grp, pack, fingerprint_high, fingerprint_low, time, pixels, x, y, w, h, \
      tile_count, bytes, same, sum
      """, count: 18, optional: 1 << 5 | 1 << 17)
  static let revisionText = IndexPart(
    table: "revision", kind: 4, columns: "id, name, author, command, typed, text_sum", count: 5, texts: 0b11110)
  static let revisionTiles = IndexPart(
    table: "revision", kind: 5, columns: "id, tiles, tiles_sum", count: 2, blobs: 0b10)
  static let tile = IndexPart(
    table: "tile", kind: 6, columns: "tile, revision, pack, offset, length, crc, sum", count: 6)
  static let group = IndexPart(table: "grp", kind: 7, columns: "id, last, name, sum", count: 3, texts: 0b100)
  static let branch = IndexPart(table: "branch", kind: 8, columns: "name, revision, sum", count: 2, texts: 0b1)
  static let note = IndexPart(table: "note", kind: 9, columns: "id, pack, text, sum", count: 3, texts: 0b100)
  static let pack = IndexPart(table: "pack", kind: 10, columns: "id, bytes, live, units, damaged, sum", count: 5)

  /// All parts; the parts of one table are consecutive.
  static let all = [
    document, revisionTree, revision, revisionText, revisionTiles, tile, group, branch, note, pack,
  ]
  /// The parts that `Index.revision(in:)` reads.
  static let revisionParts = [revisionTree, revision, revisionText]

  /// The names of the columns; the last one is the checksum.
  var names: [Substring] { columns.split(separator: ",").map { $0.drop { $0 == " " } } }

  /// The description of a row in messages; `first` is the position of its first column.
  func subject(in row: Statement, from first: Int32 = 0) -> String {
    switch table {
    case "document": return "the document's state"
    case "revision": return "r\(row.int(first))"
    case "tile":
      let place = TilePlace(key: UInt32(truncatingIfNeeded: row.int(first)))
      let plane = place.plane.words.map { " \($0)" } ?? ""
      let (x, y) = (place.index.x * Tile.edge, place.index.y * Tile.edge)
      return "r\(row.int(first + 1)), the tile\(plane) at \(x),\(y)"
    case "grp": return "the group of r\(row.int(first))"
    case "branch": return "the branch '\(row.text(first))'"
    case "note": return "note \(row.int(first))"
    default: return "\(table) \(row.int(first))"
    }
  }
}
