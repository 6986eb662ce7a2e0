import PaintRaster

// Unsafe: pixels and floats are read at computed positions, inside bounds that are checked.

extension PictureRotation {
  /// Samples the source, piece by piece, so that each of its pixels is converted to floats only about twice.
  func sample(
    _ source: PixelSource, to target: PixelTarget, _ sine: Double, _ cosine: Double, with workers: Workers
  ) {
    let edge = 64
    let across = (target.box.width + edge - 1) / edge
    let down = (target.box.height + edge - 1) / edge
    workers.forEach(down) { row in
      for column in 0..<across {
        let piece = PixelBox(
          x: target.box.x + column * edge, y: target.box.y + row * edge, width: edge, height: edge
        ).intersection(target.box)
        samplePiece(piece, source, target, sine, cosine)
      }
    }
  }

  private func samplePiece(
    _ piece: PixelBox, _ source: PixelSource, _ target: PixelTarget, _ sine: Double, _ cosine: Double
  ) {
    let needed = sourceBox(for: piece)
    guard !needed.isEmpty else {
      for y in piece.y..<piece.maxY { unsafe target.row(y, from: piece.x).update(repeating: 0, count: piece.width) }
      return
    }
    // A margin of four transparent pixels represents the area outside the picture.
    let margin = 4
    let floats = FloatBlock(
      PixelBox(
        x: needed.x - margin, y: needed.y - margin, width: needed.width + 2 * margin,
        height: needed.height + 2 * margin))
    for y in floats.box.y..<floats.box.maxY {
      let line = unsafe floats.row(y)
      unsafe line.update(repeating: .zero, count: floats.box.width)
      guard y >= needed.y, y < needed.maxY else { continue }
      let pixels = unsafe source.row(y, from: needed.x)
      for x in 0..<needed.width { unsafe line[margin + x] = unsafe FloatPixel(premultiplying: pixels[x]) }
    }
    // A kernel that begins outside these bounds covers only transparent pixels.
    let left = Double(floats.box.x)
    let top = Double(floats.box.y)
    let right = Double(floats.box.maxX - 4)
    let bottom = Double(floats.box.maxY - 4)
    for y in piece.y..<piece.maxY {
      let result = unsafe target.row(y, from: piece.x) - piece.x
      for x in piece.x..<piece.maxX {
        let position = oldPosition(Double(x) + 0.5, Double(y) + 0.5, sine, cosine)
        let (u, v) = (position.x - 1.5, position.y - 1.5)
        let (column, row) = (u.rounded(.down), v.rounded(.down))
        guard column >= left, row >= top, column <= right, row <= bottom else {
          unsafe result[x] = 0
          continue
        }
        let across = Self.weights(Float(u - column))
        let down = Self.weights(Float(v - row))
        let first = Int(column) - floats.box.x
        var sum = FloatPixel.zero
        for k in 0..<4 {
          let pixels = unsafe floats.row(Int(row) + k) + first
          let line = unsafe across.x * pixels[0] + across.y * pixels[1] + across.z * pixels[2] + across.w * pixels[3]
          sum += down[k] * line
        }
        unsafe result[x] = sum.clampedAndUnpremultiplied
      }
    }
  }

  /// Keys's cubic at 1 + t, t, 1 − t and 2 − t.
  @inline(__always)
  private static func weights(_ t: Float) -> SIMD4<Float> {
    let third = SIMD4<Float>(-0.5, 1.5, -1.5, 0.5)
    let second = SIMD4<Float>(1, -2.5, 2, -0.5)
    let first = SIMD4<Float>(-0.5, 0, 0.5, 0)
    return ((third * t + second) * t + first) * t + SIMD4<Float>(0, 1, 0, 0)
  }
}
