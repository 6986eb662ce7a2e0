import PaintRaster
import Synchronization

/// Sees the pixels of a picture, in any order and from several threads, before it is written, and plans how to write it.
public final class PNGPlanner: Sendable {
  private let size: CanvasSize
  private let options: PNGWritingOptions
  private let allowsGray: Bool
  private let allowsPalette: Bool
  private let background: Pixel?
  private let survey: PixelSurvey
  /// Nil without a limit of colours.
  private let histogram: Mutex<ColorHistogram?>

  /// Begins without pixels.
  ///
  /// - Parameters:
  ///   - colorChunks: the chunks of the picture, which are written unless the options strip them. A picture with
  ///     a profile for RGB is not written as grey, and a grey one with a profile for grey in no other way.
  ///   - background: an opaque colour behind all pixels; nil keeps transparency.
  /// - Throws: `.io` if there is not enough memory.
  public init(
    _ options: PNGWritingOptions, size: CanvasSize, colorChunks: PNGColorChunks = PNGColorChunks(),
    background: Pixel? = nil
  ) throws(PNGError) {
    self.background = background
    self.size = size
    self.options = options
    let hasProfile = !options.stripsChunks && colorChunks[.iCCP] != nil
    allowsPalette = !hasProfile || !colorChunks.hasGrayProfile
    allowsGray = !hasProfile || !allowsPalette
    survey = try PixelSurvey()
    histogram = Mutex(options.colorLimit == nil ? nil : ColorHistogram())
  }

  /// Whether no pixel that is still unseen can change the plan.
  public var isSettled: Bool {
    background == nil
      ? options.colorLimit == nil && (options.keepsFourChannels || survey.isSettled) : isSettledExceptAlpha
  }

  /// Whether only the alpha of a pixel that is still unseen can change the plan.
  ///
  /// A writer then fails with `isUnfit` at a pixel that is not opaque, and `PNGPlan.rgba` is right.
  public var isSettledExceptAlpha: Bool {
    options.colorLimit == nil && (options.keepsFourChannels || survey.isSettledExceptAlpha)
  }

  /// Adds pixels (`Pixel.bits`).
  public func add(_ pixels: Span<UInt32>) {
    guard let background else { return addFlat(pixels) }
    var flat = FlatPixels(on: background)
    if flat.put(pixels) { addFlat(flat.pixels.span) } else { addFlat(pixels) }
  }

  private func addFlat(_ pixels: Span<UInt32>) {
    survey.add(pixels)
    guard options.colorLimit != nil else { return }
    histogram.withLock { $0?.add(pixels) }
  }

  /// Adds the part of a tile inside a tile-relative box.
  ///
  /// - Complexity: O(1) for a one-colour tile, otherwise O(pixels inside).
  public func add(_ tile: Tile, inside box: PixelBox) {
    guard let background else { return addFlat(tile, inside: box) }
    switch tile {
    case .color(let color): addFlat(.color(color.on(background)), inside: box)
    case .pixels(let pixels):
      var part: [UInt32] = []
      part.reserveCapacity(box.width * box.height)
      for y in box.y..<max(box.y, box.maxY) {
        for x in box.x..<max(box.x, box.maxX) { part.append(pixels[x, y].bits) }
      }
      add(part.span)
    }
  }

  private func addFlat(_ tile: Tile, inside box: PixelBox) {
    survey.add(tile, inside: box)
    guard options.colorLimit != nil else { return }
    histogram.withLock { histogram in
      switch tile {
      case .color(let color): histogram?.add(color, count: box.width * box.height)
      case .pixels(let pixels):
        for y in box.y..<max(box.y, box.maxY) {
          for x in box.x..<box.maxX { histogram?.add(pixels[x, y], count: 1) }
        }
      }
    }
  }

  /// The plan for the pixels seen so far.
  public var plan: PNGPlan {
    if let limit = options.colorLimit, survey.colors.map({ $0.count > limit }) ?? true,
      let histogram = histogram.withLock({ $0 })
    {
      let colors = PaletteChoice.colors(of: histogram, limit: limit)
      return PNGPlan(layout: layout(of: colors), palette: colors)
    }
    if options.keepsFourChannels { return .rgba }
    return PNGPlan(layout: survey.layout(of: size, allowsGray: allowsGray, allowsPalette: allowsPalette))
  }

  /// The layout of a picture of these colours.
  private func layout(of colors: [UInt32]) -> PNGLayout {
    if options.keepsFourChannels { return .rgba }
    let pixels = colors.map { Pixel(bits: $0) }
    return PNGLayout.smallest(
      of: size, isTranslucent: pixels.contains { $0.alpha < 255 },
      isColored: pixels.contains { $0.red != $0.green || $0.green != $0.blue }, colors: colors, allowsGray: allowsGray,
      allowsPalette: allowsPalette)
  }
}

/// How a picture is written: its layout, and the colours by which its own are replaced.
public struct PNGPlan: Hashable, Sendable {
  /// How the pixels are stored.
  public let layout: PNGLayout
  /// Nil if the pixels are written as they are.
  let palette: [UInt32]?

  init(layout: PNGLayout, palette: [UInt32]? = nil) {
    self.layout = layout
    self.palette = palette
  }

  /// Four channels, for every picture.
  public static let rgba = PNGPlan(layout: .rgba)
}
