/// Packs with nothing but parts of edits, and what is known about the ends of edits.
///
/// An edit whose writer died before its end is in no picture and cannot be recovered: only its last record has the
/// fingerprint. The writer wrote it last, so it is in none of the packs if it is in no readable one. A damaged pack may
/// have it, so nothing is removed next to one.
struct UnfinishedEdits {
  /// The packs, in ascending order.
  var packs: [(number: Int, bytes: Int, evidence: PackEvidence)] = []
  private var ended: Set<EditIdentity> = []
  private var hasDamaged = false

  /// Takes the ends of edits from a pack.
  mutating func look(at evidence: PackEvidence) {
    if evidence.isDamaged { hasDamaged = true }
    for record in evidence.revisions where !record.isPart { ended.insert(EditIdentity(record.revision)) }
  }

  /// Whether none of the edits in a pack has an end in the packs that were looked at.
  func neverEnded(_ evidence: PackEvidence) -> Bool {
    !hasDamaged && evidence.revisions.allSatisfy { !ended.contains(EditIdentity($0.revision)) }
  }
}
