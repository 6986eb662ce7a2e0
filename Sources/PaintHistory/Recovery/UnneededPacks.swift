/// How many packs that the index does not need are of each kind.
struct UnneededPacks {
  /// Those with content of their own.
  var unconfirmed = 0
  /// Those that a gc deletes.
  var leftovers = 0
  /// Damaged ones whose content was moved before; a gc sets them aside.
  var damaged = 0
  /// The numbers of those in the place of a pack whose content was moved before, with what is nowhere else.
  ///
  /// A gc refuses to delete them, a repair sets them aside.
  var foreign: [(pack: Int, why: String)] = []
}

extension History {
  /// Counts packs that the index does not need by their kind, as a gc decides it; changes nothing.
  ///
  /// - Parameter numbers: the packs; those that the index needs are ignored, and so are those that are gone.
  /// To be called only if the index and the packs agree without them.
  ///
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
      switch try recovery.proof(that: evidence, of: number, isRedundantIn: &library) {
      case .isNeeded(let why): sorted.foreign.append((number, why))
      case .isRedundant: sorted.leftovers += 1
      }
    }
    return sorted
  }
}
