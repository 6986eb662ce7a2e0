import PaintRaster
import SystemPackage

/// Creates a history in memory, for one process: it has no files, and ends with the object.
///
/// Everything works as in a document opened for editing: revisions, undo and redo, branches, groups. The pixels of all
/// revisions stay in memory up to `History.Options.memoryBytes`; the oldest ones beyond are written to packs in a private
/// folder in `History.Options.temporaryFolder`, which is only created then. The index stays in memory.
///
/// Add the tiles of the first picture, then call `finish`.
public final class MemoryHistoryBuilder {
  private let name: FilePath
  private let options: History.Options
  private let packs: MemoryPackStore
  private let picture: FirstPicture

  /// Begins a history.
  ///
  /// - Parameters:
  ///   - start: the initial state.
  ///   - name: the name of the history in messages.
  /// - Throws: `.index` if there is not enough memory.
  public init(
    _ start: DocumentBuilder.Start, named name: FilePath, options: History.Options = History.Options()
  ) throws(HistoryError) {
    self.name = name
    self.options = options
    packs = MemoryPackStore(bound: options.memoryBytes, spillingTo: options.temporaryFolder, on: options.disk)
    picture = FirstPicture(start, in: try Self.makeIndex(), packs: packs, time: options.now())
  }

  /// Adds a tile of the first picture; each tile at most once.
  ///
  /// A background thread takes the tiles, so their errors are thrown by `finish`.
  ///
  /// - Throws: `.disk` if a pack beyond the bound cannot be written, `.index` if there is not enough memory.
  public func add(_ tile: Tile, at position: TileIndex) throws(HistoryError) { try picture.add(tile, at: position) }

  /// Ends the first picture; returns the history, which is open for editing.
  ///
  /// - Throws: as `add`.
  public func finish() throws(HistoryError) -> History {
    let (writer, state) = try picture.finish()
    return try History(inMemory: writer.index, state, packs: packs, shown: writer.shown, named: name, options: options)
  }

  private static func makeIndex() throws(HistoryError) -> Index {
    let database = try Database.open(":memory:", mode: .creating, files: .system)
    try database.execute(
      """
      PRAGMA page_size = 4096;
      PRAGMA temp_store = MEMORY;
      BEGIN;
      """)
    try database.execute(IndexSchema.sql)
    return Index(database)
  }
}
