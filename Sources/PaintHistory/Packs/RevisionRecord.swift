import PaintRaster

/// The record of a revision in a pack: enough to rebuild the index from the packs alone.
///
/// Lines of `key value`, terminated by an empty line. In names, authors and commands a backslash is `\\`, a line feed `\n` and a
/// carriage return `\r`. A revision whose tiles are in several packs has a record in each; the last one is valid. Those
/// that were written before the edit ended have the fingerprint 0, which no picture has.
///
///     revision 42
///     document 5d41402abc4b2a76b9719d911017c592
///     abandoned yes                    only for an abandoned edit: its tiles are in no picture
///     pruned yes                       only for a pruned revision whose tiles here are still visible at the root or
///                                      its base; its other lines have no meaning
///     parent 41                        none for the start
///     size 1920 1080
///     background 00000000              red, green, blue, alpha
///     base 0
///     group 40                         only for a revision of a group: the group's first revision
///     time 1763690000123               milliseconds since 1970, UTC
///     pixels 212 14 9 80 33            the number of changed pixels, and their box
///     fingerprint 0f1e…
///     tiles 2050                       only if other packs have tiles of the revision: the number of all its tiles
///     same 7                           only for a step with the tiles that r7 wrote: they are in the packs of r7
///     name Pencil
///     author Ann                       only if somebody is named
///     command stroke pencil 1,2 3,4 …
///     typed stroke pencil 1,2 3,4      the words as typed, only if they differ from the command
///     profile 69434350…                colour and density chunks of the picture that the start was made from
///     slots 17:0a1b2c3d 18:…           each slot of this revision in this pack: its tile and Adler-32
///     colors ff0000ff:19 ff0000ff:40+8 one-colour tiles: the colour, the tile, the number of tiles that follow
struct RevisionRecord: Hashable {
  /// The tile of a slot and the Adler-32 of its filtered bytes.
  struct Slot: Hashable {
    var tile: UInt32
    var adler: UInt32
  }

  /// A one-colour tile.
  struct ColorTile: Hashable {
    var tile: UInt32
    var color: Pixel
  }

  var document: String
  var revision: Revision
  var isAbandoned = false
  var isPruned = false
  /// The picture's colour and density chunks; only the start has them.
  var color: [UInt8] = []
  var slots: [Slot] = []
  var colors: [ColorTile] = []

  /// Whether it was written before the edit ended, so that only another pack can make a revision of it.
  var isPart: Bool {
    revision.fingerprint == Fingerprint(high: 0, low: 0) && !isAbandoned && !isPruned && color.isEmpty
  }

  /// The text of the record in the pack.
  var text: String {
    var text = """
      revision \(revision.number)
      document \(document)

      """
    if isAbandoned { text += "abandoned yes\n" }
    if isPruned { text += "pruned yes\n" }
    if let parent = revision.parent { text += "parent \(parent)\n" }
    text += """
      size \(revision.size.width) \(revision.size.height)
      background \(revision.background.hex)
      base \(revision.base)

      """
    if let group = revision.group { text += "group \(group)\n" }
    text += """
      time \(revision.time)
      pixels \(revision.pixels) \(revision.bounds.x) \(revision.bounds.y) \(revision.bounds.width) \
      \(revision.bounds.height)
      fingerprint \(revision.fingerprint.hex)

      """
    if revision.tileCount > slots.count + colors.count { text += "tiles \(revision.tileCount)\n" }
    if let same = revision.sameAs { text += "same \(same)\n" }
    text += "name \(RecordText.escaped(revision.name))\n"
    if !revision.author.isEmpty { text += "author \(RecordText.escaped(revision.author))\n" }
    text += "command \(RecordText.escaped(revision.command))\n"
    if !revision.typed.isEmpty { text += "typed \(RecordText.escaped(revision.typed))\n" }
    if !color.isEmpty {
      text += "profile "
      for byte in color {
        for digit in [byte >> 4, byte & 15] { text.unicodeScalars.append(Self.digits[Int(digit)]) }
      }
      text += "\n"
    }
    if !slots.isEmpty {
      text += "slots"
      for slot in slots { text += " \(slot.tile):\(hexadecimal(slot.adler))" }
      text += "\n"
    }
    if !colors.isEmpty {
      text += "colors"
      var first = 0
      while first < colors.count {
        var last = first
        while last + 1 < colors.count, colors[last + 1].tile == colors[last].tile + 1,
          colors[last + 1].color == colors[last].color,
          TilePlace(key: colors[last + 1].tile).plane == TilePlace(key: colors[last].tile).plane
        { last += 1 }
        text += " \(colors[first].color.hex):\(colors[first].tile)"
        if last > first { text += "+\(last - first)" }
        first = last + 1
      }
      text += "\n"
    }
    return text + "\n"
  }

  private static let digits = Array("0123456789abcdef".unicodeScalars)
}

/// Eight hexadecimal digits.
private func hexadecimal(_ value: UInt32) -> String {
  let digits = String(value, radix: 16)
  return String(repeating: "0", count: 8 - digits.count) + digits
}

extension Pixel {
  /// Red, green, blue and alpha, two hexadecimal digits each.
  var hex: String { hexadecimal(bits.byteSwapped) }
}
