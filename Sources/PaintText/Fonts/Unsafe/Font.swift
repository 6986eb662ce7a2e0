// Unsafe: the libraries return pointers to their memory, which is copied here.
import CLibraries
import PaintRaster

/// One face of a font file, for one thread at a time.
@safe final class Font {
  /// A positioned glyph of a run, in font units; y is upwards.
  struct Glyph: Equatable {
    var glyph: UInt32
    /// The index in the text of its first character.
    var cluster: Int
    var advance: Int
    var x: Int
    var y: Int
  }

  /// The path of the file.
  let path: String
  /// The index of the face in the file, including the instance of a variable font.
  let face: UInt32
  /// The number of font units per em.
  let unitsPerEm: Int
  /// The ascent above the baseline, the descent below it, and the distance between lines; all positive.
  let ascent: Int
  let descent: Int
  let lineDistance: Int

  private let handle: OpaquePointer
  private var outlines: [UInt32: Path] = [:]

  /// Opens a face of a file; throws `.unreadableFont`, `.notAFont`, `.tooLargeFont`, `.noOutlines` or `.outOfMemory`.
  init(path: String, face: UInt32 = 0, synthesis: FontSynthesis = FontSynthesis()) throws(TextError) {
    try TextLibraries.loadFonts()
    var opened: OpaquePointer?
    var error: CInt = 0
    let problem = unsafe Int(ctl_font_open(path, face, synthesis.inC, &opened, &error))
    guard problem == CTL_FONT_OPENED, let opened = unsafe opened else {
      switch problem {
      case CTL_FONT_HAS_NO_OUTLINES: throw .noOutlines(path: path)
      case CTL_FONT_IS_NONE: throw .notAFont(path: path)
      case CTL_FONT_IS_TOO_LARGE: throw .tooLargeFont(path: path)
      case CTL_FONT_LACKS_MEMORY: throw .outOfMemory
      default: throw .unreadableFont(path: path, errno: error)
      }
    }
    unsafe handle = unsafe opened
    self.path = path
    self.face = face
    let metrics = unsafe ctl_font_metrics(opened)
    unitsPerEm = Int(metrics.units_per_em)
    ascent = Int(metrics.ascender)
    descent = -Int(metrics.descender)
    lineDistance = Int(metrics.line_distance)
  }

  deinit { unsafe ctl_font_close(handle) }

  /// The glyph of a single character; 0 if the font lacks it.
  func glyph(of scalar: Unicode.Scalar) -> UInt32 { unsafe ctl_font_glyph(handle, scalar.value) }

  /// The glyphs, from left to right, of a part of a text that has one script and one direction.
  func shape(
    _ text: [UInt32], _ part: Range<Int>, script: UInt32, isRightToLeft: Bool
  ) throws(TextError) -> [Glyph] {
    var shaped: UnsafePointer<ctl_glyph>?
    let count = unsafe ctl_font_shape(
      handle, text, CInt(text.count), CInt(part.lowerBound), CInt(part.count), script, isRightToLeft ? 1 : 0, &shaped)
    guard count >= 0 else { throw .outOfMemory }
    return unsafe UnsafeBufferPointer(start: shaped, count: Int(count)).map { glyph in
      Glyph(
        glyph: glyph.glyph, cluster: Int(glyph.cluster), advance: Int(glyph.x_advance), x: Int(glyph.x_offset),
        y: Int(glyph.y_offset))
    }
  }

  /// A glyph's outline in font units, y downwards as on a canvas; empty if it has none or is damaged.
  ///
  /// Without memory the process ends, as without memory for pixels: a text must not lack a part.
  func outline(of glyph: UInt32) -> Path {
    if let known = outlines[glyph] { return known }
    var segments: UnsafePointer<ctl_segment>?
    var isCounterclockwise: CInt = 0
    let count = unsafe ctl_font_outline(handle, glyph, &segments, &isCounterclockwise)
    if Int(count) == CTL_OUTLINE_LACKS_MEMORY { PixelAllocation.end() }
    var contours: [GlyphContour] = []
    for segment in unsafe Array(UnsafeBufferPointer(start: segments, count: max(0, Int(count)))) {
      // Adding 0 turns -0 into 0.
      func point(_ x: Int32, _ y: Int32) -> Point { Point(x: Double(x) / 2, y: -Double(y) / 2 + 0) }
      let (x, y) = (segment.x, segment.y)
      let (first, second, third) = (point(x.0, y.0), point(x.1, y.1), point(x.2, y.2))
      if segment.is_move != 0 {
        contours.append(GlyphContour(start: first))
      } else if !contours.isEmpty {
        contours[contours.count - 1].append(Array([first, second, third].prefix(Int(segment.points))))
      }
    }
    // Under the non-zero rule, overlapping glyphs of opposite directions would cancel each other out.
    if isCounterclockwise != 0 { contours = contours.map(\.reversed) }
    let path = Path(contours.flatMap(\.elements))
    outlines[glyph] = path
    return path
  }
}
