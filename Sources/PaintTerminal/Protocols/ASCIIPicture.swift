import PaintRaster

/// Characters without colours: the lighter two pixels are, the more ink, as on a dark terminal.
package struct ASCIIPicture: TerminalPicture {
  /// From black or transparent to white.
  private static let ramp = Array(" .:-=+*#%@".utf8)

  package var cell: CellSize? { CellSize(width: 1, height: 2) }
  package var showsGround: Bool { true }

  package func encode(_ picture: ShownPicture) throws(TerminalError) -> EncodedPicture {
    .text(
      stride(from: 0, to: picture.size.height, by: 2).map { y in
        (0..<picture.size.width).map { x in
          let pair = [picture[x, y], picture[x, y + 1]].compactMap(\.self)
          let sum = pair.reduce(0) { $0 + Self.luma($1) }
          return Self.ramp[sum / max(1, pair.count) * Self.ramp.count / 256]
        }
      })
  }

  /// How light a pixel is on black, 0…255.
  private static func luma(_ pixel: Pixel) -> Int {
    (77 * Int(pixel.red) + 150 * Int(pixel.green) + 29 * Int(pixel.blue)) / 256 * Int(pixel.alpha) / 255
  }
}
