import CPNG
import PaintRaster
import Synchronization

// Unsafe: the survey is memory of C, which this object owns, and pixels are lent to it.

/// Collects what the layout of a picture depends on: alpha, colours and their number.
///
/// The order of the pixels has no effect, so threads may add them at the same time.
@safe public final class PixelSurvey: @unchecked Sendable {
  // Unchecked: the memory is only used under `lock`.
  private let lock = Mutex(())
  private let survey: OpaquePointer

  /// A survey of no pixels.
  ///
  /// - Throws: `.io` if there is not enough memory.
  public init() throws(PNGError) {
    guard let survey = unsafe paint_png_survey_create() else {
      throw .noMemory(to: "write")
    }
    unsafe self.survey = unsafe survey
  }

  deinit { unsafe paint_png_survey_destroy(survey) }

  /// Adds pixels (`Pixel.bits`).
  ///
  /// - Complexity: O(pixels); less as soon as they have colour, alpha and more than 256 colours.
  public func add(_ pixels: Span<UInt32>) {
    lock.withLock { _ in
      unsafe pixels.withUnsafeBufferPointer { pixels in
        unsafe paint_png_survey_add(survey, pixels.baseAddress, pixels.count)
      }
    }
  }

  /// Adds the part of a tile inside a tile-relative box.
  ///
  /// - Complexity: O(1) for a one-colour tile, otherwise O(pixels inside).
  public func add(_ tile: Tile, inside box: PixelBox) {
    let box = box.intersection(PixelBox(x: 0, y: 0, width: Tile.edge, height: Tile.edge))
    guard !box.isEmpty else { return }
    lock.withLock { _ in
      switch tile {
      case .color(let color):
        var bits = color.bits
        unsafe paint_png_survey_add(survey, &bits, 1)
      case .pixels(let pixels):
        unsafe pixels.withUnsafePixels { words in
          if box.width == Tile.edge {
            return unsafe paint_png_survey_add(survey, words + box.y * Tile.edge, box.height * Tile.edge)
          }
          for y in box.y..<box.maxY {
            unsafe paint_png_survey_add(survey, words + (y * Tile.edge + box.x), box.width)
          }
        }
      }
    }
  }

  /// Whether a pixel has an alpha below 255.
  public var isTranslucent: Bool { lock.withLock { _ in unsafe paint_png_survey_is_translucent(survey) } }
  /// Whether red, green and blue of a pixel differ.
  public var isColored: Bool { lock.withLock { _ in unsafe paint_png_survey_is_colored(survey) } }

  /// All colours (`Pixel.bits`), in any order; nil if there are more than 256.
  public var colors: [UInt32]? {
    lock.withLock { _ in
      var colors = [UInt32](repeating: 0, count: Int(PAINT_PNG_PALETTE))
      let count = unsafe Int(paint_png_survey_colors(survey, &colors))
      return count <= colors.count ? Array(colors.prefix(count)) : nil
    }
  }

  /// The smallest layout for a picture of these pixels.
  ///
  /// - Parameters:
  ///   - allowsGray: false if the picture has a colour profile for RGB.
  ///   - allowsPalette: false if it has one for grey.
  public func layout(of size: CanvasSize, allowsGray: Bool = true, allowsPalette: Bool = true) -> PNGLayout {
    PNGLayout.smallest(
      of: size, isTranslucent: isTranslucent, isColored: isColored, colors: colors, allowsGray: allowsGray,
      allowsPalette: allowsPalette)
  }

  /// Whether no further pixel can change the layout.
  public var isSettled: Bool { isSettledExceptAlpha && isTranslucent }

  /// Whether further pixels can change the layout only by their alpha: from RGB to RGBA.
  public var isSettledExceptAlpha: Bool { isColored && colors == nil }
}
