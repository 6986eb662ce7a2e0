// Points, boxes, sizes and colours.
extension ValueForm {
  static var geometry: [ValueForm] {
    [
      ValueForm(
        "Length",
        "Pixels, or a part of the canvas: `50%` of its width or height, with pixels added or subtracted. Numbers are "
          + "decimal, with or without an exponent, at most 1e15 in magnitude, independent of the locale. Coordinates are "
          + "rounded to 1/65,536 pixel. A negative number does not need `--` before it.",
        ["12.5", "-3", "50%", "100%-60", "50%+8", "1e3"], refused: ["0x10", "nan", "1,5", "1e16"]
      ) { (word) throws(Failure) in _ = try PlainValues.length(word) },
      ValueForm(
        "Point",
        "X to the right and Y down from the top left corner of the canvas, each a length. Words can be used for X "
          + "(`left`, `center`, `right`) and Y (`top`, `center`, `bottom`), with pixels added or subtracted, and one "
          + "word for both. Pixel (i, j) covers the square from (i, j) to (i+1, j+1).",
        ["10,20", "50%,100%-8", "right-20,bottom-20", "center", "top-left", "-10,-4.5"],
        refused: ["10", "10,", "10;20", "1,2,3"],
        valueName: "X,Y", completion: .point
      ) { (word) throws(Failure) in _ = try PointArgument.parse(word) },
      ValueForm(
        "Point with pressure",
        "A point, and the share of the line's width there, 0 to 1 or a percentage; the full width if not given.",
        ["10,20", "10,20,0.5", "10,20,50%"], refused: ["10,20,1.5", "10,20,0.5,1"]
      ) { (word) throws(Failure) in _ = try PointArgument.parseWithPressure(word) },
      ValueForm(
        "Offset", "A distance in whole pixels, to the right and down, -65,536 to 65,536 each.", ["40,-10", "0,0"],
        refused: ["10", "1.5,2", "70000,0"]
      ) { (word) throws(Failure) in _ = try PlainValues.offset(word) },
      ValueForm(
        "Box",
        "`X,Y,WxH`: the top left corner and the sides; or two opposite corners in any order, as two operands or, in an "
          + "option, as one word with a blank; or an anchor and the sides: the anchors of box and canvas coincide. A box that "
          + "must be in whole pixels has percentages rounded to the nearest pixel.",
        ["10,10,200x100", "10%,10%,50%x50%", "10,10 210,110", "center,100x100", "bottom-right,100x100"],
        refused: ["10,10,200", "10,10,-5x5", "nowhere,5x5"]
      ) { (word) throws(Failure) in _ = try BoxArgument.parse(word) },
      ValueForm(
        "Path data",
        "SVG path data: `M L H V C S Q T A Z` with pixels, lower-case letters relative to the current point.",
        ["M10,10 L90,10 90,90 Z", "m10 10h80v80z", "M 0 0 C 10 10 20 10 30 0"],
        refused: ["L 10 10", "M 10", "M 1 1 X 2"]
      ) { (word) throws(Failure) in _ = try PathDataReader.read(Array(String(copying: word).utf8)) },
      ValueForm(
        "Canvas size", "`WxH` in whole pixels, each side 1 to 65,536.", ["1920x1080", "1x65536"],
        refused: ["0x5", "5", "1.5x2", "65537x1"]
      ) { (word) throws(Failure) in _ = try PlainValues.size(word) },
      ValueForm(
        "New size",
        "`WxH` in whole pixels; `Wx` or `xH`, where the other side is in proportion (for `canvas`: stays); or `N%` of "
          + "the canvas (for `place --size`: of the picture).",
        ["800x600", "800x", "x600", "50%"], refused: ["x", "0x5", "0%"]
      ) { (word) throws(Failure) in _ = try NewSizeArgument.parse(word) },
      ValueForm(
        "Colour",
        "A CSS name; `rgb`, `rgba`, `rrggbb` or `rrggbbaa` in hexadecimal digits, with or without `#` (which begins a "
          + "comment in the shell unless quoted); `rgb(…)`, `rgba(…)`, `hsl(…)`, `hsla(…)`; `none` or `transparent`. A "
          + "colour without alpha, such as `transparent`, paints nothing, but clears with `--blend copy`. `none` leaves "
          + "a line or the inside of a shape out; as the colour of an area or of the canvas it makes them transparent.",
        ["gold", "none", "f00", "#ff000080", "rgb(255 0 0 / 50%)", "hsl(200, 80%, 50%)"],
        refused: ["redd", "#12345", "rgb(1,2)"],
        completion: .color
      ) { (word) throws(Failure) in _ = try ColorArgument.parse(word) },
      ValueForm(
        "Paint",
        "A colour, or a gradient of CSS: `linear-gradient(…)`, `radial-gradient(…)`, `conic-gradient(…)` and the same "
          + "with `repeating-`. Stops have positions in `%` or `px` (`conic`: angles); `in srgb-linear` or `in oklab` "
          + "chooses the colour space. Or `pattern(FILE)`: a picture file, repeated from the corner of the canvas.",
        [
          "gold", "linear-gradient(red, blue)", "radial-gradient(circle at 30% 20%, white, navy 80px)",
          "pattern(tile.png)",
        ],
        refused: ["redd", "linear-gradient()", "linear-gradiant(red, blue)", "pattern()"],
        completion: .paint
      ) { (word) throws(Failure) in _ = try PaintWord.parse(word) },
    ]
  }
}
