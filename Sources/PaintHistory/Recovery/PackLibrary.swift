import SystemPackage

/// A cache of the evidence of recently used packs.
struct PackLibrary {
  private let packs: PackStore
  private var known: [(number: Int, evidence: PackEvidence?)] = []
  /// The evidence of a large pack takes a megabyte.
  private static let limit = 16

  init(_ packs: PackStore) { self.packs = packs }

  /// The evidence of a pack; nil if its file is missing or damaged.
  ///
  /// - Throws: `.disk` if the file cannot be read.
  mutating func evidence(of number: Int) throws(HistoryError) -> PackEvidence? {
    if let position = known.firstIndex(where: { $0.number == number }) { return known[position].evidence }
    let evidence = try packs.contentsIfPresent(of: number).flatMap { PackEvidence($0) }
    if known.count == Self.limit { known.removeFirst() }
    known.append((number, evidence))
    return evidence
  }
}
