import Testing

@testable import PaintRaster
@testable import PaintText

/// Whole texts against the true area of their outlines, with the same oracle as for paths.
@Suite("Coverage of text against the true area")
struct TextExactnessTests {
  /// Lines a pixel on which the true area is computed.
  private static let lines = 512

  private static let samples = [
    ("DejaVu Sans", "Rg&@f"), ("DejaVu Serif", "Wave"), ("Noto Naskh Arabic", "السَّلام"),
    ("Noto Sans Devanagari", "क्षत्रि"), ("Symbola", "😀🎉"), ("Nimbus Roman", "Qf"),
  ]

  @Test(
    "is within 2/255, glyphs that overlap counted once, at 12 to 72 px", arguments: [12.0, 13.7, 16, 24, 36, 48, 72])
  func exact(size: Double) throws {
    #if DEBUG
      // The oracle is slow in debug builds.
      if size > 16 { return }
    #endif
    var worst = (error: 0.0, place: "")
    for (family, text) in Self.samples {
      guard let fonts = try? FontLibrary().fonts(named: family) else { continue }
      let outlines = try TextLayout(text, style: TextStyle(size: size), fonts: fonts).outlines
      let (width, height) = (Int(outlines.width) + 24, Int(outlines.height) + 16)
      let path = outlines.path(at: Point(x: 8.3, y: 4.6), size: size)
      let picture = try CoveragePicture(Outline(fillOf: .path(path)), width: width, height: height)
      let area = TruePath(path, sagitta: 0.000_5).area(.nonzero, width: width, height: height, lines: Self.lines).area
      for (place, share) in area.enumerated() {
        let error = abs(Double(picture.bytes[place]) - 255 * share)
        if error > worst.error { worst = (error, "\(family) \(text), pixel \(place % width), \(place / width)") }
      }
    }
    print("text, \(size) px: worst \(worst.error)/255 at \(worst.place)")
    #expect(worst.error <= 2, "\(worst.place)")
  }
}
