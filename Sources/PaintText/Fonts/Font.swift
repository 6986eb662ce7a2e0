// Unsafe: what the libraries give back lies in their memory, and is copied here.
import CTextLibraries
import PaintRaster

/// One face of a font's file, for one thread at a time.
final class Font {
  /// A glyph in its place within a run, in units of the font; y counts upwards.
  struct Glyph: Equatable {
    var glyph: UInt32
    /// The place in the text of the first of its characters.
    var cluster: Int
    var advance: Int
    var x: Int
    var y: Int
  }

  /// The file.
  let path: String
  /// The face in the file, and the instance of a variable font.
  let face: UInt32
  /// Units to the size of the font.
  let unitsPerEm: Int
  /// How far letters reach above the baseline and below it, and from one line to the next; all positive.
  let ascent: Int
  let descent: Int
  let lineDistance: Int

  private let handle: OpaquePointer
  private var outlines: [UInt32: Path] = [:]

  /// Opens a face of a file.
  init(path: String, face: UInt32 = 0) throws(TextError) {
    try TextLibraries.loadFonts()
    var opened: OpaquePointer?
    let problem = Int(ctl_font_open(path, face, &opened))
    guard problem == CTL_FONT_OPENED, let opened else {
      switch problem {
      case CTL_FONT_HAS_NO_OUTLINES: throw .noOutlines(path: path)
      case CTL_FONT_IS_NONE: throw .notAFont(path: path)
      case CTL_FONT_IS_TOO_LARGE: throw .tooLargeFont(path: path)
      default: throw .unreadableFont(path: path)
      }
    }
    handle = opened
    self.path = path
    self.face = face
    let metrics = ctl_font_metrics(opened)
    unitsPerEm = Int(metrics.units_per_em)
    ascent = Int(metrics.ascender)
    descent = -Int(metrics.descender)
    lineDistance = Int(metrics.line_distance)
  }

  deinit { ctl_font_close(handle) }

  /// The glyph of a character by itself; 0 where the font lacks it.
  func glyph(of scalar: Unicode.Scalar) -> UInt32 { ctl_font_glyph(handle, scalar.value) }

  /// The glyphs from left to right of a part of a text, which is of one script and one direction.
  func shape(
    _ text: [UInt32], _ part: Range<Int>, script: UInt32, isRightToLeft: Bool
  ) throws(TextError) -> [Glyph] {
    var shaped: UnsafePointer<ctl_glyph>?
    let count = ctl_font_shape(
      handle, text, CInt(text.count), CInt(part.lowerBound), CInt(part.count), script, isRightToLeft ? 1 : 0, &shaped)
    guard count >= 0 else { throw .outOfMemory }
    return UnsafeBufferPointer(start: shaped, count: Int(count)).map { glyph in
      Glyph(
        glyph: glyph.glyph, cluster: Int(glyph.cluster), advance: Int(glyph.x_advance), x: Int(glyph.x_offset),
        y: Int(glyph.y_offset))
    }
  }

  /// A glyph's outline in units of the font, y downwards as on a canvas; empty where it has none or is damaged.
  func outline(of glyph: UInt32) -> Path {
    if let known = outlines[glyph] { return known }
    var segments: UnsafePointer<ctl_segment>?
    var isCounterclockwise: CInt = 0
    let count = ctl_font_outline(handle, glyph, &segments, &isCounterclockwise)
    var contours: [GlyphContour] = []
    for segment in UnsafeBufferPointer(start: segments, count: max(0, Int(count))) {
      // 0 takes the sign away from -0.
      func point(_ x: Int32, _ y: Int32) -> Point { Point(x: Double(x) / 2, y: -Double(y) / 2 + 0) }
      let (x, y) = (segment.x, segment.y)
      let (first, second, third) = (point(x.0, y.0), point(x.1, y.1), point(x.2, y.2))
      if segment.is_move != 0 {
        contours.append(GlyphContour(start: first))
      } else if !contours.isEmpty {
        contours[contours.count - 1].append(Array([first, second, third].prefix(Int(segment.points))))
      }
    }
    // In one area filled by the non-zero rule, a glyph of the one direction would take away where it lies over one of
    // the other.
    if isCounterclockwise != 0 { contours = contours.map(\.reversed) }
    let path = Path(contours.flatMap(\.elements))
    outlines[glyph] = path
    return path
  }
}
