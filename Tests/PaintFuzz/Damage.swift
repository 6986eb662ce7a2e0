import CSQLite
import SystemPackage

@testable import PaintPNG

/// Damages of an index that is still a database.
enum Damage {
  /// The statements selected by the choices, at most three.
  static func statements(_ choices: inout Choices) -> [String] {
    guard !choices.isAtEnd else { return [] }
    return (0..<choices.number(below: 4)).map { _ in statement(&choices) }
  }

  private static let columns: [(table: String, key: String, columns: [String])] = [
    (
      "document", "id",
      [
        "id", "serial", "current", "tip", "next_revision", "revisions", "next_pack", "synced_revision", "pack_bytes",
        "next_note", "synced_note", "root", "root_note", "steps", "limit_steps", "limit_bytes", "side_age",
        "live_bytes", "small_packs", "merged_pack", "sides_seen", "uuid", "settings", "color",
      ]
    ),
    (
      "revision", "id",
      [
        "id", "parent", "depth", "jump", "width", "height", "background", "base", "grp", "pack", "fingerprint_high",
        "fingerprint_low", "time", "pixels", "x", "y", "w", "h", "tile_count", "bytes", "name", "command", "tiles",
      ]
    ),
    ("tile", "revision", ["tile", "revision", "pack", "offset", "length", "crc"]),
    ("grp", "id", ["id", "last", "name"]),
    ("branch", "revision", ["name", "revision"]), ("note", "id", ["id", "pack", "text"]),
    ("pack", "id", ["id", "bytes", "live", "units", "damaged"]),
  ]

  private static let values = [
    "-1", "0", "1", "2", "3", "4", "5", "6", "9", "1000", "65536", "65537", "4294967295", "4294967296",
    "281474976710656",
    "281474976710657", "9223372036854775807", "-9223372036854775808", "NULL", "'x'", "1.5", "x'00ff'", "zeroblob(100)",
    "''", "-2147483649",
  ]

  private static func statement(_ choices: inout Choices) -> String {
    let (table, key, columns) = choices.pick(columns)
    let row = choices.number(below: 8)
    switch choices.number(below: 10) {
    case 0: return "DELETE FROM \(table) WHERE \(key) = \(row)"
    case 1: return "UPDATE \(table) SET \(choices.pick(columns)) = \(choices.pick(columns)) WHERE \(key) = \(row)"
    case 2: return "DROP TABLE \(table)"
    default:
      return "UPDATE OR REPLACE \(table) SET \(choices.pick(columns)) = \(choices.pick(values)) WHERE \(key) >= \(row)"
        + (choices.number(below: 2) == 0 ? " AND \(key) <= \(row)" : "")
    }
  }

  /// Runs a statement; one that cannot be run changes nothing.
  static func run(_ statement: String, in index: FilePath) {
    var database: OpaquePointer?
    if sqlite3_open_v2(index.string, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK {
      _ = paint_sqlite3_no_checkpoint_on_close(database)
      sqlite3_exec(database, statement, nil, nil, nil)
    }
    sqlite3_close(database)
  }
}

extension DocumentFiles {
  /// Damages one file as selected by the choices.
  mutating func damage(_ choices: inout Choices) {
    let kind = choices.number(below: 12)
    let names = kind < 2 ? contents.keys.filter { $0.hasPrefix("index") }.sorted() : packs
    let name = choices.pick(names.isEmpty ? ["index.sqlite"] : names)
    guard var bytes = contents[name] else { return }
    func place(_ choices: inout Choices) -> Int { choices.number(below: max(bytes.count, 1)) }
    switch kind {
    case 0, 2:
      let place = place(&choices)
      if place < bytes.count { bytes[place] ^= 1 << UInt8(choices.number(below: 8)) }
    case 1, 3:
      let place = place(&choices)
      if place < bytes.count { bytes[place] = choices.byte() }
    case 4: bytes.removeLast(place(&choices))
    case 5: bytes += (0..<choices.number(below: 64)).map { _ in choices.byte() }
    case 6: return contents[name] = nil
    case 7: return contents["packs/00000000\(10 + choices.number(below: 80)).png"] = bytes
    case 8:
      let other = choices.pick(packs.isEmpty ? [name] : packs)
      contents.swapAt(name, other)
      return
    case 9:
      let place = place(&choices)
      if place < bytes.count { bytes[place] = choices.byte() }
      bytes = Chunks.repaired(bytes)
    default: bytes = Self.rewritten(bytes, &choices)
    }
    contents[name] = bytes
  }

  /// The pack with changed words in its records.
  private static func rewritten(_ bytes: [UInt8], _ choices: inout Choices) -> [UInt8] {
    guard let outline = try? PackOutline(bytes), let start = bytes.firstRange(of: PackFormat.record)?.lowerBound else {
      return bytes
    }
    var lines = outline.records.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = choices.number(below: lines.count)
    switch choices.number(below: 6) {
    case 0: lines.remove(at: place)
    case 1: lines.insert(lines[place], at: choices.number(below: lines.count))
    case 2: lines.insert(choices.pick(words), at: place)
    case 3: lines.swapAt(place, choices.number(below: lines.count))
    default:
      var parts = lines[place].split(separator: " ").map(String.init)
      if parts.count > 1 { parts[1 + choices.number(below: parts.count - 1)] = choices.pick(numbers) }
      lines[place] = parts.joined(separator: " ")
    }
    var rewritten = Array(bytes[..<(start - 4)])
    PackFormat.appendChunk(
      PackFormat.record, PackFormat.recordStart + Array(lines.joined(separator: "\n").utf8), to: &rewritten)
    PackFormat.appendChunk(PackFormat.iend, [], to: &rewritten)
    return rewritten
  }

  private static let numbers = [
    "0", "1", "2", "3", "4", "5", "6", "7", "-1", "99", "281474976710656", "9223372036854775807",
    "-9223372036854775808",
    "65536", "65537", "4294967295", "x", "ffffffff", "0:00000001", "ffffffff:0+3", "0-9223372036854775807", "3-2",
  ]

  private static let words = [
    "group 0", "group 1", "group 5", "abandoned yes", "pruned yes", "parent 0", "parent 5", "note 3", "revision 0",
    "rename 1", "name x", "last 4", "ungroup 2", "cut 1 3", "cut 1 281474976710656", "root 3", "forgotten 0-4",
    "branch b",
    "unbranch twig", "limits 5 0 0", "limits 9223372036854775807 9223372036854775807 9223372036854775807", "base 3",
    "colors ff0000ff:0+2", "profile 69434350", "",
  ]
}

extension Dictionary {
  /// Swaps the values of two keys.
  fileprivate mutating func swapAt(_ first: Key, _ second: Key) {
    let value = self[first]
    self[first] = self[second]
    self[second] = value
  }
}
