import SystemPackage

/// Packs that a new index does not know, when a document is checked or repaired: packs with unknown steps, and others.
struct UnknownPacks {
  /// Packs with content that is neither in the new index nor forgotten, and damaged packs, which may have such content.
  ///
  /// They are only deleted at the user's request.
  private(set) var unconfirmed: [FilePath.Component] = []
  /// Packs whose content is also elsewhere, and leftovers of unfinished edits.
  private(set) var others: [FilePath.Component] = []
  /// The highest numbers used in them and in packs that were set aside before.
  private(set) var highestRevision = -1
  private(set) var highestNote = 0

  /// Reads the packs of a document that the builder's index does not know.
  init(
    _ names: [FilePath.Component], unknownTo builder: IndexBuilder, in document: FilePath, on disk: any Disk
  ) throws(HistoryError) {
    for name in names {
      let path = document.appending("packs").appending(name)
      guard let bytes = try HistoryError.catching(disk.packBytes(of: path)) else {
        others.append(name)
        continue
      }
      let evidence = try PackEvidence.read(bytes)
      count(evidence, of: builder.identity)
      if Self.hasSteps(evidence, unknownTo: builder) { unconfirmed.append(name) } else { others.append(name) }
    }
    for (_, evidence) in try UnconfirmedPacks(document: document, disk: disk).evidence() {
      count(evidence, of: builder.identity)
    }
  }

  private mutating func count(_ evidence: PackEvidence, of document: String?) {
    guard let document, evidence.documents.contains(document) else { return }
    highestRevision = max(highestRevision, evidence.highestRevision)
    highestNote = max(highestNote, evidence.highestNote)
  }

  private static func hasSteps(_ evidence: PackEvidence, unknownTo builder: IndexBuilder) -> Bool {
    evidence.isDamaged
      || evidence.revisions.contains { record in
        let number = record.revision.number
        return record.document == builder.identity && !record.isAbandoned && !record.isPruned
          && builder.revisions[number] == nil && !builder.isPruned(number) && !builder.isDiscarded(number)
      }
      || evidence.notes.contains { note in
        note.document == builder.identity && builder.notePacks[note.number] == nil
          // A writer keeps no pack for limits, a cut or a root that was never committed, about a revision that is known.
          && (!note.change.isTransient || note.number <= builder.highestNote
            || note.highestRevision > builder.highestRevision)
      }
  }
}
