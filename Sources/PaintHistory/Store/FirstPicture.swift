import PaintPNG
import PaintRaster

/// The first revision of a new document, while its tiles are added: writes them to packs and to the index.
final class FirstPicture {
  let index: Index
  private let start: DocumentBuilder.Start
  private let identity: String
  private var writer: PackWriter
  private var revision: Revision
  /// The hash of a whole tile of the background, which most tiles replace.
  private let backgroundHash: BlockHash
  /// Tiles that were added but are not in a pack yet.
  private var waiting: [(key: UInt32, tile: Tile)] = []
  /// The versions of the tiles that were added; only for a history in memory, which continues with them.
  private(set) var view = CanvasView()
  /// The number of tiles that are encoded together.
  private static let batchSize = 256

  /// Begins a document in an index whose tables are empty, in an open transaction of the index.
  init(_ start: DocumentBuilder.Start, in index: Index, packs: PackStore, time: Int) {
    self.start = start
    self.index = index
    backgroundHash = BlockHash(of: .color(start.background), width: Tile.edge, height: Tile.edge)
    var generator = SystemRandomNumberGenerator()
    identity = Self.hexadecimal(generator.next()) + Self.hexadecimal(generator.next())
    writer = PackWriter(store: packs, nextPack: 1, durably: false)
    revision = Revision(
      number: 0, parent: nil, depth: 0, size: start.size, background: start.background, base: 0,
      fingerprint: Fingerprint(blank: start.size, color: start.background), time: time, name: start.name,
      command: start.command, pixels: 0, bounds: .empty, tileCount: 0, bytes: 0)
    writer.begin(revision, document: identity)
  }

  /// Adds a tile; each tile at most once.
  ///
  /// - Throws: `.disk` if a pack cannot be written, `.index` if the index cannot be written.
  func add(_ tile: Tile, at position: TileIndex) throws(HistoryError) {
    if case .color(start.background) = tile { return }
    waiting.append((position.key, tile))
    if waiting.count == Self.batchSize { try addWaiting() }
    let size = start.size
    let isWhole = position.inside(size) == .tile
    revision.fingerprint.replace(
      tile: position,
      old: isWhole
        ? backgroundHash : Fingerprint.blockHash(of: .color(start.background), at: position, canvas: size),
      new: Fingerprint.blockHash(of: tile, at: position, canvas: size))
    revision.tileCount += 1
  }

  /// Encodes the waiting tiles on all processors and adds them.
  private func addWaiting() throws(HistoryError) {
    var encoded: ArraySlice<EncodedTile> = []
    if writer.encodesTiles {
      let tiles = waiting.compactMap { if case .pixels(let pixels) = $0.tile { pixels } else { nil } }
      encoded = TileEncoder.encode(tiles, with: .all)[...]
    }
    var rows: [Index.TileRow] = []
    for (key, tile) in waiting {
      switch tile {
      case .color(let color):
        writer.append(color, of: key)
        rows.append((key, TileVersion(revision: 0, location: .color(color))))
      case .pixels(let pixels):
        let location =
          if let tile = encoded.popFirst() { try writer.append(tile, of: key) } else {
            try writer.append(pixels, of: key)
          }
        rows.append((key, TileVersion(revision: 0, location: .slot(location))))
      }
    }
    waiting.removeAll(keepingCapacity: true)
    try index.insert(rows)
    guard !writer.encodesTiles, view.versions.count < CanvasView.limit else { return }
    for (key, version) in rows { view[key] = version }
  }

  /// Writes everything and commits it in the index; returns the state of the document and the fingerprint of the
  /// picture.
  ///
  /// - Throws: `.disk` if a pack cannot be written, `.index` if the index cannot be written.
  func finish() throws(HistoryError) -> (state: DocumentState, fingerprint: Fingerprint) {
    try addWaiting()
    let pack = writer.end(as: revision, color: start.color)
    revision.bytes = writer.bytes
    try writer.flush()
    var state = DocumentState(
      serial: 0, current: 0, tip: 0, nextRevision: 1, revisions: 1, nextPack: writer.pack, syncedRevision: 0,
      liveBytes: 0, packBytes: 0, identity: identity, settings: "", color: start.color)
    let node = RevisionNode(parent: nil, depth: 0, jump: 0)
    try index.insert(revision, node: node, pack: pack, tiles: [])
    for pack in writer.takeUncounted() { try index.count(pack, in: &state) }
    try index.insert(state)
    try index.database.execute("COMMIT")
    return (state, revision.fingerprint)
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
