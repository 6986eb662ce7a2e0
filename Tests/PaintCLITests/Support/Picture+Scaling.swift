import PaintRaster

extension Picture {
  /// Scaled down in the simplest way: every pixel reads the whole picture.
  func average(_ width: Int, _ height: Int) -> Picture {
    func overlap(_ old: Int, _ oldSide: Int, _ new: Int, _ newSide: Int) -> Int {
      max(0, min((old + 1) * newSide, (new + 1) * oldSide) - max(old * newSide, new * oldSide))
    }
    var result = self
    (result.width, result.height) = (width, height)
    result.pixels = []
    for newY in 0..<height {
      let rows = (0..<self.height).map { overlap($0, self.height, newY, height) }
      for newX in 0..<width {
        var sums = [0, 0, 0, 0]
        for x in 0..<self.width {
          let column = overlap(x, self.width, newX, width)
          if column == 0 { continue }
          for y in 0..<self.height where rows[y] > 0 {
            let pixel = self[x, y]
            let weight = column * rows[y] * Int(pixel.alpha)
            for (index, channel) in [pixel.red, pixel.green, pixel.blue].enumerated() {
              sums[index] += weight * Int(channel)
            }
            sums[3] += weight
          }
        }
        let area = self.width * self.height
        var bits = UInt32((2 * sums[3] + area) / (2 * area)) << 24
        for index in 0..<3 where sums[3] > 0 {
          bits |= UInt32((2 * sums[index] + sums[3]) / (2 * sums[3])) << UInt32(8 * index)
        }
        result.pixels.append(bits)
      }
    }
    return result
  }

  /// Scaled up by repeating pixels.
  func repeated(_ factor: Int) -> Picture {
    var result = Picture(width: width * factor, height: height * factor, pixels: [])
    for y in 0..<result.height {
      for x in 0..<result.width { result.pixels.append(self[x / factor, y / factor].bits) }
    }
    return result
  }

  /// Over opaque pixels, which depend on the place.
  func over(_ below: (Int, Int) -> Pixel) -> Picture {
    var result = self
    for index in pixels.indices {
      let (above, ground) = (Pixel(bits: pixels[index]), below(index % width, index / width))
      let alpha = Double(above.alpha) / 255
      func mix(_ above: UInt8, _ below: UInt8) -> UInt8 {
        UInt8((Double(above) * alpha + Double(below) * (1 - alpha)).rounded())
      }
      result.pixels[index] =
        Pixel(
          red: mix(above.red, ground.red), green: mix(above.green, ground.green), blue: mix(above.blue, ground.blue)
        ).bits
    }
    return result
  }

  /// The largest difference of a channel; nil for pictures of different sizes.
  func largestDifference(from other: Picture) -> Int? {
    guard width == other.width, height == other.height else { return nil }
    return zip(pixels, other.pixels).map { Pixel(bits: $0).difference(from: Pixel(bits: $1)) }.max() ?? 0
  }
}
