import PaintTerminal

// Numbers with their bounds.
extension ValueForm {
  static var numbers: [ValueForm] { shares + pixels + counts }

  private static var shares: [ValueForm] {
    [
      ValueForm(
        "Share", .opacity, ["0.5", "50%", "1", "0"], refused: ["1.5", "150%", "-1"],
        text: "A part of a whole, 0 to 1 or a percentage."),
      ValueForm(
        "Spacing",
        "The distance of dabs as a share of the line's width, 0.01 to 10 or a percentage, or `none`: a line without dabs.",
        ["0.1", "25%", "1.5", "none"], refused: ["0", "0.001", "11", "any"],
        completion: .words(["none"])
      ) { (word) throws(Failure) in _ = try SpacingArgument.parse(word) },
      ValueForm(
        "Tolerance", .tolerance, ["0", "32", "10%"], refused: ["256", "1.5", "101%"],
        text: "The largest difference of two colours, 0 to 255, or a percentage of 255, rounded half up."),
      ValueForm(
        "Scale", .scale, ["0.5", "50%", "3"], refused: ["0", "-1"],
        text: "The factor by which the size changes, over 0: a number or a percentage."),
      ValueForm(
        "Zoom", "`fit`, or the shown pixels to a pixel of the picture, over 0 to 256: a number or a percentage.",
        ["fit", "4", "50%"], refused: ["0", "257", "fill"]
      ) { (word) throws(Failure) in _ = try Zoom.parse(word) },
      ValueForm(
        "Angle", "Degrees, clockwise.", ["90", "-45.5", "720"], refused: ["90deg", "1/2"], range: .any
      ) { (word) throws(Failure) in _ = try PlainValues.degrees(word) },
    ]
  }

  private static var pixels: [ValueForm] {
    [
      ValueForm("Size of a text", .fontSize, ["16", "20.5"], refused: ["0"], valueName: "N"),
      ValueForm(
        "Dashes",
        "Dash, gap, dash, gap … in pixels, not all 0; a list of odd length is repeated once. `none` is a solid line. "
          + "`--dash` without a value means dashes and gaps of three widths each.",
        ["9,6", "5", "12,3,0,3", "none"], refused: ["0,0", "-3,3", "3,,3"],
        completion: .words(["none"])
      ) { (word) throws(Failure) in _ = try DashArgument.parse(word) },
      ValueForm(
        "Distance", .dashOffset, ["4.5", "-3"], refused: ["5%"], text: "Pixels along a line; may be negative."),
      ValueForm(
        "Arrow size",
        "The length of arrow heads in line widths, over 0 to 100, or `auto`: 3.5 widths, at least 9 pixels.",
        ["auto", "4", "2.5"], refused: ["0", "101", "5px"], completion: .words(["auto"])
      ) { (word) throws(Failure) in _ = try ArrowSizeArgument.parse(word) },
      ValueForm(
        "Taper",
        "The lengths at a line's beginning and end along which its width falls to 0: pixels, 0 or more, or a percentage "
          + "of the line's length, up to 100%. One length is for both ends.",
        ["40,80", "25%,50%", "10,0", "20"], refused: ["-1,5", "120%,0", "5,", "1,2,3"]
      ) { (word) throws(Failure) in _ = try TaperArgument.parse(word) },
    ]
  }

  private static var counts: [ValueForm] {
    [
      ValueForm(
        "Page", .page, ["1", "3"], refused: ["0"],
        text: "A page or frame of a picture file, from 1."),
      ValueForm(
        "Range of samples", "The numbers that become 0 and 255: two, of which the first is less.",
        ["0,1", "-0.5,1e6"], refused: ["1,0", "1,1", "0", "0,1,2"]
      ) { (word) throws(Failure) in _ = try RangeArgument.parse(word) },
      ValueForm(
        "Duration", "A whole number of seconds, minutes, hours, days or weeks; 0 means forever.",
        ["45s", "30m", "12h", "90d", "2w", "0"], refused: ["90", "1.5d"]
      ) { (word) throws(Failure) in _ = try DurationArgument.parse(word) },
      ValueForm(
        "Bytes", "A whole number of bytes, or of units of 1,024: `K`, `M`, `G`; 0 means no limit.",
        ["209715200", "800K", "200M", "2G", "0"], refused: ["1.5M", "2X"]
      ) { (word) throws(Failure) in _ = try SizeArgument.parse(word) },
    ]
  }
}
