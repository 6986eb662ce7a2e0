/// Finds fonts, by name through fontconfig or by file, and keeps those that were opened.
///
/// For one thread at a time.
public final class FontLibrary {
  private let opened = OpenFonts()
  private var named: [String: FontStack] = [:]
  private var filed: [String: FontStack] = [:]

  /// The family that is taken where none is asked for.
  public static let defaultFamily = "sans-serif"

  /// A library that knows no font yet; nothing is loaded before the first is asked for.
  public init() {}

  /// The font of that name, and those that step in for what it lacks.
  ///
  /// A name is a family (`DejaVu Sans`, of which the regular face is taken), a family with fontconfig's properties
  /// (`DejaVu Sans:bold:italic`), a full name (`DejaVu Sans Bold`), a PostScript name, or one of fontconfig's generic
  /// names (`serif`, `monospace`). Small and capital letters are the same.
  /// - Throws: `.unknownFont` for every other name, also where fontconfig would put another font in its place.
  public func fonts(named name: String) throws(TextError) -> FontStack {
    if let known = named[name] { return known }
    try TextLibraries.loadFonts()
    let found = try find(name)
    named[name] = found
    return found
  }

  /// The font in a file, its first face, and those that step in for what it lacks, where fontconfig is to be had.
  public func fonts(file path: String) throws(TextError) -> FontStack {
    if let known = filed[path] { return known }
    let first = try opened.font(path, face: 0)
    let found = FontStack(first, nearestTo: Self.defaultFamily, properties: nil, in: opened)
    filed[path] = found
    return found
  }

  private func find(_ name: String) throws(TextError) -> FontStack {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let family = String(parts[0])
    let properties = parts.count > 1 ? ":" + parts[1] : nil
    let list = try FontList(nearestTo: family, properties: properties)
    let nearest = (0..<list.count).lazy.filter { list.path(of: $0) != nil }
    guard let best = nearest.first, let path = list.path(of: best) else { throw .noFonts }
    let isAsked = list.texts(of: best, "family").contains { Self.isSame($0, family) }
    if isAsked || Self.generic.contains(where: { Self.isSame($0, family) }) {
      let first = try opened.font(path, face: list.face(of: best))
      return FontStack(first, candidates: list, in: opened)
    }
    let all = try FontList.all()
    for index in 0..<all.count where properties == nil {
      let names = all.texts(of: index, "fullname") + all.texts(of: index, "postscriptname")
      guard names.contains(where: { Self.isSame($0, name) }), let path = all.path(of: index) else { continue }
      let first = try opened.font(path, face: all.face(of: index))
      return FontStack(first, nearestTo: all.texts(of: index, "family").first ?? family, properties: nil, in: opened)
    }
    let families = Set((0..<all.count).compactMap { all.texts(of: $0, "family").first }).sorted()
    throw .unknownFont(name: family, families: families, substitute: list.texts(of: best, "family").first)
  }

  /// The names that fontconfig takes for kinds of fonts.
  private static let generic = [
    "sans-serif", "sans", "serif", "monospace", "mono", "cursive", "fantasy", "system-ui", "emoji", "math",
  ]

  private static func isSame(_ first: String, _ second: String) -> Bool { first.lowercased() == second.lowercased() }
}
