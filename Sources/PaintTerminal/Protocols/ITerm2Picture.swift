/// The inline images of iTerm2: a PNG in base64.
package struct ITerm2Picture: TerminalPicture {
  package var hasAlpha: Bool { true }

  package func encode(_ picture: ShownPicture) throws(TerminalError) -> EncodedPicture {
    let png = try picture.png()
    let size =
      picture.isCellKnown
      ? "width=\(picture.size.width)px;height=\(picture.size.height)px"
      : "width=\(picture.columns);height=\(picture.rows)"
    let start = "\u{1b}]1337;File=inline=1;size=\(png.count);\(size);preserveAspectRatio=0:"
    var sequence = Array(start.utf8)
    Base64.append(png, to: &sequence)
    sequence.append(7)
    return .image(picture.passed(sequence))
  }
}
