import Testing

/// The box of a gradient on a stroke, compared with the pixels that changed.
@Suite("Contract: the box of a gradient")
struct GradientBoxTests {
  @Test(
    "it is that of what is drawn",
    arguments: [
      "path 'M10,50 A40,40 0 0 1 90,50 A40,40 0 0 1 10,50 Z' --fill GRADIENT",
      "path 'M10,10 C80,0 90,80 20,80 Z' --fill GRADIENT", "path 'M10,10 Q90,20 20,80' --fill GRADIENT",
      "path 'M10,10 C80,0 90,80 20,80 Z' --color GRADIENT --width 6",
      "line 20,80 80,80 --color GRADIENT --width 4 --arrow both",
      "line 20,40 80,40 --color GRADIENT --width 8 --cap square",
      "line 20,40 80,40 --color GRADIENT --width 8 --cap butt",
      "curve 10,50 30,20 60,80 90,50 --color GRADIENT --width 5",
      "pencil 10,50 30,20 60,80 90,50 --smooth --color GRADIENT --width 5",
      "polygon 10,50 60,20 60,80 --color GRADIENT --width 6",
      "rect 10,10,30x20 --color GRADIENT --width 3 --fill gold",
    ])
  func drawn(stroke: String) throws {
    let shell = try Shell()
    let stroke = stroke.replacing("GRADIENT", with: "'linear-gradient(red,blue)'")
    _ = try shell.sh("paint new q.paint --size 120x100 -q; paint stroke \(stroke) -q")
    let shown = try shell.paint("show --json").json
    let bounds = shown["bounds"].elements.compactMap(\.int).map(Double.init)
    let command = shown["command"].text ?? ""
    let word = command.split(separator: " ").drop { $0 != "--paint-box" }.dropFirst().first ?? ""
    let box = word.split { $0 == "," || $0 == "x" }.compactMap { Double($0) }
    try #require(bounds.count == 4 && box.count == 4, "\(shown)")
    // Each side is inside of the outermost pixels that changed, or less than a pixel around them if it barely meets one.
    for axis in 0..<2 {
      #expect((box[axis] - bounds[axis] - 0.5).magnitude <= 0.6, "\(command) \(bounds)")
      let (end, last) = (box[axis] + box[axis + 2], bounds[axis] + bounds[axis + 2])
      #expect((end - last + 0.5).magnitude <= 0.6, "\(command) \(bounds)")
    }
  }
}
