import CPNG
import CSpawner
import Glibc
import PaintFormats
import PaintRaster

@testable import PaintPNG

extension FuzzTarget {
  /// The number of pixels of the largest picture that is read completely.
  private static let mostPixels = 1 << 18

  /// A PNG picture; if the input ends with an odd byte, its CRCs are corrected first.
  static let png = FuzzTarget("png", "PNGReader: import of any PNG", longest: 4_096) { bytes in
    let bytes = bytes.last.map { $0 & 1 == 1 } ?? false ? Chunks.repaired(bytes) : bytes
    guard let reader = try? PNGReader(bytes: bytes) else { return }
    let chunks = reader.colorChunks
    guard reader.size.width * reader.size.height <= mostPixels else { return }
    var (next, sum): (Int, UInt32) = (0, 0)
    do {
      try reader.readBands { (row, rows, pixels) in
        if row != next || rows < 1 || row + rows > reader.size.height { broken("bands out of order") }
        next = row + rows
        for place in 0..<rows * reader.size.width { sum &+= pixels[place] }
      }
      if next != reader.size.height { broken("\(next) rows of \(reader.size.height)") }
    } catch {}
    // The kept colour chunks are written into every export, which must be readable.
    let back = try? PNGColorChunks(serialized: chunks.serialized)
    if !chunks.isEmpty, back != chunks { broken("colour chunks that cannot be read back") }
  }

  /// A picture in one of Netpbm's formats.
  static let pixmap = FuzzTarget("pixmap", "PictureReader: import of PNM and PAM", longest: 2_048) { bytes in
    guard let format = PictureFormat.beginning(with: bytes), ["PPM", "PAM"].contains(format.name) else { return }
    guard let source = try? PictureSource(bytes: bytes), let reader = try? PictureReader(source) else { return }
    guard reader.size.width * reader.size.height <= mostPixels else { return }
    let output = PictureOutput()
    guard let writer = try? PictureWriter(.png, size: reader.size, isOpaque: reader.isOpaque, to: output),
      (try? reader.copy(to: writer)) != nil
    else { return }
    do {
      let reader = try PNGReader(bytes: output.bytes)
      try reader.readBands { (_, _, _) in }
    } catch {
      broken("a picture that was taken is written as no PNG: \(error)")
    }
  }

  /// A tile's deflated bytes, compared with zlib.
  static let slot = FuzzTarget("slot", "TileDecoder and TileInflater, against zlib", longest: 4_608) { bytes in
    let crc = PackFormat.crc(of: (PackFormat.idat + bytes)[...])
    var decoder = TileDecoder()
    let ours = bytes.withUnsafeBytes { try? decoder.decodeSummed($0, expecting: crc) }
    let theirs = inflated(bytes)
    guard let ours else {
      if let theirs, isTile(theirs) { broken("zlib inflates a tile that is refused") }
      return
    }
    guard let theirs, isTile(theirs) else { broken("zlib does not inflate a tile that is taken") }
    let sum = theirs.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: adler32(1, $0.baseAddress, uInt($0.count))) }
    if sum != ours.adler { broken("other bytes than zlib's") }
    var encoder = TileEncoder()
    let again = encoder.encode(ours.tile)
    let back = again.bytes.withUnsafeBytes { try? decoder.decodeSummed($0, expecting: again.crc) }
    guard let back, back.adler == again.adler, isSame(back.tile, ours.tile) else {
      broken("a tile that changes when it is packed again")
    }
  }

  private static func isSame(_ first: TilePixels, _ second: TilePixels) -> Bool {
    (0..<Tile.edge).allSatisfy { y in (0..<Tile.edge).allSatisfy { x in first[x, y] == second[x, y] } }
  }

  /// Whether filtered rows are valid for a tile: with existing filters, the first one without the row above.
  private static func isTile(_ rows: [UInt8]) -> Bool {
    rows.count == PackFormat.tileLength
      && (0..<Tile.edge).allSatisfy { rows[$0 * PackFormat.rowLength] <= 4 } && [0, 1].contains(rows[0])
  }

  /// The result of zlib for a tile's bytes; nil unless they end on a byte, after a block that is not the last.
  private static func inflated(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: PackFormat.tileLength + 1)
    let isWhole = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = uInt(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = uInt(target.count)
        let status = inflate(&stream, Z_SYNC_FLUSH)
        // 128: between two blocks; the values below 64 are the unused bits of the last byte.
        return (status == Z_OK || status == Z_BUF_ERROR) && stream.avail_out == 1 && stream.avail_in == 0
          && stream.data_type == 128
      }
    }
    return isWhole ? Array(output.dropLast()) : nil
  }

  /// A whole pack; if the input ends with an odd byte, its CRCs are corrected first.
  static let pack = FuzzTarget("pack", "PackReader, PackOutline and PackSalvage", longest: 4_096) { bytes in
    let bytes = bytes.last.map { $0 & 1 == 1 } ?? false ? Chunks.repaired(bytes) : bytes
    let salvage = PackSalvage(bytes)
    let outline = try? PackOutline(bytes)
    guard let reader = try? PackReader(bytes) else {
      if salvage.damage == nil { broken("salvage finds nothing wrong with a pack that cannot be read") }
      return
    }
    if salvage.damage != nil || salvage.records != [reader.records] || salvage.tiles.map(\.slot) != reader.slots {
      broken("salvage of a whole pack is another")
    }
    guard let outline, outline.records == reader.records, outline.slots.count == reader.slots.count else {
      broken("the outline of a whole pack is another")
    }
    for (place, slot) in reader.slots.enumerated()
    where outline.encodedTile(place, adler: slot.adler) != reader.encodedTile(place) { broken("other tiles") }
  }
}
