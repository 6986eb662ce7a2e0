import PaintRaster

// Unsafe: a tile's bytes are lent to the decoder.

extension PackReader {
  static func decode(
    _ encoded: ArraySlice<UInt8>, crc: UInt32, with decoder: inout TileDecoder
  ) throws(PackError) -> (tile: TilePixels, adler: UInt32) {
    // `withUnsafeBytes` rethrows untyped errors, so the error is returned as a value.
    let result: Result<(tile: TilePixels, adler: UInt32), PackError> = unsafe encoded.withUnsafeBytes { buffer in
      do throws(PackError) {
        return unsafe .success(try decoder.decodeSummed(buffer, expecting: crc))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
