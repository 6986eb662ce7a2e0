import PaintFormats
import PaintRaster

extension ShownPicture {
  /// The picture as a PNG.
  package func png() throws(TerminalError) -> [UInt8] {
    let output = PictureOutput()
    do throws(PictureError) {
      let writer = try PictureWriter(
        .png, size: size, isOpaque: pixels.allSatisfy { $0 >= 255 << 24 }, to: output)
      try writer.writeRows(pixels.span, rows: size.height)
      try writer.finish()
    } catch {
      throw TerminalError.encoding(error.message)
    }
    return output.bytes
  }

  /// A sequence that reaches the terminal: tmux passes on what is in a sequence of its own, with every escape doubled.
  package func passed(_ sequence: [UInt8]) -> [UInt8] {
    guard isInTmux else { return sequence }
    var bytes = Array("\u{1b}Ptmux;".utf8)
    for byte in sequence {
      if byte == 0x1b { bytes.append(0x1b) }
      bytes.append(byte)
    }
    return bytes + Array("\u{1b}\\".utf8)
  }
}
