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
  ///
  /// - Throws: `.unreadableFont`, `.notAFont`, `.tooLargeFont` or `.noOutlines`, where the file is none that can be
  ///   used; `.missingLibrary` where HarfBuzz or FreeType is not there.
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
    guard list.count > 0 else { throw .noFonts }
    let isGeneric = Self.generic.contains { Self.isSame($0, family) }
    if let first = opened.first(of: list, where: { isGeneric || Self.is(family, among: list.texts(of: $0, "family")) })
    {
      return FontStack(first, candidates: list, in: opened)
    }
    let all = try FontList.all()
    let first = opened.first(of: all) { font in
      properties == nil && Self.is(name, among: all.texts(of: font, "fullname") + all.texts(of: font, "postscriptname"))
    }
    if let first { return FontStack(first, nearestTo: Self.defaultFamily, properties: nil, in: opened) }
    let families = Set((0..<all.count).compactMap { all.texts(of: $0, "family").first }).sorted()
    throw .unknownFont(name: family, families: families, substitute: list.texts(of: 0, "family").first)
  }

  /// The names that fontconfig takes for kinds of fonts.
  private static let generic = [
    "sans-serif", "sans", "serif", "monospace", "mono", "cursive", "fantasy", "system-ui", "emoji", "math",
  ]

  private static func `is`(_ name: String, among names: [String]) -> Bool { names.contains { isSame($0, name) } }

  private static func isSame(_ first: String, _ second: String) -> Bool { first.lowercased() == second.lowercased() }
}
