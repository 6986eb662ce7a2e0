/// A font and, behind it, all others in the order in which they step in for characters that it lacks.
public final class FontStack {
  /// The font that was asked for.
  let first: Font
  /// Those in use: the first, and what stepped in so far.
  private(set) var fonts: [Font]
  private let opened: OpenFonts
  private let family: String
  private let properties: String?
  private var candidates: FontList?
  private var known: [[Unicode.Scalar]: Int?] = [:]

  init(_ first: Font, nearestTo family: String, properties: String?, in opened: OpenFonts) {
    self.first = first
    self.opened = opened
    self.family = family
    self.properties = properties
    fonts = [first]
  }

  convenience init(_ first: Font, candidates: FontList, in opened: OpenFonts) {
    self.init(first, nearestTo: FontLibrary.defaultFamily, properties: nil, in: opened)
    self.candidates = candidates
  }

  /// The place in `fonts` of the one for the characters of one cluster; nil where no font has them all.
  ///
  /// - Parameter preferred: the font of what stands before, which goes on through spaces that it has.
  func font(for cluster: [Unicode.Scalar], preferred: Int?) -> Int? {
    let seen = cluster.filter { !Self.isUnseen($0) }
    if let preferred, seen.allSatisfy({ $0.properties.isWhitespace }), has(seen, fonts[preferred]) { return preferred }
    if has(seen, first) { return 0 }
    if let known = known[seen] { return known }
    let found = find(seen)
    known[seen] = .some(found)
    return found
  }

  /// Characters that fonts need not have: joiners, marks of direction, variation selectors.
  static func isUnseen(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isDefaultIgnorableCodePoint }

  private func find(_ cluster: [Unicode.Scalar]) -> Int? {
    for place in fonts.indices.dropFirst() where has(cluster, fonts[place]) { return place }
    // Without fontconfig the font that was asked for stands alone.
    if candidates == nil { candidates = try? FontList(nearestTo: family, properties: properties) }
    guard let candidates else { return nil }
    for index in 0..<candidates.count where cluster.allSatisfy({ candidates.has($0, in: index) }) {
      guard let path = candidates.path(of: index), let font = try? opened.font(path, face: candidates.face(of: index)),
        has(cluster, font)
      else { continue }
      if let place = fonts.firstIndex(where: { $0 === font }) { return place }
      fonts.append(font)
      return fonts.count - 1
    }
    return nil
  }

  /// Whether a font has all of these characters, emoji as outlines: fonts of colour pictures have empty ones.
  private func has(_ scalars: [Unicode.Scalar], _ font: Font) -> Bool {
    scalars.allSatisfy { scalar in
      let glyph = font.glyph(of: scalar)
      return glyph != 0 && !(scalar.properties.isEmojiPresentation && font.outline(of: glyph).elements.isEmpty)
    }
  }
}
