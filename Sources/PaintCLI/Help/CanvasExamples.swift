// The examples of the commands for the canvas as a whole.
extension CommandID {
  /// The examples of a command that changes the canvas as a whole.
  var canvasExamples: [Example] {
    switch self {
    case .crop:
      [
        Example("paint crop 20,20,300x200", "keep the box with its top left corner at 20,20"),
        Example("paint crop center,50%x50%", "keep the middle"),
      ]
    case .canvas:
      [
        Example("paint canvas 500x400 --background white", "a white border around the picture"),
        Example("paint canvas x440 --anchor top", "40 more rows at the bottom"),
      ]
    case .resize:
      [
        Example("paint resize 50%", "half as wide and half as high"),
        Example("paint resize 800x", "800 pixels wide, the height in proportion"),
        Example("paint resize 200% --method nearest", "keep the hard edges of pixel art"),
      ]
    case .rotate:
      [
        Example("paint rotate 90", "a quarter turn clockwise"),
        Example("paint rotate -2.5 --background white", "straighten a scan; the new corners are white"),
      ]
    case .flip:
      [
        Example("paint flip horizontal", "swap left and right"),
        Example("paint flip vertical", "swap top and bottom"),
      ]
    case .trim:
      [
        Example("paint trim", "remove the border that has the colour of the top left pixel"),
        Example("paint trim --tolerance 8", "also if its colour varies a little, as in a JPEG"),
      ]
    default: []
    }
  }
}
