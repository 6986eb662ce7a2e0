/// A font and its fallback fonts, in the order in which they are tried for characters that it lacks.
public final class FontStack {
  /// The requested font.
  let first: Font
  /// The fonts in use: the first, and the fallbacks used so far.
  private(set) var fonts: [Font]
  /// The properties in the font's name that have no effect; nil if there are none.
  public internal(set) var lack: FontLack?
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

  /// The index in `fonts` of the font for the characters of one cluster; nil if no font has them all.
  ///
  /// - Parameter preferred: the font of the preceding cluster, which is kept for spaces if it has them.
  /// - Throws: `.refusedLibrary` or `.outOfMemory` if the fallback fonts are not known, because the system refused to
  ///   open fontconfig or there is not enough memory; `.unreadableFont` if one of them cannot be read.
  func font(for cluster: [Unicode.Scalar], preferred: Int?) throws(TextError) -> Int? {
    let visible = cluster.filter { !Self.isIgnorable($0) }
    if let preferred, visible.allSatisfy({ $0.properties.isWhitespace }), has(visible, fonts[preferred]) {
      return preferred
    }
    if has(visible, first) { return 0 }
    if let known = known[visible] { return known }
    let found = try find(visible)
    known[visible] = .some(found)
    return found
  }

  /// Whether fonts need not have a character: joiners, directional marks, variation selectors.
  static func isIgnorable(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isDefaultIgnorableCodePoint }

  private func find(_ cluster: [Unicode.Scalar]) throws(TextError) -> Int? {
    for position in fonts.indices.dropFirst() where has(cluster, fonts[position]) { return position }
    // Without fontconfig there are no fallback fonts.
    if candidates == nil {
      do { candidates = try FontList(nearestTo: family, properties: properties) } catch {
        switch error {
        case .refusedLibrary, .outOfMemory: throw error
        default: return nil
        }
      }
    }
    guard let candidates else { return nil }
    for index in 0..<candidates.count where cluster.allSatisfy({ candidates.has($0, in: index) }) {
      guard let font = try opened.font(index, of: candidates), has(cluster, font) else { continue }
      if let position = fonts.firstIndex(where: { $0 === font }) { return position }
      fonts.append(font)
      return fonts.count - 1
    }
    return nil
  }

  /// Whether a font has all of these characters, emoji as outlines: colour fonts have empty outlines for them.
  private func has(_ scalars: [Unicode.Scalar], _ font: Font) -> Bool {
    scalars.allSatisfy { scalar in
      let glyph = font.glyph(of: scalar)
      return glyph != 0 && !(scalar.properties.isEmojiPresentation && font.outline(of: glyph).elements.isEmpty)
    }
  }
}
