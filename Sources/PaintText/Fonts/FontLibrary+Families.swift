extension FontLibrary {
  /// The families of the installed fonts, each by its first name, sorted and without duplicates.
  ///
  /// - Throws: `.missingLibrary` without fontconfig; `.outOfMemory`.
  public static func families() throws(TextError) -> [String] {
    let all = try FontList.all()
    return Set((0..<all.count).compactMap { all.values(of: $0, "family").first }).sorted()
  }
}
