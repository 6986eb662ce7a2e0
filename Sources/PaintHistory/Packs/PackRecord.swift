/// A record of a pack, parsed from its text.
enum PackRecord: Hashable {
  case revision(RevisionRecord)
  case note(NoteRecord)

  /// The text of the record in the pack.
  var text: String {
    switch self {
    case .revision(let record): record.text
    case .note(let note): note.text
    }
  }

  /// Parses the records in a pack's text, in order; describes invalid records in `damage`.
  ///
  /// Safe for any text, and strict: a record is only valid if writing it gives exactly the same text.
  /// - Complexity: O(length of the text).
  static func read(_ text: String) -> (records: [PackRecord], damage: [String]) {
    var records: [PackRecord] = []
    var damage: [String] = []
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      var end = start
      // A record ends with an empty line; no other line is empty.
      while end < bytes.count, !(end > start && bytes[end] == 0x0a && bytes[end - 1] == 0x0a) { end += 1 }
      let part = String(decoding: bytes[start..<min(end + 1, bytes.count)], as: UTF8.self)
      if end < bytes.count, let record = PackRecord(part) {
        records.append(record)
      } else {
        let line = part.unicodeScalars.prefix { $0 != "\n" }.prefix(60)
        damage.append("a record that cannot be read: '\(String(String.UnicodeScalarView(line)))'")
      }
      start = end + 1
    }
    return (records, damage)
  }

  /// Parses a record, including its empty line; nil if it is invalid.
  init?(_ text: String) {
    guard let fields = RecordFields(text) else { return nil }
    if let note = NoteRecord(fields) {
      self = .note(note)
    } else if let revision = RevisionRecord(fields) {
      self = .revision(revision)
    } else {
      return nil
    }
    guard self.text == text, self.text.utf8.elementsEqual(text.utf8) else { return nil }
  }
}
