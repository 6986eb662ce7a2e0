/// Red, green and blue of four pixels, 0…255 each, or values made of them.
struct ColorChannels {
  var red, green, blue: FourDoubles

  @inline(__always)
  init(_ red: FourDoubles, _ green: FourDoubles, _ blue: FourDoubles) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The stored colours of four pixels, without their alphas.
  @inline(__always)
  init(_ pixels: FourWords) {
    self.init(
      BlendKernel.doubles(BlendKernel.samples(pixels, 0)), BlendKernel.doubles(BlendKernel.samples(pixels, 8)),
      BlendKernel.doubles(BlendKernel.samples(pixels, 16)))
  }

  /// The same function of each channel and the same channel of another colour.
  @inline(__always)
  func with(_ other: ColorChannels, _ body: (FourDoubles, FourDoubles) -> FourDoubles) -> ColorChannels {
    ColorChannels(body(red, other.red), body(green, other.green), body(blue, other.blue))
  }

  /// The same function of each channel.
  @inline(__always)
  func map(_ body: (FourDoubles) -> FourDoubles) -> ColorChannels {
    ColorChannels(body(red), body(green), body(blue))
  }
}
