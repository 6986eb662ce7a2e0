import CTextOracle
import PaintRaster
import Testing

@testable import PaintRaster
@testable import PaintText

/// Our coverage of single glyphs, compared with FreeType's own rendering without hinting.
///
/// FreeType's rendering is known to be inexact. It rounds every point to 1/64 pixel, which is 2/255 for each edge in a
/// pixel. It flattens a quadratic curve that is within 1/16 pixel of its chord and a cubic one within 1/8, which is
/// 22/255 and 45/255 in a pixel that such a chord crosses diagonally. Rendered 16 times as large and averaged, these
/// errors shrink to a sixteenth, except for the rounding of 256 samples to bytes, which has either sign.
@Suite("Glyphs compared with FreeType's", .enabled(if: TestFonts.areAvailable, "no fonts or libraries on this machine"))
struct RenderingTests {
  private static let side = 128

  /// The text for each font, and whether its curves are cubic.
  private static let samples = [
    ("DejaVu Sans", "Rgf&@%8Q", false), ("DejaVu Serif", "aWSj3", false), ("Noto Naskh Arabic", "عشم", false),
    ("Noto Sans Devanagari", "नकष", false), ("Symbola", "😀❤", false), ("Nimbus Roman", "Rg&Q", true),
  ]

  @Test("differ by no more than FreeType's rounding and flattening", arguments: [12, 16, 24, 36, 48, 72])
  func sameGlyphs(size: Int) throws {
    for isCubic in [false, true] {
      let limit = isCubic ? 45 + 4.0 : 22 + 4.0
      try compare(size: size, enlarged: 1, cubic: isCubic, within: limit)
    }
  }

  @Test("equal the average of FreeType's at 16 times the size", arguments: [12, 16, 24, 36, 48, 72])
  func enlarged(size: Int) throws {
    for isCubic in [false, true] { try compare(size: size, enlarged: 16, cubic: isCubic, within: isCubic ? 4 : 3) }
  }

  private func compare(size: Int, enlarged scale: Int, cubic isCubic: Bool, within limit: Double) throws {
    var worst = (error: 0.0, glyph: "")
    var theirs = [UInt8](repeating: 0, count: Self.side * scale * Self.side * scale)
    for (family, text, _) in Self.samples.filter({ $0.2 == isCubic }) {
      guard let font = TestFonts.stack(family)?.first else { continue }
      for scalar in text.unicodeScalars {
        let glyph = font.glyph(of: scalar)
        let (x, y, side) = (CInt(16 * scale), CInt(96 * scale), CInt(Self.side * scale))
        #expect(oracle_render(font.path, glyph, CInt(size * scale), &theirs, side, x, y) == 0)
        let outlines = TextOutlines(
          width: 0, height: 0,
          glyphs: [.init(unitsPerEm: font.unitsPerEm, outline: font.outline(of: glyph), places: [Point(x: 16, y: 96)])])
        let ours = try coverage(outlines.path(at: Point(x: 0, y: 0), size: Double(size)))
        for (our, their) in zip(ours, averages(theirs, scale)) where abs(Double(our) - their) > worst.error {
          worst = (abs(Double(our) - their), "\(scalar) of \(font.path)")
        }
      }
    }
    print("text against FreeType x\(scale), \(size) px, cubic \(isCubic): worst \(worst.error)/255 (\(worst.glyph))")
    #expect(worst.error <= limit, "\(worst.glyph)")
  }

  /// The means of squares of samples.
  private func averages(_ samples: [UInt8], _ scale: Int) -> [Double] {
    var sums = [Int](repeating: 0, count: Self.side * Self.side)
    for y in 0..<Self.side * scale {
      for x in 0..<Self.side * scale {
        sums[y / scale * Self.side + x / scale] += Int(samples[y * Self.side * scale + x])
      }
    }
    return sums.map { Double($0) / Double(scale * scale) }
  }

  private func coverage(_ path: Path) throws -> [UInt8] {
    let canvas = try #require(CanvasSize(width: Self.side, height: Self.side))
    var bytes = [UInt8](repeating: 0, count: Self.side * Self.side)
    var scanner = CoverageScanner(Outline(fillOf: .path(path)), canvas: canvas, antialiased: true, rule: .nonzero)
    for tileRow in scanner.tileRows {
      scanner.scan(tileRow: tileRow) { columns, coverage in
        for y in 0..<Tile.edge {
          for x in columns.lowerBound * Tile.edge..<columns.upperBound * Tile.edge {
            let value =
              switch coverage {
              case .full: UInt8(255)
              case .mask(let mask): mask.bytes[y * Tile.edge + x % Tile.edge]
              }
            bytes[(tileRow * Tile.edge + y) * Self.side + x] = value
          }
        }
      }
    }
    return bytes
  }
}
