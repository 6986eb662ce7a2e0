import Glibc
import PaintFormats
import PaintRaster
import SystemPackage
import Testing

/// JPEGs that a script shrinks first.
@Suite("Contract: reading a JPEG smaller")
struct ReducedJPEGTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// Writes a JPEG of 512x300 pixels.
  private func writeJPEG(_ name: String) throws {
    let photo = FormatFixture(name: "../photos/astronaut.png", library: nil).path
    let outcome = try shell.sh("echo 'crop 0,0,512x300' | paint batch - -q --from \(photo) --out \(name)")
    #expect(outcome.code == 0, "\(outcome)")
  }

  /// The file as a decoder reads it that needs at least this size.
  private func reduced(_ name: String, _ width: Int, _ height: Int) throws -> PictureReader {
    var options = ReadingOptions()
    options.minimumSize = { _ in CanvasSize(width: width, height: height) }
    return try PictureReader(PictureSource(bytes: try #require(shell.contents(name))), options: options)
  }

  @Test(
    "it is read at the smallest scale of at least twice the wanted size, and resized from there",
    arguments: [
      ("25%", 256, 150, "128x75"), ("64x", 256, 150, "64x38"), ("60x", 128, 75, "60x35"), ("x35", 128, 75, "60x35"),
      ("100x10", 256, 150, "100x10"),
    ])
  func smaller(word: String, width: Int, height: Int, size: String) throws {
    try writeJPEG("big.jpg")
    let output = PictureOutput()
    let reader = try reduced("big.jpg", width, height)
    #expect((reader.size.width, reader.size.height) == (width, height))
    #expect((reader.fullSize.width, reader.fullSize.height) == (512, 300))
    try reader.copy(to: PictureWriter(.png, size: reader.size, isOpaque: true, to: output))
    try shell.write("small.png", output.bytes)
    let outcome = try shell.sh(
      """
      echo 'set --width 5' >script; echo 'resize \(word)' >>script; echo 'stroke line 0,0 100%,100%' >>script
      paint batch script -q --from big.jpg --out out.png && paint batch - -q --from big.jpg --out piped.png <script &&
      sed 's/resize .*/resize \(size)/' script | paint batch - -q --from small.png --out expected.png
      """)
    #expect(outcome.code == 0, "\(outcome)")
    let expected = try Picture(try #require(shell.contents("expected.png")))
    #expect("\(expected.width)x\(expected.height)" == size)
    #expect(try Picture(try #require(shell.contents("out.png"))) == expected)
    #expect(try Picture(try #require(shell.contents("piped.png"))) == expected)
  }

  @Test(
    "sides that are no multiples of 8 are not stretched",
    arguments: [(801, 601), (803, 607), (808, 608), (807, 602)])
  func position(width: Int, height: Int) throws {
    // Waves that are long compared with the pixels: reading and resizing leave them as they are.
    func wave(_ place: Double) -> Double { 128 + 100 * sin(place * 2 * .pi / 400) }
    var bytes = Array("P6 \(width) \(height) 255\n".utf8)
    for y in 0..<height {
      for x in 0..<width {
        bytes += [UInt8(wave(Double(x) + 0.5).rounded()), UInt8(wave(Double(y) + 0.5).rounded()), 128]
      }
    }
    try shell.write("wave.ppm", bytes)
    let outcome = try shell.sh(
      """
      : >empty; echo 'resize 50x37' >script
      paint batch empty -q --from wave.ppm --out wave.jpg --quality 100 --subsampling 444 &&
      paint batch script -q --from wave.jpg --out out.png
      """)
    #expect(outcome.code == 0, "\(outcome)")
    #expect(try reduced("wave.jpg", 100, 74).size.width == (width + 7) / 8)
    let result = try Picture(try #require(shell.contents("out.png")))
    var worst = 0.0
    // At the sides the kernel is cut off.
    for y in 4..<33 {
      for x in 4..<46 {
        let pixel = result[x, y]
        let across = wave((Double(x) + 0.5) * Double(width) / 50)
        let down = wave((Double(y) + 0.5) * Double(height) / 37)
        worst = max(worst, abs(Double(pixel.red) - across), abs(Double(pixel.green) - down))
      }
    }
    #expect(worst < 3, "up to \(worst)")
  }
}
