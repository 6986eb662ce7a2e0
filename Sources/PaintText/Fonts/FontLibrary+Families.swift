extension FontLibrary {
  /// A family and its styles.
  public struct Family: Hashable, Sendable {
    /// Its first name.
    public var name: String
    /// Its styles, sorted and without duplicates.
    public var styles: [String]
  }

  /// The installed families that match a pattern, sorted by name.
  ///
  /// - Parameter pattern: a part of a name of the family, in any case, or all with an empty one; properties after a
  ///   colon select styles.
  /// - Throws: `.missingLibrary` without fontconfig; `.outOfMemory`.
  public static func families(matching pattern: String) throws(TextError) -> [Family] {
    let parts = pattern.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let wanted = parts.first.map { $0.lowercased() } ?? ""
    let properties = FontProperties(parts.count > 1 ? String(parts[1]) : "")
    let all = try FontList.all()
    var styles: [String: Set<String>] = [:]
    for font in all.usable {
      let names = all.values(of: font, "family")
      guard let name = names.first, wanted.isEmpty || names.contains(where: { isPart(wanted, of: $0.lowercased()) }),
        properties.lacking(in: font, of: all) == nil
      else { continue }
      styles[name, default: []].formUnion(all.values(of: font, "style").prefix(1))
    }
    return styles.keys.sorted().map { Family(name: $0, styles: (styles[$0] ?? []).sorted()) }
  }

  /// Whether a text is in a name.
  ///
  /// Swift's `contains` for texts would delay every start: it needs the library for regular expressions.
  private static func isPart(_ text: String, of name: String) -> Bool {
    name.indices.contains { name[$0...].hasPrefix(text) }
  }

  /// The styles of a family that has this name, sorted.
  static func styles(of family: String) throws(TextError) -> [String] {
    let all = try FontList.all()
    var styles: Set<String> = []
    for font in all.usable
    where all.values(of: font, "family").contains(where: { $0.lowercased() == family.lowercased() }) {
      styles.formUnion(all.values(of: font, "style").prefix(1))
    }
    return styles.sorted()
  }

  /// The families of the installed fonts, each by its first name, sorted and without duplicates.
  ///
  /// - Throws: `.missingLibrary` without fontconfig; `.outOfMemory`.
  public static func families() throws(TextError) -> [String] {
    let all = try FontList.all()
    return Set(all.usable.compactMap { all.values(of: $0, "family").first }).sorted()
  }
}
