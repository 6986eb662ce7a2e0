/// How many packs that the index does not need are of each kind.
struct UnneededPacks {
  /// Those with content of their own.
  var unconfirmed = 0
  /// Those that a gc deletes.
  var leftovers = 0
  /// Damaged ones whose content was moved before; a gc sets them aside.
  var damaged = 0
}

extension History {
  /// Counts packs that the index does not need by their kind, as a gc decides it; changes nothing.
  ///
  /// - Parameter numbers: the packs; those that the index needs are ignored, and so are those that are gone.
  /// - Throws: `.damaged` if the index needs one of them; `.disk` if a pack cannot be read.
  func sortUnneeded(_ numbers: [Int]) throws(HistoryError) -> UnneededPacks {
    let unknown = try recovery.sort(recovery.unknownPacks().filter(Set(numbers).contains))
    var sorted = UnneededPacks(unconfirmed: unknown.unconfirmed.count, leftovers: unknown.redundant.count)
    var library = PackLibrary(packs)
    for number in numbers where try index.pack(number)?.isEmptied ?? false {
      guard let bytes = try packs.contentsIfPresent(of: number) else { continue }
      guard let evidence = PackEvidence(bytes) else {
        sorted.damaged += 1
        continue
      }
      if case .isNeeded(let why) = try recovery.proof(that: evidence, of: number, isRedundantIn: &library) {
        throw .damaged("\(IndexBuilder.name(of: number)) cannot be removed: \(why)")
      }
      sorted.leftovers += 1
    }
    return sorted
  }
}
