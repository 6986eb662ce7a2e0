// Unsafe: pointers into a tile's pixels do not leave their closure.

/// Changes the pixels of a tile where a shape covers them.
///
/// A compositor defines what becomes of four pixels. Which pixels are covered and on the canvas, and when a tile needs no
/// work pixel by pixel, is the same for all compositors and decided in `Tile.composite`.
public protocol Compositor: Sendable {
  /// The strength where pixels are fully covered, 0…255; with 0 all pixels stay as they are.
  var strength: UInt8 { get }

  /// The tile that full coverage with strength 255 leaves whatever was below; nil if there is none.
  var replacement: Tile? { get }

  /// The pixel that results from covering `old` fully; nil if that differs within the tile.
  func covering(_ old: Pixel) -> Pixel?

  /// Composites onto the covered pixels inside a tile-relative box.
  ///
  /// - Parameters:
  ///   - coverage: the coverage of the tile's pixels.
  ///   - inside: the box on the canvas; pixels outside it stay as they were.
  ///   - pixels: the tile's 1,024 words (`Pixel.bits`), changed in place.
  /// - Complexity: O(covered groups of four pixels).
  func composite(_ coverage: TileCoverage, inside: PixelBox, onto pixels: UnsafeMutablePointer<UInt32>)
}

extension Compositor {
  /// False if it leaves all pixels as they are, whatever covers them.
  public var changesPixels: Bool { strength > 0 }

  /// What full coverage makes of a tile, if that is known without its single pixels; else nil.
  ///
  /// - Parameter isWhole: whether all 32x32 pixels are covered; otherwise all of them that are on the canvas.
  fileprivate func covering(_ tile: Tile, isWhole: Bool) -> Tile? {
    if isWhole, strength == 255, let replacement { return replacement }
    guard case .color(let old) = tile else { return nil }
    return covering(old).map { .color($0) }
  }
}

extension Tile {
  /// Composites onto the covered pixels inside a tile-relative box, the part of the tile on the canvas.
  ///
  /// Where full coverage makes one colour, the tile becomes one. In a one-colour tile that stays one, the pixels outside
  /// the box, which are outside the canvas, take the colour too. Otherwise it becomes pixels; `compacted(inside:)` turns
  /// these back into one colour if possible.
  public mutating func composite(_ coverage: TileCoverage, _ compositor: some Compositor, inside: PixelBox) {
    guard compositor.changesPixels else { return }
    if case .full = coverage {
      let isWhole = inside.intersection(.tile) == .tile
      if let covered = compositor.covering(self, isWhole: isWhole) {
        self = covered
        return
      }
    }
    var pixels = expanded
    // Releases the tile's reference, so that unshared pixels are not copied.
    self = .color(.transparent)
    unsafe pixels.withUnsafeMutablePixels { unsafe compositor.composite(coverage, inside: inside, onto: $0) }
    self = .pixels(pixels)
  }
}
