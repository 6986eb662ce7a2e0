import Glibc
import PaintCLI
import PaintEditing
import PaintPNG
import PaintRaster

/// `paint-bench draw`: draws the strokes of a script with the library alone.
enum DrawCommand {
  private static let rounds = 3

  /// Measures and prints what the arguments request; ends the program if they are invalid.
  static func run(_ words: [String]) {
    let arguments = DrawArguments(words)
    let strokes: [StrokeEdit]
    do throws(StrokeScript.ReadingError) {
      strokes = try StrokeScript.strokes(of: arguments.script, canvas: arguments.size)
    } catch {
      fail(error.message, hint: error.hint, exitCode: error.exitCode)
    }
    let reserve = Drawing.reserve(arguments.size)
    defer { withExtendedLifetime(reserve) {} }
    var best = Double.infinity
    var canvas = Drawing.blank(arguments.size)
    for round in 0..<rounds {
      if round > 0 { canvas = Drawing.blank(arguments.size) }
      best = min(best, Drawing.seconds(of: strokes, on: canvas))
    }
    if let picture = arguments.picture { write(canvas, to: picture) }
    let each = strokes.isEmpty ? 0 : best / Double(strokes.count)
    print(
      "\(strokes.count) strokes in \(decimal(best * 1e3, digits: 3)) ms, \(decimal(each * 1e6, digits: 3)) us per stroke, "
        + "best of \(rounds)")
    print("fingerprint \(canvas.fingerprint.hex)")
  }

  private static func write(_ canvas: MemoryCanvas, to path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { fail("cannot write \(path): \(String(cString: strerror(errno)))", exitCode: EX_CANTCREAT) }
    do throws(PNGError) {
      try canvas.export(to: file)
    } catch {
      fail("cannot write \(path): \(error)", exitCode: EX_IOERR)
    }
    guard close(file) == 0 else {
      fail("cannot write \(path): \(String(cString: strerror(errno)))", exitCode: EX_IOERR)
    }
  }
}
