import PaintEditing
import PaintHistory
import PaintRaster
import PaintTerminal

extension Session {
  /// The cells of a thumbnail, each two pixels high.
  private static let thumbnailColumns = 12
  private static let thumbnailRows = 6

  /// Prints the table of a history with a small picture next to each revision's line.
  ///
  /// The pictures consist of text, which every terminal shows and a pipe keeps.
  ///
  /// - Parameter hasGap: whether revisions were left out after the first line.
  func printThumbnails(of revisions: [Revision], next entries: [HistoryTable.Entry], hasGap: Bool) throws {
    guard let limit = CanvasSize(width: Self.thumbnailColumns, height: 2 * Self.thumbnailRows) else { return }
    let encoder = TerminalEnvironment.ofProcess().text(isTerminal: console.isTerminal).encoder
    let progress = Progress("drawing thumbnails", console: console, clock: history.options.disk)
    progress.begin()
    var thumbnails = Thumbnails(within: limit)
    let margin = String(repeating: " ", count: Self.thumbnailColumns + 1)
    for (index, entry) in entries.enumerated() {
      for line in entry.before { console.print(margin + line) }
      let snapshot = try history.snapshot(at: revisions[index].number)
      let size = thumbnails.size(of: snapshot.size)
      var picture = ShownPicture(size: size, pixels: try thumbnails.next(snapshot))
      picture.put(on: .terminal, hasAlpha: false)
      guard case .text(let rows) = try encoder.encode(picture) else { continue }
      let gap = String(repeating: " ", count: Self.thumbnailColumns + 1 - size.width)
      for (row, bytes) in rows.enumerated() {
        console.write(bytes)
        console.print(gap + (row == 0 ? entry.line : entry.rest))
      }
      // A gap is a line of the next revision.
      if index < entries.count - 1, !(hasGap && index == 0) { console.print(margin + entry.rest) }
      progress.show(index + 1, of: entries.count)
    }
  }
}
