import PaintHistory
import PaintPNG
import PaintRaster
import PaintTestSupport
import SystemPackage

/// A history rebuilt from the packs alone.
struct RebuiltHistory {
  /// The record of each revision; the last one if there are several.
  private(set) var records: [Int: ParsedRecord] = [:]
  /// The notes, by number.
  private var notes: [Int: ParsedRecord] = [:]
  /// The names of renamed revisions.
  private(set) var names: [Int: String] = [:]
  /// The last revision and the name of each group, by its first revision.
  private(set) var groups: [Int: (last: Int, name: String)] = [:]
  /// The group of each revision.
  private(set) var members: [Int: Int] = [:]
  private(set) var branches: [String: Int] = [:]
  private var tiles: [Int: [UInt32: Tile]] = [:]
  private var abandoned: Set<Int> = []
  /// The oldest revision that is kept.
  private(set) var root = 0
  /// The pruned revisions that are not ancestors of the root.
  private var forgotten: Set<Int> = []
  /// Descriptions of problems; empty if there are none.
  private(set) var complaints: [String] = []

  /// Reads all packs in a folder, ordered by name.
  init(packsIn folder: FilePath) throws {
    let disk = SystemDisk()
    var decoder = TileDecoder()
    for name in try disk.names(in: folder).map(\.string).sorted() {
      let reader = try PackReader(disk.contents(of: folder.appending(name)))
      var next = 0
      for record in try ParsedRecord.parse(reader.records) {
        if let number = record.numbers["note"]?.first {
          notes[number] = record
          continue
        }
        if record.fields["abandoned"] != nil {
          next += record.slots.count
          abandoned.insert(record.revision)
          continue
        }
        if record.fields["pruned"] == nil { records[record.revision] = record }
        for (tile, color) in record.colors { put(.color(color), tile, record.revision) }
        for (tile, adler) in record.slots {
          guard next < reader.slots.count, reader.slots[next].adler == adler else {
            complaints.append("\(name): slot \(next) is not tile \(tile) of r\(record.revision)")
            next += 1
            continue
          }
          put(.pixels(try reader.tile(next, with: &decoder)), tile, record.revision)
          next += 1
        }
      }
      let isBlank = next == 0 && reader.slots.count == 1
      if next != reader.slots.count && !isBlank { complaints.append("\(name): \(next) of \(reader.slots.count) slots") }
    }
    // An earlier pack of an abandoned edit looks like a revision.
    for revision in abandoned {
      records[revision] = nil
      tiles[revision] = nil
    }
    for note in notes.values where note.fields["root"] != nil {
      for word in (note.fields["forgotten"] ?? "").split(separator: " ") {
        let ends = word.split(separator: "-").compactMap { Int($0) }
        if let first = ends.first, let last = ends.last { forgotten.formUnion(first...last) }
      }
    }
    root = notes.sorted { $0.key < $1.key }.compactMap { $0.value.numbers["root"]?.first }.last ?? 0
    for revision in forgotten {
      records[revision] = nil
      tiles[revision] = nil
    }
    for revision in records.keys where revision < root { records[revision] = nil }
    for (revision, record) in records { members[revision] = record.numbers["group"]?.first }
    for number in notes.keys.sorted() { if let note = notes[number] { apply(note) } }
  }

  private mutating func apply(_ note: ParsedRecord) {
    if let number = note.numbers["root"]?.first {
      members[number] = nil
    } else if note.fields["limits"] != nil {
    } else if let revision = note.numbers["rename"]?.first {
      names[revision] = note.name
    } else if let first = note.numbers["group"]?.first, let last = note.numbers["last"]?.first {
      for revision in chain(from: last, to: first) {
        if let former = members.updateValue(first, forKey: revision) { groups[former] = nil }
      }
      groups[first] = (last, note.name)
    } else if let first = note.numbers["ungroup"]?.first {
      for revision in chain(from: groups[first]?.last ?? first, to: first) { members[revision] = nil }
      groups[first] = nil
    } else if let branch = note.text("branch") {
      branches[branch] = note.revision
    } else if let branch = note.text("unbranch") {
      branches[branch] = nil
    } else if let cut = note.numbers["cut"], cut.count == 2 {
      for revision in records.keys where (cut[0]...cut[1]).contains(revision) {
        records[revision] = nil
        tiles[revision] = nil
        members[revision] = nil
      }
    } else {
      complaints.append("the note \(note.fields) says nothing")
    }
  }

  private func chain(from last: Int, to first: Int) -> [Int] {
    // A removed revision is also removed as a parent.
    guard records[last] != nil else { return [] }
    var chain = [last]
    while let here = chain.last, here != first, let parent = records[here]?.parent { chain.append(parent) }
    return chain
  }

  private mutating func put(_ tile: Tile, _ key: UInt32, _ revision: Int) {
    // Merging copies slots verbatim, and their old packs are removed later.
    if let former = tiles[revision, default: [:]].updateValue(tile, forKey: key),
      !TileDifference(from: former, to: tile, inside: PixelBox(x: 0, y: 0, width: Tile.edge, height: Tile.edge)).isEmpty
    {
      complaints.append("r\(revision) has tile \(key) twice")
    }
  }

  /// The picture of a revision; nil if it or an ancestor has no record.
  func picture(of revision: Int) -> PlainPicture? {
    guard let record = records[revision], let size = record.numbers["size"], size.count == 2,
      let canvas = CanvasSize(width: size[0], height: size[1]),
      let background = UInt32(record.fields["background"] ?? "", radix: 16)
    else { return nil }
    var line = [revision]
    while line[line.count - 1] != root, let parent = records[line[line.count - 1]]?.parent {
      guard records[parent] != nil else { return nil }
      line.append(parent)
    }
    var picture = PlainPicture(canvas, filledWith: Pixel(bits: background.byteSwapped))
    // The tiles that are left below the root, the newest last.
    let below = tiles.keys.filter { $0 < root }.sorted()
    let base = record.numbers["base"]?.first ?? 0
    for number in below + line.reversed() where number >= base {
      // Keys from 2^22 on belong to other planes.
      let writer = records[number]?.numbers["same"]?.first ?? number
      for (key, tile) in tiles[writer] ?? [:] where key < 1 << 22 { picture[TileIndex(key: key)] = tile }
    }
    return picture
  }
}
