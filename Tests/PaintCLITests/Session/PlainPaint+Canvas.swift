import PaintEditing
import PaintRaster
import PaintTestSupport

@testable import PaintCLI

/// Edits that replace the canvas, mostly with another size.
extension PlainPaint {
  mutating func flip(_ word: String, _ options: [String: String]) -> JSON {
    let mirroring: FlipEdit = word == "horizontal" ? .horizontal : .vertical
    return remake(options, "Flip \(word)ly", "flip \(word)", document.here.background) { $0.mirrored(mirroring) }
  }

  mutating func rotate(_ word: String, _ options: [String: String]) -> JSON {
    let degrees = Int(word) ?? 0
    let quarters = ((degrees / 90) % 4 + 4) % 4
    let background = options["--background"].map(Self.color) ?? document.here.background
    let angle = [0, 90, 180, -90][quarters]
    return remake(
      options, "Rotate \(angle)°", "rotate \(angle) --background \(HexadecimalColor.digits(background))", background
    ) { $0.turned(quarters: quarters) }
  }

  mutating func crop(_ word: String, _ options: [String: String]) throws(Refusal) -> JSON {
    let box = try Self.box(word, on: document.here.picture.size)
    return remake(
      to: box, options, "Crop", "crop \(box.x),\(box.y),\(box.width)x\(box.height)", document.here.background)
  }

  mutating func canvas(_ word: String, _ options: [String: String]) -> JSON {
    let sides = word.split(separator: "x").compactMap { Int($0) }
    let anchor = options["--anchor"] ?? "center"
    let background = options["--background"].map(Self.color) ?? document.here.background
    let size = document.here.picture.size
    // The picture's corner on the new canvas, halves rounded down.
    let right = anchor.hasSuffix("left") ? 0 : anchor.hasSuffix("right") ? 2 : 1
    let down = anchor.hasPrefix("top") ? 0 : anchor.hasPrefix("bottom") ? 2 : 1
    let x = Int((Double((sides[0] - size.width) * right) / 2).rounded(.down))
    let y = Int((Double((sides[1] - size.height) * down) / 2).rounded(.down))
    return remake(
      to: PixelBox(x: -x, y: -y, width: sides[0], height: sides[1]), options, "Canvas size",
      "canvas \(word) --anchor \(anchor) --background \(HexadecimalColor.digits(background))", background)
  }

  mutating func trim(_ options: [String: String]) throws(Refusal) -> JSON {
    let tolerance = options["--tolerance"] ?? "0"
    let box = document.here.picture.trimmedBox(tolerance: Int(tolerance) ?? 0)
    guard !box.isEmpty else { throw Refusal(.failed) }
    return remake(to: box, options, "Trim", "trim --tolerance \(tolerance)", document.here.background)
  }

  private mutating func remake(
    to frame: PixelBox, _ options: [String: String], _ name: String, _ command: String, _ background: Pixel
  ) -> JSON {
    remake(options, name, command, background) {
      $0.reframed(to: frame, background: background) ?? $0
    } selecting: {
      // New parts of a canvas are not selected.
      $0.reframed(to: frame, background: .transparent) ?? $0
    }
  }

  /// Moves the picture, what the eraser brings back, and the selection.
  private mutating func remake(
    _ options: [String: String], _ name: String, _ command: String, _ background: Pixel,
    _ move: @escaping (PlainPicture) -> PlainPicture, selecting moveMask: ((PlainPicture) -> PlainPicture)? = nil
  ) -> JSON {
    let here = document.here
    var mask = here.mask
    if let old = mask { mask = if let moveMask { moveMask(old) } else { move(old) } }
    return finish(
      document.add(
        move(here.picture), name: options["--name"] ?? label ?? name, command: command + " --follow", on: background,
        base: move(here.basePicture), move: move, selecting: mask))
  }
}
