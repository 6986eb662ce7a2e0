// The examples of the brushes.
extension CommandID {
  /// The examples of a brush.
  var brushExamples: [Example] {
    switch self {
    case .pencil:
      [
        Example("paint stroke pencil 40,200 80,160 120,180 160,120 --color crimson --width 4", "a line through points"),
        Example("paint stroke pencil 40,60,0.2 120,80,1 200,60,0.2 --width 12", "thin at both ends, by its pressure"),
        Example("paint stroke pencil --points-from points.txt --width 3", "points from a file, one a line"),
      ]
    case .line:
      [
        Example("paint stroke line 20,20 380,20 --color navy --width 3", "a line from the first point to the second"),
        Example(
          "paint stroke line 320,240 180,120 --color red --width 5 --arrow end", "an arrow; it points at 180,120"),
        Example("paint stroke line 10%,50% 90%,50% --width 3 --dash", "a dashed line across the canvas"),
      ]
    case .rect:
      [
        Example("paint stroke rect 40,40,200x100 --color red --width 4", "a red frame, its top left corner at 40,40"),
        Example("paint stroke rect center,200x100 --fill gold --radius 12", "filled, round corners, in the middle"),
        Example(
          "paint stroke rect 300,200 100%,100% --fill navy --opacity 50%", "from a point to the bottom right corner"),
      ]
    case .ellipse:
      [
        Example("paint stroke ellipse 60,60,120x120 --color green --width 3", "a circle: its box is a square"),
        Example("paint stroke ellipse 10%,10%,80%x80% --fill '#0000ff40'", "filled with a transparent blue"),
      ]
    case .polygon:
      [
        Example("paint stroke polygon 200,40 360,260 40,260 --fill gold --color black --width 3", "a triangle"),
        Example(
          "paint stroke polygon 200,20 290,280 40,110 360,110 110,280 --fill red --fill-rule evenodd",
          "a star with a hole in the middle"),
      ]
    case .path:
      [
        Example("paint stroke path 'M20,150 C100,20 300,280 380,150' --color crimson --width 4", "a Bezier curve"),
        Example("paint stroke path 'M40,40 h120 v80 z' --fill teal", "a filled triangle; small letters are relative"),
      ]
    case .curve:
      [
        Example(
          "paint stroke curve 20,200 120,80 220,220 380,60 --color purple --width 3", "smooth through all points"),
        Example("paint stroke curve 100,60 300,60 300,240 100,240 --closed --fill skyblue", "a filled, round shape"),
      ]
    case .eraser:
      [
        Example("paint stroke eraser 60,60 200,120 --width 30", "bring back the picture that the canvas began with"),
        Example("paint stroke eraser 60,60 200,120 --width 30 --to r2", "bring back the pixels of revision 2"),
        Example("paint stroke eraser 60,60 200,120 --width 30 --to none", "make the pixels transparent"),
      ]
    default: []
    }
  }
}
