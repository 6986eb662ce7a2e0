import PaintRaster

/// Half blocks: each cell shows two pixels, the upper one as the text's colour and the lower one as its background.
package struct BlocksPicture: TerminalPicture {
  private let palette: ColorChip.Palette

  package init(_ palette: ColorChip.Palette) { self.palette = palette }

  package var cell: CellSize? { CellSize(width: 1, height: 2) }

  package func encode(_ picture: ShownPicture) throws(TerminalError) -> EncodedPicture {
    .text(stride(from: 0, to: picture.size.height, by: 2).map { line(picture, $0) })
  }

  private func line(_ picture: ShownPicture, _ y: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    // The colours of text and background that are in effect; nil for the terminal's own.
    var (text, ground): (Pixel?, Pixel?) = (nil, nil)
    for x in 0..<picture.size.width {
      let (upper, lower) = (Self.visible(picture[x, y]), Self.visible(picture[x, y + 1]))
      let (glyph, wantedText, wantedGround): (String, Pixel?, Pixel?) =
        switch (upper, lower) {
        case (nil, nil): (" ", nil, nil)
        case (nil, let lower?): ("▄", lower, nil)
        case (let upper?, let lower) where upper == lower: (" ", nil, upper)
        case (let upper?, let lower): ("▀", upper, lower)
        }
      var codes: [String] = []
      if let wantedText, wantedText != text {
        codes.append(code(wantedText, 38))
        text = wantedText
      }
      if wantedGround != ground {
        codes.append(wantedGround.map { code($0, 48) } ?? "49")
        ground = wantedGround
      }
      if !codes.isEmpty { bytes += Array("\u{1b}[\(codes.joined(separator: ";"))m".utf8) }
      bytes += Array(glyph.utf8)
    }
    if text != nil || ground != nil { bytes += Array("\u{1b}[0m".utf8) }
    return bytes
  }

  private static func visible(_ pixel: Pixel?) -> Pixel? { pixel.flatMap { $0.alpha < 128 ? nil : $0 } }

  private func code(_ color: Pixel, _ kind: Int) -> String {
    switch palette {
    case .trueColor: "\(kind);2;\(color.red);\(color.green);\(color.blue)"
    case .indexed: "\(kind);5;\(ColorChip.index(of: color))"
    }
  }
}
