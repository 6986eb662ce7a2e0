import PaintRaster
import PaintText

/// The outlines of a text, the value of `--outlines`: `WxH#KEY;EM PATH@X,Y X,Y;EM PATH@X,Y`.
///
/// First the text's box in pixels and the key of the words that were laid out (`TextCommand.key`), then each glyph: the
/// units of its em, its outline as path data in those units, and its positions, in pixels from the box' corner. Outlines
/// without a key are of any words.
enum TextOutlinesArgument {
  private static let glyphMark = UInt8(ascii: ";")
  private static let keyMark = UInt8(ascii: "#")
  private static let placesMark = UInt8(ascii: "@")
  /// The maximum em; real fonts have at most 16,384.
  private static let largestEm = 1_000_000

  /// Reads outlines and their key; throws `bad_value`, or `bad_path` for the path data of a glyph.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> (outlines: TextOutlines, key: UInt64?) {
    let parts = String(copying: word).utf8.split(separator: glyphMark, omittingEmptySubsequences: false)
    let first = (parts.first ?? "".utf8[...]).split(separator: keyMark, omittingEmptySubsequences: false)
    let key = first.count == 2 ? UInt64(Substring(first[1]), radix: 16) : nil
    guard first.count == 1 || key != nil, let size = first.first, let box = numbers(Array(size), UInt8(ascii: "x")),
      box.x >= 0, box.y >= 0
    else { throw .notA("a text's outlines: WxH;EM PATH@X,Y …", word) }
    var outlines = TextOutlines(width: box.x, height: box.y, glyphs: [])
    for part in parts.dropFirst() { outlines.glyphs.append(try glyph(Array(part), of: word)) }
    return (outlines, key)
  }

  private static func glyph(_ bytes: [UInt8], of word: Span<UInt8>) throws(Failure) -> TextOutlines.Glyph {
    let halves = bytes.split(separator: placesMark, omittingEmptySubsequences: false)
    var index = 0
    guard halves.count == 2, let em = Number.scanWhole(bytes.span, &index), (1...largestEm).contains(em),
      index < halves[0].count
    else { throw .notA("a text's outlines: a glyph is EM PATH@X,Y …", word) }
    let outline = try PathDataReader.read(Array(halves[0].dropFirst(index)))
    var places: [Point] = []
    for place in halves[1].split(separator: UInt8(ascii: " ")) {
      guard let point = numbers(Array(place), UInt8(ascii: ",")) else {
        throw .notA("a text's outlines: a glyph's place is X,Y", word)
      }
      places.append(point)
    }
    return TextOutlines.Glyph(unitsPerEm: em, outline: outline, places: places)
  }

  /// Two numbers with a separator between them, rounded to 1/65,536.
  private static func numbers(_ bytes: [UInt8], _ separator: UInt8) -> Point? {
    var index = 0
    guard let x = Number.scan(bytes.span, &index), index < bytes.count, bytes[index] == separator else { return nil }
    index += 1
    guard let y = Number.scan(bytes.span, &index), index == bytes.count, max(x.magnitude, y.magnitude) <= Number.limit
    else { return nil }
    return Point(x: NumberText.rounded(x), y: NumberText.rounded(y))
  }

  /// Appends the outlines in the form that is read; numbers must be multiples of 1/65,536.
  static func append(_ outlines: TextOutlines, key: UInt64, to text: inout [UInt8]) {
    NumberText.appendCoordinate(outlines.width, to: &text)
    text.append(UInt8(ascii: "x"))
    NumberText.appendCoordinate(outlines.height, to: &text)
    text.append(keyMark)
    text.append(contentsOf: String(key, radix: 16).utf8)
    for glyph in outlines.glyphs {
      text.append(glyphMark)
      NumberText.append(glyph.unitsPerEm, to: &text)
      text.append(UInt8(ascii: " "))
      PathDataText.append(glyph.outline, to: &text)
      text.append(placesMark)
      for (number, place) in glyph.places.enumerated() {
        if number > 0 { text.append(UInt8(ascii: " ")) }
        NumberText.appendCoordinate(place.x, to: &text)
        text.append(UInt8(ascii: ","))
        NumberText.appendCoordinate(place.y, to: &text)
      }
    }
  }
}
