extension FontLibrary {
  /// A family and its styles.
  public struct Family: Hashable, Sendable {
    /// Its first name.
    public var name: String
    /// Its styles, sorted and without duplicates.
    public var styles: [String]
    /// The properties of the pattern that the family lacks and that text makes artificially of its style: `bold`.
    public var synthesised: [String] = []
  }

  /// The installed families that match a pattern, sorted by name.
  ///
  /// - Parameter pattern: a part of a name of the family, in any case, or all with an empty one; properties after a
  ///   colon select styles. Of a family that is named and has none of these, the style is listed that text would make
  ///   into it.
  /// - Throws: `.missingLibrary` without fontconfig; `.outOfMemory`.
  public static func families(matching pattern: String) throws(TextError) -> [Family] {
    let parts = pattern.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let wanted = parts.first.map { $0.lowercased() } ?? ""
    let properties = FontProperties(parts.count > 1 ? String(parts[1]) : "")
    let all = try FontList.all()
    var styles: [String: Set<String>] = [:]
    for font in all.usable {
      let names = all.values(of: font, "family")
      guard let name = names.first, wanted.isEmpty || names.contains(where: { $0.lowercased().has(wanted) })
      else { continue }
      let isMeant = properties.lacking(in: font, of: all).isEmpty
      styles[name, default: []].formUnion(isMeant ? all.values(of: font, "style").prefix(1) : [])
    }
    var families: [Family] = []
    for (name, styles) in styles {
      if !styles.isEmpty {
        families.append(Family(name: name, styles: styles.sorted()))
      } else if !wanted.isEmpty, let family = try synthesised(name, properties, ":" + parts[1]) {
        families.append(family)
      }
    }
    return families.sorted { $0.name < $1.name }
  }

  /// The family with the style of which text makes others artificially; nil if it cannot.
  private static func synthesised(
    _ family: String, _ properties: FontProperties, _ words: String
  ) throws(TextError) -> Family? {
    let list = try FontList(nearestTo: family, properties: words)
    let font = list.usable.first { list.values(of: $0, "family").contains(family) }
    guard let font, properties.lacking(in: font, of: list).isEmpty else { return nil }
    return Family(
      name: family, styles: Array(list.values(of: font, "style").prefix(1)),
      synthesised: properties.lacking(in: font, of: list, isSynthesised: false))
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
