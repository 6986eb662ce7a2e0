import PaintFilters
import PaintRaster
import Testing

@testable import PaintCLI

/// Shares of a whole: numbers from 0 to 1, or percentages.
@Suite("Shares") struct ShareTests {
  /// Valid words, and their values.
  private static let good: [(String, Double)] = [
    ("0", 0), ("1", 1), ("0.5", 0.5), (".25", 0.25), ("1.", 1), ("-0", 0), ("5e-1", 0.5), ("0%", 0), ("100%", 1),
    ("50%", 0.5), ("12.5%", 0.125), (".5%", 0.005), ("-0%", 0), ("1e1%", 0.1), ("+25%", 0.25), ("33%", 0.33),
    ("1e-9%", 1e-9 / 100), ("100.0%", 1),
  ]
  private static let bad = [
    "", "%", "-1", "1.0001", "-0.1", "101%", "100.01%", "-1%", "-0.001%", "50%%", "50 %", "%50", "50%x", "nan", "nan%",
    "inf%", "1e9", "1e400%", "50%+1", "1/2", "half",
  ]

  @Test("opacities are read", arguments: good)
  func opacities(text: String, share: Double) throws {
    let opacity = try read(text, NumberForm.opacity.value)
    #expect(opacity == share && opacity.sign == .plus, "\(text)")
  }

  @Test("pressures are read", arguments: good)
  func pressures(text: String, share: Double) throws {
    let pressure = try #require(try read("1,2,\(text)", PointArgument.parseWithPressure).pressure)
    #expect(pressure == share && pressure.sign == .plus, "\(text)")
  }

  @Test("invalid shares are rejected", arguments: bad)
  func refused(text: String) {
    #expect(failure(text, NumberForm.opacity.value)?.code == .badValue, "\(text)")
    #expect(failure("1,2,\(text)", PointArgument.parseWithPressure)?.code == .badPoint, "\(text)")
  }

  @Test("every percentage equals its number divided by 100")
  func percentages() throws {
    for percent in 0...100 { #expect(try read("\(percent)%", NumberForm.opacity.value) == Double(percent) / 100) }
  }

  @Test("filters accept percentages exactly for parameters from 0 to 1")
  func filters() throws {
    let canvas = try #require(LineContext.small).canvas
    var shares: Set<String> = []
    for filter in FilterCatalog.descriptions {
      for parameter in filter.parameters {
        let name = "\(filter.name) --\(parameter.name)"
        // Colours and points have percentages of their own.
        if case .color = parameter.kind { continue }
        if case .point = parameter.kind { continue }
        guard parameter.kindName == "number", parameter.range == 0...1 else {
          #expect(throws: Failure.self, "\(name)") { try Self.value("50%", parameter, canvas) }
          continue
        }
        shares.insert(name)
        for (text, share) in Self.good {
          guard case .number(let number) = try Self.value(text, parameter, canvas) else {
            Issue.record("\(name) \(text)")
            continue
          }
          #expect(number == share && number.sign == .plus, "\(name) \(text)")
        }
        #expect(parameter.rangeText == "0 to 1, or 0% to 100%", "\(name)")
        for text in Self.bad {
          // The filter checks the range.
          #expect(throws: Failure.self, "\(name) \(text)") {
            _ = try FilterWords.read(parsed("filter \(filter.name) '--\(parameter.name)=\(text)'"), canvas: canvas)
              .map { (words) throws(Failure) in try words.filter() }
          }
        }
      }
    }
    #expect(shares.isSuperset(of: ["sepia-tone --intensity", "grayscale --amount", "noise --amount"]), "\(shares)")
  }

  private static func value(
    _ text: String, _ parameter: FilterParameter, _ canvas: CanvasSize
  ) throws(Failure) -> FilterValue {
    try read(text) { (word) throws(Failure) in try parameter.value(word, canvas: canvas) }
  }

  @Test("tolerances are from 0 to 255, or a percentage of 255, rounded half up")
  func tolerances() throws {
    for tolerance in 0...255 { #expect(try read("\(tolerance)", NumberForm.tolerance.whole) == tolerance) }
    for tenths in 0...1_000 {
      let text = "\(tenths / 10).\(tenths % 10)%"
      #expect(try read(text, NumberForm.tolerance.whole) == (tenths * 255 + 500) / 1_000, "\(text)")
    }
    for (text, tolerance) in [("10%", 26), ("50%", 128), ("0%", 0), ("100%", 255), ("-0%", 0), ("30%", 77)] {
      #expect(try read(text, NumberForm.tolerance.whole) == tolerance, "\(text)")
    }
    for text in ["", "%", "256", "-1", "1.5", "0.5", "101%", "-1%", "10%%", "10 %", "nan%", "1e400%", "10%1"] {
      #expect(failure(text, NumberForm.tolerance.whole)?.code == .badValue, "\(text)")
    }
  }
}
