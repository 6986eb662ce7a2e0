import PaintEditing
import PaintHistory
import PaintRaster

extension Session {
  /// The newest step on the current canvas that painted a pixel, also if it had that colour already; nil if none did.
  ///
  /// - Complexity: O(steps since the newest one that changed it); each whose box has the pixel runs once, in a rehearsal.
  func newestPainter(ofX x: Int, y: Int) throws -> Int? {
    var changed: Revision?
    try document.forEachChange(ofPixel: x, y, in: try snapshot(nil)) { change in
      if changed == nil, change.origin == .itself, change.revision.parent != nil { changed = change.revision }
    }
    var here = history.current
    while here.number > changed?.number ?? 0, here.base != here.number, let parent = here.parent {
      if try paints(here, on: parent, x: x, y: y) { return here.number }
      here = try history.revision(parent)
    }
    return changed?.number
  }

  /// Whether a step changes a pixel that has another colour before it.
  private func paints(_ step: Revision, on parent: Int, x: Int, y: Int) throws -> Bool {
    guard case .edit(let command) = try step.checkedCommand() else { return false }
    let edit = try command.edit(on: try history.revision(parent).size)
    let tile = TileIndex(x: x / Tile.edge, y: y / Tile.edge)
    guard edit.reads.picture.touches([tile]) else { return false }
    return try document.rehearse {
      try history.goTo(parent)
      guard let before = try document.pixel(x: x, y: y, in: snapshot(nil)) else { return false }
      // Transparent or not, and another colour.
      let other = Pixel(red: 255 - before.red, green: before.green ^ 128, blue: 255 - before.blue, alpha: 128)
      _ = try document.perform(TileColorEdit(tile, other), EditLabel(name: "", command: ""))
      _ = try console.withoutWarnings { try edit.perform(in: self, name: step.name) }
      return try document.pixel(x: x, y: y, in: snapshot(nil)) != other
    }
  }
}
