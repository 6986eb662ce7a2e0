/// Finds fonts, by name with fontconfig or by file, and caches the opened ones.
///
/// Not thread-safe: for one thread at a time.
public final class FontLibrary {
  private let opened = OpenFonts()
  private var stacksByName: [String: FontStack] = [:]
  private var stacksByFile: [String: FontStack] = [:]

  /// The family that is used if none is requested.
  public static let defaultFamily = "sans-serif"

  /// An empty library; nothing is loaded before the first font is requested.
  public init() {}

  /// The font with the given name, and its fallback fonts.
  ///
  /// A name is a family (`DejaVu Sans`, which selects the regular face), a family with fontconfig's properties (`DejaVu
  /// Sans:bold:italic`), a full name (`DejaVu Sans Bold`), a PostScript name, or one of fontconfig's generic names
  /// (`serif`, `monospace`). Case is ignored.
  /// - Throws: `.unknownFont` for every other name, even if fontconfig would substitute another font; `.unreadableFont`
  ///   if the disk or the system fails while the font is read; `.noFonts`, `.missingLibrary`, `.oldLibrary`,
  ///   `.refusedLibrary` or `.outOfMemory`.
  public func fonts(named name: String) throws(TextError) -> FontStack {
    if let known = stacksByName[name] { return known }
    try TextLibraries.loadFonts()
    let found = try find(name)
    stacksByName[name] = found
    return found
  }

  /// The first face in a font file, and its fallback fonts if fontconfig is available.
  ///
  /// - Throws: `.unreadableFont`, `.notAFont`, `.tooLargeFont` or `.noOutlines` if the file cannot be used;
  ///   `.missingLibrary`, `.oldLibrary` or `.refusedLibrary` if HarfBuzz or FreeType cannot be; `.outOfMemory`.
  public func fonts(file path: String) throws(TextError) -> FontStack {
    if let known = stacksByFile[path] { return known }
    let first = try opened.font(path, face: 0)
    let found = FontStack(first, nearestTo: Self.defaultFamily, properties: nil, in: opened)
    stacksByFile[path] = found
    return found
  }

  private func find(_ name: String) throws(TextError) -> FontStack {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let family = String(parts[0])
    let properties = parts.count > 1 ? ":" + parts[1] : nil
    let list = try FontList(nearestTo: family, properties: properties)
    guard list.count > 0 else { throw .noFonts }
    let isGeneric = Self.generic.contains { Self.isSame($0, family) }
    let chosen = try opened.first(of: list) { isGeneric || Self.is(family, among: list.values(of: $0, "family")) }
    if let chosen {
      let stack = FontStack(chosen.font, candidates: list, in: opened)
      let wanted = FontProperties(properties ?? "")
      let lacking = wanted.lacking(in: chosen.index, of: list)
      if !lacking.isEmpty || !wanted.ignored.isEmpty {
        let named = isGeneric ? list.values(of: chosen.index, "family").first : nil
        stack.lack = FontLack(
          family: named ?? family, wanted: lacking, used: list.values(of: chosen.index, "style").first,
          styles: try Self.styles(of: named ?? family), ignored: wanted.ignored)
      }
      return stack
    }
    let all = try FontList.all()
    let first = try opened.first(of: all) { font in
      properties == nil
        && Self.is(name, among: all.values(of: font, "fullname") + all.values(of: font, "postscriptname"))
    }
    if let first { return FontStack(first.font, nearestTo: Self.defaultFamily, properties: nil, in: opened) }
    let families = Set(all.usable.compactMap { all.values(of: $0, "family").first }).sorted()
    throw .unknownFont(
      name: family, families: families, substitute: list.usable.first.flatMap { list.values(of: $0, "family").first })
  }

  /// The names that fontconfig treats as generic families.
  private static let generic = [
    "sans-serif", "sans", "serif", "monospace", "mono", "cursive", "fantasy", "system-ui", "emoji", "math",
  ]

  private static func `is`(_ name: String, among names: [String]) -> Bool { names.contains { isSame($0, name) } }

  private static func isSame(_ first: String, _ second: String) -> Bool { first.lowercased() == second.lowercased() }
}
