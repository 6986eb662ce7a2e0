import PaintPNG
import PaintRaster

/// Writes the first revision of a document to packs and to the index.
///
/// Unchecked: only one thread uses it at a time: that of the queue of a `FirstPicture`, then that of its owner.
final class FirstPictureWriter: @unchecked Sendable {
  typealias PlacedTile = (index: TileIndex, tile: Tile)

  let index: Index
  private let start: DocumentBuilder.Start
  private let identity: String
  private var packs: PackWriter
  private var revision: Revision
  /// The hash of a whole tile of the background, which most tiles replace.
  private let backgroundHash: BlockHash
  /// The versions of the tiles that were added; only for a history in memory, which continues with them.
  private(set) var shown = ShownVersions()
  /// The first error; nothing more is written after it.
  private(set) var failure: HistoryError?

  /// The fingerprint of the picture.
  var fingerprint: Fingerprint { revision.fingerprint }

  init(_ start: DocumentBuilder.Start, in index: Index, packs: PackStore, time: Int) {
    self.start = start
    self.index = index
    backgroundHash = BlockHash(of: .color(start.background), width: Tile.edge, height: Tile.edge)
    var generator = SystemRandomNumberGenerator()
    identity = Self.hexadecimal(generator.next()) + Self.hexadecimal(generator.next())
    self.packs = PackWriter(store: packs, nextPack: 1, durably: false)
    revision = Revision(
      number: 0, parent: nil, depth: 0, size: start.size, background: start.background, base: 0,
      fingerprint: Fingerprint(blank: start.size, color: start.background), time: time, name: start.name,
      author: start.author, command: start.command, typed: start.typed, pixels: 0, bounds: .empty, tileCount: 0,
      bytes: 0)
    self.packs.begin(revision, document: identity)
  }

  /// Adds tiles; an error is kept in `failure`.
  func add(_ tiles: [PlacedTile]) {
    guard failure == nil else { return }
    do throws(HistoryError) { try write(tiles) } catch { failure = error }
  }

  private func write(_ tiles: [PlacedTile]) throws(HistoryError) {
    var encoded: ArraySlice<EncodedTile> = []
    if packs.encodesTiles {
      let pixels = tiles.compactMap { if case .pixels(let pixels) = $0.tile { pixels } else { nil } }
      encoded = TileEncoder.encode(pixels, with: .all)[...]
    }
    var rows: [Index.TileRow] = []
    rows.reserveCapacity(tiles.count)
    for (index, tile) in tiles {
      let location: TileVersion.Location
      switch tile {
      case .color(let color):
        packs.append(color, of: index.key)
        location = .color(color)
      case .pixels(let pixels):
        if let tile = encoded.popFirst() {
          location = .slot(try packs.append(tile, of: index.key))
        } else {
          location = .slot(try packs.append(pixels, of: index.key))
        }
      }
      rows.append((index.key, TileVersion(revision: 0, location: location)))
      count(tile, at: index)
    }
    try index.insert(rows)
    guard !packs.encodesTiles, shown.versions.count < ShownVersions.limit else { return }
    for (key, version) in rows { shown[key] = version }
  }

  private func count(_ tile: Tile, at index: TileIndex) {
    let size = start.size
    let old =
      index.inside(size) == .tile
      ? backgroundHash : Fingerprint.blockHash(of: .color(start.background), at: index, canvas: size)
    revision.fingerprint.replace(
      tile: index, old: old, new: Fingerprint.blockHash(of: tile, at: index, canvas: size))
    revision.tileCount += 1
  }

  /// Writes the rest and commits it in the index; returns the state of the document.
  ///
  /// - Throws: the error of `add`; `.disk` if a pack cannot be written, `.index` if the index cannot be written.
  func finish() throws(HistoryError) -> DocumentState {
    if let failure { throw failure }
    let pack = packs.end(as: revision, color: start.color)
    revision.bytes = packs.bytes
    try packs.flush()
    var state = DocumentState(
      serial: 0, current: 0, tip: 0, nextRevision: 1, revisions: 1, nextPack: packs.pack, syncedRevision: 0,
      liveBytes: 0, packBytes: 0, identity: identity, settings: "", color: start.color)
    let node = RevisionNode(parent: nil, depth: 0, jump: 0)
    try index.insert(revision, node: node, pack: pack, tiles: [])
    for pack in packs.takeUncounted() { try index.count(pack, in: &state) }
    try index.insert(state)
    try index.database.execute("COMMIT")
    return state
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
