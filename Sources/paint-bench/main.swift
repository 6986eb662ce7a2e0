/// Measures the program from outside, as a shell would run it, and prints a table.
///
/// usage: paint-bench PAINT PHOTOGRAPHS FOLDER
/// PHOTOGRAPHS is the folder with the photographs that big pictures are made of, FOLDER an empty one for what it makes.
import Glibc
import PaintPNG
import PaintRaster

/// Ends the program with a message.
func fail(_ message: String) -> Never {
  let line = "paint-bench: \(message)\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
  exit(1)
}

let words = Array(CommandLine.arguments.dropFirst())
if words.first == "--mosaic" {
  guard words.count > 4, let width = Int(words[1]), let height = Int(words[2]),
    let size = CanvasSize(width: width, height: height)
  else { fail("usage: paint-bench --mosaic WIDTH HEIGHT FILE PHOTOGRAPH …") }
  let file = open(words[3], O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  do throws(PNGError) {
    try Mosaic(size, of: Array(words[4...])).write(to: file)
  } catch {
    fail("\(error)")
  }
  exit(close(file))
}

guard words.count == 3 else { fail("usage: paint-bench PAINT PHOTOGRAPHS FOLDER") }
let bench = Bench(
  paint: words[0],
  photographs: ["coffee", "astronaut", "chelsea"].map { "\(words[1])/\($0).png" },
  folder: words[2])
bench.strokesAndMoves()
bench.scribbles()
bench.exports()
