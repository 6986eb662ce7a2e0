import CSQLite
import PaintPNG
import SystemPackage

/// The result of reading a whole document, with an index that was built from its packs.
struct Examination {
  let builder: IndexBuilder
  /// The folder of the new index.
  let scratch: ScratchFolder
  private(set) var report = CheckReport()
  /// The row `document` of the index; nil if it cannot be read or belongs to another document.
  private(set) var state: DocumentState?
  /// The highest pack number in the packs folder.
  private(set) var highestPack = 0
  /// Files in the packs folder that are not packs.
  private(set) var unexpectedFiles: [FilePath.Component] = []
  /// Packs that were never committed, and packs whose content was moved.
  private(set) var unfinished: [FilePath.Component] = []
  private var hasSkippedPacks = false
  /// Packs without an end, such as those that were copied while they were written.
  private var shortPacks: Set<Int> = []
  /// What this is if it is a copy that was taken while a command wrote.
  private(set) var copy: UnfinishedCopy?
  /// Packs that exist but are damaged.
  var damagedPacks: [Int] { builder.damagedPacks.keys.sorted() }

  /// Reads everything; packs that the index does not need are read only if there are problems.
  ///
  /// - Parameters:
  ///   - indexFolder: the folder of the index to compare with the packs; nil for the document's own folder.
  ///   - ignored: packs that are treated as missing.
  ///   - progress: called with the number of packs read so far and the number of all packs.
  init(
    of path: FilePath, indexIn indexFolder: FilePath? = nil, without ignored: Set<Int> = [],
    options: History.Options, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(HistoryError) {
    try self.init(of: path, indexFolder ?? path, ignored, options: options, readsAll: false, progress: progress)
    guard !builder.problems.isEmpty, hasSkippedPacks else { return }
    try self.init(of: path, indexFolder ?? path, ignored, options: options, readsAll: true, progress: progress)
  }

  private init(
    of path: FilePath, _ indexFolder: FilePath, _ ignored: Set<Int>, options: History.Options, readsAll: Bool,
    progress: (Int, Int) -> Void
  ) throws(HistoryError) {
    let disk = options.disk
    scratch = try ScratchFolder(in: options.temporaryFolder, on: disk)
    builder = try IndexBuilder(
      at: scratch.path.appending("index.sqlite"), temporaryFolder: options.temporaryFolder, files: disk.sqliteFiles)
    let wrongKinds = try HistoryError.catching(DocumentMembers.wrongKinds(in: path, on: disk))
    builder.problems += wrongKinds.map { CheckProblem(code: .unexpectedFile, message: $0.message) }
    let opened =
      wrongKinds.contains { DocumentMembers.indexFiles.contains($0.name) }
      ? nil : try Self.open(indexFolder, options: options, problems: &builder.problems)
    state = opened?.state
    let packs = PackStore(folder: path.appending("packs"), disk: disk)
    var last = try lastPack(in: opened?.index)
    let needed = readsAll ? nil : try needed(by: opened?.index)
    if last != .max, try isOlderThanPacks(opened?.index, packs, upTo: last) { last = .max }
    let hasPacks = !wrongKinds.contains { $0.name == "packs" }
    let listed = hasPacks ? try list(path.appending("packs"), upTo: last, needed: needed, on: disk) : []
    let numbers = listed.filter { !ignored.contains($0) }
    builder.identity = try identity(of: numbers, packs)
    for (position, number) in numbers.enumerated() {
      progress(position, numbers.count)
      try add(number, at: packs.path(of: number), on: disk)
    }
    progress(numbers.count, numbers.count)
    if builder.identity == nil { builder.identity = state?.identity }
    if let opened { try compare(with: opened.index, packs: packs, found: Set(numbers)) } else { try builder.finish() }
    report.unfinishedPacks = unfinished.count
    if !wrongKinds.contains(where: { $0.name == "files" }) {
      report.unrepairable = try Self.problems(
        of: KeptFiles(document: path, disk: disk), mentionedIn: builder.index, settings: state?.settings ?? "")
    }
    if !wrongKinds.contains(where: { $0.name == "unconfirmed" }) {
      // Not in the way of the index: a repair moves them before it reads the document.
      report.unrepairable += try UnconfirmedPacks(document: path, disk: disk).unexpected().map {
        .unexpected(unconfirmed: $0.string)
      }
    }
    report.problems = builder.problems + report.unrepairable
    report.revisions = builder.revisions.count
    report.packs = builder.packCount
    report.tiles = try builder.index.countTiles()
  }

  /// The document's identity: the one that the index and the first pack agree on, otherwise the one that most packs
  /// have.
  private func identity(of numbers: [Int], _ packs: PackStore) throws(HistoryError) -> String? {
    var counts: [String: Int] = [:]
    for number in numbers {
      guard let bytes = try packs.contentsIfPresent(of: number) else { continue }
      let documents = try PackEvidence.read(bytes).documents
      if counts.isEmpty, let identity = state?.identity, documents == [identity] { return identity }
      for document in documents { counts[document, default: 0] += 1 }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// Opens the index as of one moment; nil if that is not possible, which is reported as a problem.
  private static func open(
    _ path: FilePath, options: History.Options, problems: inout [CheckProblem]
  ) throws(HistoryError) -> History.Opened? {
    let hasIndex = try HistoryError.catching(
      options.disk.status(of: path.appending("index.sqlite"), followingLinks: false) != nil)
    guard hasIndex else {
      problems.append(CheckProblem(code: .indexMissing, message: "index.sqlite is missing"))
      return nil
    }
    let before = problems.count
    var opened: History.Opened?
    do throws(HistoryError) {
      let whole = try History.openForReading(path, options: options)
      problems += try faults(of: whole.index)
      opened = whole
    } catch {
      guard case .damaged(let what) = error else { throw error }
      problems.append(CheckProblem(code: .indexDamaged, message: what))
    }
    // In a damaged index, rows with a valid checksum are still usable, whatever else is in their pages.
    if problems.count > before { opened = try openUnchecked(path, options: options, problems: &problems) }
    // The comparison reports damaged rows; the other rows help where packs have lost something.
    opened?.index.checking = .skipping
    return opened
  }

  private static func faults(of index: Index) throws(HistoryError) -> [CheckProblem] {
    try (index.database.faults() + index.database.schemaFaults()).map {
      CheckProblem(code: .indexDamaged, message: "index.sqlite: \($0)")
    }
  }

  /// Opens a damaged index without verifying the checksums of its pages; nil if it is still unreadable.
  private static func openUnchecked(
    _ path: FilePath, options: History.Options, problems: inout [CheckProblem]
  ) throws(HistoryError) -> History.Opened? {
    do throws(HistoryError) {
      let opened = try History.openForReading(path, isChecked: false, options: options)
      for problem in try faults(of: opened.index) where !problems.contains(problem) { problems.append(problem) }
      return opened
    } catch {
      guard case .damaged(let what) = error else { throw error }
      let problem = CheckProblem(code: .indexDamaged, message: what)
      if !problems.contains(problem) { problems.append(problem) }
      return nil
    }
  }

  /// The last pack that is part of the document; `Int.max` if the index does not say.
  private mutating func lastPack(in index: Index?) throws(HistoryError) -> Int {
    guard let index, let state else { return .max }
    var mentioned = 0
    do throws(HistoryError) {
      mentioned = try index.lastPack(notesUpTo: .max)
    } catch {
      try recordDamage(error)
      return .max
    }
    if mentioned < state.nextPack { return state.nextPack - 1 }
    builder.problems.append(
      CheckProblem(code: .indexDiffers, message: "the index would reuse the number of a pack", pack: mentioned))
    return .max
  }

  /// Whether packs that the index needs are missing while unknown packs exist: then a gc that the index has lost may
  /// have moved their content.
  private func isOlderThanPacks(_ index: Index?, _ packs: PackStore, upTo last: Int) throws(HistoryError) -> Bool {
    guard let index else { return false }
    do throws(HistoryError) {
      let mentioned = try index.packsMentioned()
      let present = try HistoryError.catching(packs.numbers(from: 1))
      return present.last ?? 0 > last && !mentioned.subtracting([0]).isSubset(of: present)
    } catch {
      guard case .damaged = error else { throw error }
      return true
    }
  }

  /// The packs that rows of an index refer to; nil if that is not known.
  private func needed(by index: Index?) throws(HistoryError) -> Set<Int>? {
    guard let index, state != nil, builder.problems.isEmpty else { return nil }
    return try? index.packsMentioned().union(try index.allPacks().lazy.filter { !$0.isEmptied }.map(\.number))
  }

  /// The numbers of the packs to read, in ascending order.
  private mutating func list(
    _ folder: FilePath, upTo last: Int, needed: Set<Int>?, on disk: any Disk
  ) throws(HistoryError) -> [Int] {
    var numbers: [Int] = []
    let names: [FilePath.Component]
    do throws(DiskError) {
      names = try disk.names(in: folder)
    } catch {
      guard error.errno == .noSuchFileOrDirectory else { throw HistoryError(error) }
      names = []
    }
    for name in names.sorted(by: { $0.string < $1.string }) {
      let isFile = try HistoryError.catching(
        disk.status(of: folder.appending(name), followingLinks: false)?.kind == .file)
      guard isFile, let number = PackStore.number(name) else {
        unexpectedFiles.append(name)
        builder.problems.append(
          CheckProblem(code: .unexpectedFile, message: "packs/\(name.string) is unexpected"))
        continue
      }
      highestPack = max(highestPack, number)
      // Later packs belong to an edit in progress or were left by a dead process.
      if number > last {
        unfinished.append(name)
      } else if needed?.contains(number) ?? true {
        numbers.append(number)
      } else {
        // Compaction has copied it, or was interrupted before it had finished.
        hasSkippedPacks = true
        unfinished.append(name)
      }
    }
    return numbers.sorted()
  }

  private mutating func add(_ number: Int, at path: FilePath, on disk: any Disk) throws(HistoryError) {
    let bytes: [UInt8]?
    do throws(DiskError) {
      bytes = try disk.packBytes(of: path)
    } catch {
      // Removed since the folder was listed: the same as a pack that never existed.
      if error.errno == .noSuchFileOrDirectory { return }
      if error.isWrongKind { return builder.note(damage: error.message, of: number) }
      // A file that cannot be opened or read right now is not lost.
      throw HistoryError(error)
    }
    guard let bytes else { return builder.note(damage: "it is larger than any pack", of: number) }
    let contents = try PackContents(number, file: bytes)
    try builder.add(contents, bytes: bytes.count)
    if contents.damage != nil, !PackSalvage.hasEnd(bytes) { shortPacks.insert(number) }
  }

  /// Fills in what the packs have lost from the old index, then compares the rows of both indexes.
  private mutating func compare(with old: Index, packs: PackStore, found: Set<Int>) throws(HistoryError) {
    guard let state else { return }
    guard state.identity == builder.identity else {
      builder.problems.append(CheckProblem(code: .indexDiffers, message: "index.sqlite belongs to another document"))
      self.state = nil
      return try builder.finish()
    }
    var (missing, mentioned): (Set<Int>, Set<Int>) = ([], [])
    do throws(HistoryError) {
      mentioned = try old.packsMentioned()
      missing = mentioned.subtracting(found)
      for pack in missing.sorted() {
        builder.problems.append(
          CheckProblem(
            code: .packMissing, message: "\(IndexBuilder.name(of: pack)) is missing", revision: nil, pack: pack))
      }
      try builder.fill(from: old, state, packs: packs)
    } catch {
      try recordDamage(error)
    }
    try builder.finish()
    do throws(HistoryError) {
      let comparison = IndexComparison(
        old: old, state: state, builder: builder, lostPacks: missing.union(builder.damagedPacks.keys))
      builder.problems += try comparison.problems()
      let lost = missing.union(shortPacks)
      copy = UnfinishedCopy(
        builder.problems, lostPacks: lost, shortPacks: shortPacks,
        isEnd: lost.min() ?? 0 > mentioned.subtracting(lost).max() ?? 0,
        known: try old.revisions(after: -1).sorted(), state: state)
      guard let copy else { return }
      // Hundreds of problems with one cause.
      builder.problems.removeAll { copy.explains($0, lostPacks: lost) }
      builder.problems.insert(copy.problem, at: 0)
    } catch {
      try recordDamage(error)
    }
  }

  /// Records damage of the index as a problem; rethrows any other error.
  private func recordDamage(_ error: HistoryError) throws(HistoryError) {
    guard case .damaged(let what) = error else { throw error }
    builder.problems.append(CheckProblem(code: .indexDamaged, message: what))
  }
}

extension Index {
  /// All packs that rows mention.
  func packsMentioned() throws(HistoryError) -> Set<Int> {
    var packs: Set<Int> = []
    for (part, column) in [(IndexPart.tile, Int32(2)), (.revision, 6), (.note, 1)] {
      let query = try database.statement("SELECT \(part.columns) FROM \(part.table)")
      defer { query.reset() }
      while try next(query, part) {
        // One-colour tiles are not in a pack.
        if part.table != "tile" || query.int(column) > 0 { packs.insert(query.int(column)) }
      }
    }
    return packs
  }

  func countTiles() throws(HistoryError) -> Int {
    let query = try database.statement("SELECT count(*) FROM tile")
    defer { query.reset() }
    return try query.step() ? query.int(0) : 0
  }
}

extension Database {
  /// The problems that SQLite finds in its file, at most twenty.
  func faults() throws(HistoryError) -> [String] {
    let query = try statement("PRAGMA integrity_check(20)")
    defer { query.reset() }
    var faults: [String] = []
    while try query.step() { faults.append(query.text(0)) }
    for fault in faults {
      // SQLite reports a page that could not be read right now like damage, but with its error code.
      guard let code = Self.errorCode(in: fault), code & 0xff != SQLITE_CORRUPT else { continue }
      throw error(code, fault)
    }
    return faults == ["ok"] ? [] : faults
  }

  private static func errorCode(in fault: String) -> Int32? {
    let words = fault.split(whereSeparator: { $0 == " " || $0 == "\n" })
    guard let word = words.last(where: { $0.hasPrefix("code=") }) else { return nil }
    return Int32(word.dropFirst("code=".count))
  }
}
