extension PictureHeader {
  /// The name of the colour profile, as its `desc` tag states it; nil if it has none.
  public var colorProfileName: String? { colorProfile.flatMap(ProfileName.init)?.text }
}

/// The name of an ICC profile.
///
/// A profile is a table of tags: signature, place and size, four bytes each, big-endian. Version 2 stores the name in
/// ASCII, version 4 in UTF-16 for each language, of which the first is taken.
struct ProfileName {
  let text: String
  private static let tagLimit = 200

  init?(_ profile: [UInt8]) {
    func number(_ place: Int) -> Int? {
      guard place >= 0, place + 4 <= profile.count else { return nil }
      return profile[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    guard let tags = number(128) else { return nil }
    let places = (0..<min(tags, Self.tagLimit)).lazy.map { 132 + 12 * $0 }
    guard let tag = places.first(where: { profile.has("desc", at: $0) }), let start = number(tag + 4) else {
      return nil
    }
    let name: String
    if profile.has("desc", at: start) {
      guard let count = number(start + 8), start + 12 + count <= profile.count else { return nil }
      name = String(decoding: profile[start + 12..<start + 12 + count].prefix { $0 != 0 }, as: UTF8.self)
    } else if profile.has("mluc", at: start) {
      guard let count = number(start + 20), let place = number(start + 24), start + place + count <= profile.count
      else {
        return nil
      }
      let first = start + place
      let units = stride(from: first, to: first + count - 1, by: 2).map {
        UInt16(profile[$0]) << 8 | UInt16(profile[$0 + 1])
      }
      name = String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
    } else {
      return nil
    }
    if name.isEmpty { return nil }
    text = name
  }
}
