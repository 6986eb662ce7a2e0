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
    var evidence: PackEvidence?
    do throws(DiskError) {
      evidence = PackEvidence(try packs.contents(of: number))
    } catch {
      guard error.errno == .noSuchFileOrDirectory else { throw HistoryError(error) }
    }
    if known.count == Self.limit { known.removeFirst() }
    known.append((number, evidence))
    return evidence
  }
}
