extension [UInt8] {
  /// Whether these bytes are at a place.
  func has(_ bytes: some Collection<UInt8>, at place: Int = 0) -> Bool {
    count >= place + bytes.count && self[place..<place + bytes.count].elementsEqual(bytes)
  }

  /// Whether these letters are at a place.
  func has(_ letters: String, at place: Int = 0) -> Bool { has(letters.utf8, at: place) }

  /// The brands of a file of ISO's media format, the main one first; none of another file.
  var brands: [String] {
    guard has("ftyp", at: 4) else { return [] }
    let length = self[..<4].reduce(0) { $0 << 8 | Int($1) }
    // After the main brand a version, and then the others.
    let places = [8] + stride(from: 16, to: Swift.min(length, count) - 3, by: 4)
    return places.filter { $0 + 4 <= count }.map { String(decoding: self[$0..<$0 + 4], as: UTF8.self) }
  }
}
