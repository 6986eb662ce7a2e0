import Glibc
import PaintRaster
import Testing

/// `paint diff --metric`.
@Suite("Contract: metrics of two pictures")
struct MetricTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.sh(
      """
      paint new art.paint --size 90x70 --background 204060 && paint stroke line 5,5 80,60 --width 9 --color gold &&
      paint filter gaussian-blur --radius 2 && paint export a.png --at r1 && paint export b.png --at r2
      """)
    try #require(made.code == 0, "\(made)")
  }

  /// The root of the mean squared difference of opaque pictures.
  private func rmse(_ first: Picture, _ second: Picture) -> Double {
    var sum = 0
    for (one, other) in zip(first.pixels, second.pixels) {
      for shift: UInt32 in [0, 8, 16] {
        let difference = Int(one >> shift & 255) - Int(other >> shift & 255)
        sum += difference * difference
      }
    }
    return (Double(sum) / Double(3 * first.pixels.count)).squareRoot()
  }

  @Test("revisions, files and pipes have the same value, with every other option")
  func sources() throws {
    let expected = rmse(try shell.picture(at: "r1"), try shell.picture(at: "r2"))
    try #require(expected > 0)
    for (metric, value) in [("rmse", expected), ("psnr", 20 * log10(255 / expected)), ("ssim", nil)] {
      var values: Set<Double> = []
      for words in ["r1 r2", "r2 r1", "a.png r2", "1 ./b.png", "a.png b.png", "- b.png <a.png"] {
        for more in ["", " --tolerance 255", " --out map.png"] {
          let outcome = try shell.sh("paint diff --metric \(metric) --json\(more) \(words)")
          #expect(outcome.code == 0, "\(outcome)")
          let json = try outcome.json
          #expect(json["metric"].text == metric && json["equal"].bool == (more == " --tolerance 255"), "\(outcome)")
          values.insert(try #require(json["value"].double, "\(outcome)"))
        }
      }
      #expect(values.count == 1, "\(metric): \(values)")
      let found = try #require(values.first)
      if let value { #expect(abs(found - value) < 1e-9) } else { #expect(found > 0 && found < 1) }
      let lines = try shell.paint("diff 1 2 --metric \(metric) --exit-code")
      #expect(lines.code == 1 && lines.lines.count == 2, "\(lines)")
      let words = (lines.lines.last ?? "").split(separator: " ")
      #expect(words.first.map(String.init) == metric.uppercased() && words.count == (metric == "psnr" ? 3 : 2))
      #expect(abs((Double(words.count > 1 ? words[1] : "") ?? -1) - found) <= 6e-7, "\(lines)")
    }
    #expect(try shell.paint("diff 1 2 --json").json.keys.contains("metric") == false)
  }
}
