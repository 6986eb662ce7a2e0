/// The opened font faces; each is opened once.
final class OpenFonts {
  private struct FaceKey: Hashable {
    var path: String
    var face: UInt32
    var synthesis: FontSynthesis
  }

  private var fonts: [FaceKey: Font] = [:]

  /// A face of a font file, opened if necessary.
  func font(
    _ path: String, face: UInt32, synthesis: FontSynthesis = FontSynthesis()
  ) throws(TextError) -> Font {
    let key = FaceKey(path: path, face: face, synthesis: synthesis)
    if let known = fonts[key] { return known }
    let font = try Font(path: path, face: face, synthesis: synthesis)
    fonts[key] = font
    return font
  }

  /// The first wanted font of a list that can be used: HarfBuzz does not read all font formats.
  func first(
    of list: FontList, where isWanted: (Int) -> Bool
  ) throws(TextError) -> (font: Font, index: Int)? {
    for index in 0..<list.count where isWanted(index) {
      if let font = try font(index, of: list) { return (font, index) }
    }
    return nil
  }

  /// A font of a list; nil if it cannot be used.
  ///
  /// Throws if the system or the disk fails: the same text would show another font the next time.
  func font(_ index: Int, of list: FontList) throws(TextError) -> Font? {
    guard let path = list.path(of: index) else { return nil }
    do {
      return try font(path, face: list.face(of: index), synthesis: list.synthesis(of: index))
    } catch {
      if error.meansUnusableFont { return nil }
      throw error
    }
  }
}
