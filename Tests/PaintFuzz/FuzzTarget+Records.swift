@testable import PaintHistory

extension FuzzTarget {
  /// The text of a pack's records, read by the strict reader and by the fast one that copies.
  static let record = FuzzTarget("record", "PackRecord and CopiedRecord, which must agree", longest: 1_024) { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    let (records, damage) = PackRecord.read(text)
    let copied = CopiedRecord.parse(text)
    for record in records where PackRecord(record.text) != record { broken("a record that changes when written") }
    guard damage.isEmpty else { return }
    guard let copied, copied.count == records.count else { broken("whole records that cannot be copied") }
    for (record, copy) in zip(records, copied) {
      if copy.text != record.text { broken("a copy with another text") }
      switch record {
      case .note(let note):
        if copy.kind != .note(note.number) || !copy.slots.isEmpty || !copy.colors.isEmpty { broken("another note") }
      case .revision(let revision):
        if copy.kind != .revision(revision.revision.number) || copy.isAbandoned != revision.isAbandoned
          || copy.hasProfile == revision.color.isEmpty || copy.slots != revision.slots
          || copy.colors != revision.colors.map(\.tile)
        {
          broken("another revision")
        }
      }
    }
  }
}
