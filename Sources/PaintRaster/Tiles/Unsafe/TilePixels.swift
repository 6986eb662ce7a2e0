// Unsafe: owns the memory of its pixels, which follow the object's own words, and lends it to closures.

/// The 32x32 pixels of a tile, row by row: a value, copied when a shared one is changed.
///
/// - Complexity: Copying a value costs a reference count; the first change of a shared value copies 4 KiB.
public struct TilePixels: @unchecked Sendable {
  // Unchecked: the memory is written only while one value owns it (`isKnownUniquelyReferenced`).
  private var storage: Storage

  /// Pixels that all have `color`.
  public init(filledWith color: Pixel) {
    storage = .make()
    unsafe storage.base.initialize(repeating: color.bits, count: Tile.pixelCount)
  }

  /// Pixels written by `body`, which must initialise all 1,024 words (`Pixel.bits`, row by row).
  ///
  /// - Throws: what `body` throws.
  public init<E: Error>(initializingWith body: (UnsafeMutablePointer<UInt32>) throws(E) -> Void) throws(E) {
    storage = .make()
    unsafe try body(storage.base)
  }

  /// The pixel in column `x` and row `y`, both 0 ..< 32.
  public subscript(x: Int, y: Int) -> Pixel {
    get {
      precondition(x >= 0 && x < Tile.edge && y >= 0 && y < Tile.edge, "a tile has 32x32 pixels")
      return unsafe Pixel(bits: storage.base[y * Tile.edge + x])
    }
    set {
      precondition(x >= 0 && x < Tile.edge && y >= 0 && y < Tile.edge, "a tile has 32x32 pixels")
      unsafe withUnsafeMutablePixels { unsafe $0[y * Tile.edge + x] = newValue.bits }
    }
  }

  /// Lends the 1,024 words (`Pixel.bits`) for the duration of `body`; the pointer must not leave it.
  ///
  /// - Throws: what `body` throws.
  @inline(__always)
  public func withUnsafePixels<R, E: Error>(_ body: (UnsafePointer<UInt32>) throws(E) -> R) throws(E) -> R {
    defer { withExtendedLifetime(storage) {} }
    return unsafe try body(UnsafePointer(storage.base))
  }

  /// Lends the 1,024 words for change, after making them this value's own; the pointer must not leave `body`.
  ///
  /// - Throws: what `body` throws.
  @inline(__always)
  public mutating func withUnsafeMutablePixels<R, E: Error>(
    _ body: (UnsafeMutablePointer<UInt32>) throws(E) -> R
  ) throws(E) -> R {
    if !isKnownUniquelyReferenced(&storage) { storage = .copy(storage) }
    defer { withExtendedLifetime(storage) {} }
    return unsafe try body(storage.base)
  }

  /// The address of the pixels, valid as long as the value lives and is not changed.
  @inline(__always)
  public var address: UnsafeRawPointer { unsafe UnsafeRawPointer(storage.base) }

  /// True when both values share the same memory and so are certainly equal.
  public func isIdentical(to other: TilePixels) -> Bool { storage === other.storage }

  /// The memory: pixels follow the object's own words, so there is a single allocation and no further indirection.
  private final class Storage: ManagedBuffer<Void, UInt32> {
    // Not aligned beyond what malloc does: glibc cannot use the hole that an aligned block leaves for the next one, and
    // 3,000 strokes with 32 MiB of tiles were seen to take 65.3 MB instead of 49.7.
    static func make() -> Storage {
      unsafe unsafeDowncast(create(minimumCapacity: Tile.pixelCount) { _ in }, to: Storage.self)
    }

    static func copy(_ other: Storage) -> Storage {
      let new = make()
      unsafe new.base.initialize(from: other.base, count: Tile.pixelCount)
      return new
    }

    @inline(__always)
    var base: UnsafeMutablePointer<UInt32> { unsafe withUnsafeMutablePointerToElements { unsafe $0 } }
  }
}
