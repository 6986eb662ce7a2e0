import PaintRaster

/// What a pack says of a revision: enough to rebuild the index from the packs alone.
///
/// Lines of `key value`, ended by an empty line. In names and commands a backslash is `\\`, a line break `\n` and a
/// carriage return `\r`. A revision whose tiles lie in several packs has a record in each; they differ only in their
/// tiles.
///
///     revision 42
///     document 5d41402abc4b2a76b9719d911017c592
///     abandoned yes                    only for an edit that failed: its tiles are in no picture
///     pruned yes                       only for one that is not kept, but whose tiles here still show at the root or
///                                      its base; its other lines say nothing
///     parent 41                        none for the start
///     size 1920 1080
///     background 00000000              red, green, blue, alpha
///     base 0
///     group 40                         only for one of a group: the group's first revision
///     time 1763690000123               milliseconds since 1970, UTC
///     pixels 212 14 9 80 33            how many differ, and their box
///     fingerprint 0f1e…
///     name Pencil
///     command stroke pencil 1,2 3,4 …
///     profile 69434350…                colour and density chunks of the picture that the start was made from
///     slots 17:0a1b2c3d 18:…           each slot of this pack that is this revision's: its tile and Adler-32
///     colors ff0000ff:19 ff0000ff:40+8 one-colour tiles: the colour, the tile, how many in a row follow it
struct RevisionRecord: Hashable {
  /// A slot's tile and the Adler-32 of its filtered bytes.
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
  /// The picture's colour and density chunks; the start alone has them.
  var color: [UInt8] = []
  var slots: [Slot] = []
  var colors: [ColorTile] = []

  /// The record as it stands in the pack.
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
      name \(RecordText.escaped(revision.name))
      command \(RecordText.escaped(revision.command))

      """
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
          colors[last + 1].color == colors[last].color
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
