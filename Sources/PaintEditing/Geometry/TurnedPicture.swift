import PaintFilters
import PaintHistory
import PaintRaster

/// A picture at the place to which crops, extensions, flips and quarter turns have moved it.
struct TurnedPicture: PixelReading {
  private let picture: any PixelReading
  private let place: TurnedPlace

  /// - Precondition: the place is one of a picture of this size.
  init(_ picture: any PixelReading, at place: TurnedPlace) {
    self.picture = picture
    self.place = place
  }

  var size: CanvasSize { place.size }
  var background: Pixel { place.background }

  func read(into target: PixelTarget) throws(HistoryError) {
    for frame in place.frames.reversed() {
      let box = frame.box.intersection(target.box)
      if !box.isEmpty { target.fill(box, with: frame.color) }
    }
    let box = place.visible.intersection(target.box)
    if box.isEmpty { return }
    guard let rotation = PictureRotation(degrees: Double(90 * place.quarters), of: picture.size) else {
      preconditionFailure("a canvas that is turned by a quarter is one")
    }
    let turned = box.moved(byX: -place.box.x, y: -place.box.y)
    let mirrored = rotation.sourceBox(for: turned)
    let part = target.part(box).moved(to: turned.x, turned.y)
    if !place.isMirrored {
      if rotation.isIdentity { return try picture.read(into: part) }
      return rotation.apply(to: try picture.pixels(in: mirrored).source, writing: part, with: .all)
    }
    let source = try picture.pixels(in: FlipEdit.horizontal.sourceBox(for: mirrored, of: picture.size))
    if rotation.isIdentity { return part.copy(mirrored: source.source, isHorizontal: true) }
    let block = PixelBlock(unwritten: mirrored)
    block.target.copy(mirrored: source.source, isHorizontal: true)
    rotation.apply(to: block.source, writing: part, with: .all)
  }
}
