import CLibDeflate
import Glibc
import PaintPNG

/// Measures the inflater for tiles, zlib and libdeflate in turns, on the tiles of packs.
struct InflateBench {
  private static let rounds = 21
  private static let tileLength = 4_128

  private let tiles: [EncodedTile]

  /// A bench with all tiles of the packs; ends the program if one cannot be read.
  private init(_ paths: [String]) {
    tiles = paths.flatMap { path in
      guard let bytes = bytes(of: path) else { fail("\(path) cannot be read", exitCode: EX_NOINPUT) }
      do throws(PackError) {
        let pack = try PackReader(bytes)
        return pack.slots.indices.map(pack.encodedTile)
      } catch {
        fail("\(path) is not a pack of tiles: \(error)", exitCode: EX_DATAERR)
      }
    }
  }

  /// Measures and prints; ends the program if the words are wrong.
  static func run(_ paths: [String]) {
    guard !paths.isEmpty else {
      fail("inflate needs PACK, a PNG file of a document's packs", hint: "paint-bench --help", exitCode: EX_USAGE)
    }
    InflateBench(paths).measure()
  }

  private func measure() {
    let ours = OurInflater()
    let zlib = ZlibInflater()
    let hasLibDeflate = cld_load()
    let output = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.tileLength + 1)
    defer { output.deallocate() }
    let lengths = tiles.reduce(0) { $0 + $1.bytes.count }
    let average = lengths / tiles.count
    heading("Inflating \(tiles.count) tiles of \(average) bytes; medians of \(Self.rounds) rounds, alternating")
    // Each is next to a run of ours, which other load on the machine affected equally.
    var (nextToZlib, nextToLibDeflate, zlibs, libDeflates): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
    for _ in 0..<Self.rounds {
      nextToZlib.append(seconds { ours.inflate($0) })
      zlibs.append(seconds { zlib.inflate($0, to: output) })
      guard hasLibDeflate else { continue }
      nextToLibDeflate.append(seconds { ours.inflate($0) })
      libDeflates.append(seconds { cld_inflate($0.baseAddress, $0.count, output, Self.tileLength) })
    }
    let microseconds = median(nextToZlib) / Double(tiles.count) * 1e6
    report("the tiles' own inflater", padded(decimal(microseconds, digits: 2)) + " us per tile")
    report("zlib", ratio(zlibs, to: nextToZlib) + " the time")
    report(
      "libdeflate", hasLibDeflate ? ratio(libDeflates, to: nextToLibDeflate) + " the time" : "not installed at build")
  }

  /// The CPU time in which `inflate` inflates all tiles.
  private func seconds(_ inflate: (UnsafeBufferPointer<UInt8>) -> Bool) -> Double {
    let start = threadSeconds()
    for tile in tiles {
      guard tile.bytes.withUnsafeBufferPointer(inflate) else { fail("a tile was not inflated", exitCode: EX_SOFTWARE) }
    }
    return threadSeconds() - start
  }

  private func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// All bytes of a file, or nil if it cannot be read.
private func bytes(of path: String) -> [UInt8]? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: size(of: path))
  return fread(&bytes, 1, bytes.count, file) == bytes.count ? bytes : nil
}
