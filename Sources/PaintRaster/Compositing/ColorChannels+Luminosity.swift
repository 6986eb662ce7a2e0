// Luminosity and saturation, as W3C Compositing defines them for the blend modes that mix all channels.
extension ColorChannels {
  /// 0.3 red + 0.59 green + 0.11 blue.
  @inline(__always)
  private var luminosity: FourDoubles {
    let warm: FourDoubles = red * 30 + green * 59
    return (warm + blue * 11) / 100
  }

  @inline(__always)
  private var least: FourDoubles {
    let two = red.replacing(with: green, where: green .< red)
    return two.replacing(with: blue, where: blue .< two)
  }

  @inline(__always)
  private var greatest: FourDoubles {
    let two = red.replacing(with: green, where: green .> red)
    return two.replacing(with: blue, where: blue .> two)
  }

  /// The colour with the luminosity of another one, pulled towards grey until it is in 0…255.
  @inline(__always)
  func withLuminosity(of other: ColorChannels) -> ColorChannels {
    let change: FourDoubles = other.luminosity - luminosity
    let moved = map { $0 + change }
    let center = moved.luminosity
    let (least, greatest) = (moved.least, moved.greatest)
    // Rounding may leave the centre at a limit; there is nothing to pull then.
    let down: FourDoubles = (center - least).replacing(with: 1, where: center .<= least)
    let up: FourDoubles = (greatest - center).replacing(with: 1, where: greatest .<= center)
    let raised = moved.map { (channel) -> FourDoubles in
      let pulled: FourDoubles = center + (channel - center) * center / down
      return channel.replacing(with: pulled, where: least .< 0)
    }
    return raised.map { (channel) -> FourDoubles in
      let pulled: FourDoubles = center + (channel - center) * (255 - center) / up
      return channel.replacing(with: pulled, where: greatest .> 255).clamped(
        lowerBound: .zero, upperBound: FourDoubles(repeating: 255))
    }
  }

  /// The colour with the saturation, greatest minus least channel, of another one; a grey becomes black.
  @inline(__always)
  func withSaturation(of other: ColorChannels) -> ColorChannels {
    let (least, greatest) = (least, greatest)
    let range: FourDoubles = (greatest - least).replacing(with: 1, where: greatest .== least)
    let saturation: FourDoubles = other.greatest - other.least
    return map { ($0 - least) * saturation / range }
  }
}
