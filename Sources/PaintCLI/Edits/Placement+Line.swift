import PaintEditing
import PaintFilters
import PaintRaster

extension Placement {
  /// The options of a line that say where a picture is, and how large.
  static let options: [OptionID] = [.at, .anchor, .size, .scale, .method]

  /// All options of a line with a picture file: those, and how the file is read.
  static let pictureOptions = options + CommandSpec.readingOptions

  /// What they mean for a picture.
  static let optionHelp: OptionTexts = [
    .at: "the position of the picture's anchor (default: the same point of the canvas)",
    .anchor: "the point of the picture at that position: top-left (default), center, …",
    .size: "make the picture this large: WxH, Wx, xH or N% of its own size",
  ]

  /// The names of their values for a picture.
  static let optionValues: OptionTexts = [.at: "X,Y", .size: "SIZE"]

  /// The position and size that a line states; by default, the anchor points of picture and canvas coincide.
  ///
  /// Throws `bad_value` and others for invalid values.
  init(_ line: ParsedLine, on canvas: CanvasSize) throws(Failure) {
    let given = try line.value(.anchor, Anchor.parse)
    let point = try line.value(.at, PointArgument.parse)
    let anchor = given ?? line.text(.at).map(PlaceWord.anchor) ?? .topLeft
    if line.has(.size), line.has(.scale) {
      throw Failure(.unexpectedWord, "--size and --scale both set the size of the picture")
    }
    var scale = Scale.none
    if let size = try line.value(.size, NewSizeArgument.parse) { scale = size.scale }
    if let factor = try line.value(.scale, NumberForm.scale.value) { scale = .factor(factor) }
    self.init(
      x: point?.x.resolved(on: canvas.width) ?? Double(canvas.width * anchor.halvesRight) / 2,
      y: point?.y.resolved(on: canvas.height) ?? Double(canvas.height * anchor.halvesDown) / 2, anchor: anchor,
      scale: scale, method: try line.chosen(.method, ResamplingMethod.parse))
  }

  /// The canonical words of a picture that is placed in a box.
  func words(in box: PixelBox) -> String {
    let place = " --at \(box.x),\(box.y) --anchor top-left"
    return scale == .none ? place : "\(place) --size \(box.width)x\(box.height) --method \(method.rawValue)"
  }
}

extension OptionSpec {
  static let scale = OptionSpec(
    .scale, "scale", .value("S"), "the scale factor: 0.5 or 50%", forms: "Scale", number: .scale)
}
