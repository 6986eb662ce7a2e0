/// The graphics protocol of kitty: a PNG in base64, in chunks.
package struct KittyPicture: TerminalPicture {
  /// The bytes of a chunk, 4,096 after base64.
  private static let chunk = 3_072

  package var hasAlpha: Bool { true }

  package func encode(_ picture: ShownPicture) throws(TerminalError) -> EncodedPicture {
    let png = try picture.png()
    var bytes: [UInt8] = []
    var start = 0
    repeat {
      let end = min(start + Self.chunk, png.count)
      var sequence: [UInt8] = Array("\u{1b}_G".utf8)
      if start == 0 {
        // Transmitted and shown at once, without an answer, and without moving the cursor.
        sequence += Array("a=T,f=100,q=2,C=1,".utf8)
        if let number = picture.imageID { sequence += Array("i=\(number),".utf8) }
        if !picture.isCellKnown { sequence += Array("c=\(picture.columns),r=\(picture.rows),".utf8) }
      }
      sequence += Array("m=\(end < png.count ? 1 : 0);".utf8)
      Base64.append(png[start..<end], to: &sequence)
      sequence += Array("\u{1b}\\".utf8)
      bytes += picture.passed(sequence)
      start = end
    } while start < png.count
    return .image(bytes)
  }
}
