import Glibc

/// Prints one line of the report in columns.
func report(_ what: String, _ figures: String...) {
  let wide = 36
  print(what + String(repeating: " ", count: max(1, wide - what.count)) + figures.joined(separator: "   "))
  fflush(nil)
}

/// Prints a heading of the report.
func heading(_ text: String) {
  print("\n" + text)
  fflush(nil)
}

/// A number with `digits` digits after the point, rounded half away from zero.
func decimal(_ number: Double, digits: Int) -> String {
  var scale = 1
  for _ in 0..<digits { scale *= 10 }
  let scaled = Int((number * Double(scale)).rounded())
  let (whole, rest) = abs(scaled).quotientAndRemainder(dividingBy: scale)
  let sign = scaled < 0 ? "-" : ""
  return digits == 0 ? "\(sign)\(whole)" : "\(sign)\(whole)." + String(scale + rest).dropFirst()
}

/// The median of the ratios of neighbouring runs, which other load on the machine affected equally.
func ratio(_ seconds: [Double], to others: [Double]) -> String {
  times(median(zip(seconds, others).map { $0 / $1 }))
}

/// Milliseconds, right-aligned.
func milliseconds(_ seconds: Double) -> String { padded(decimal(seconds * 1e3, digits: 2)) + " ms" }

/// The median of the runs, and the best: they differ on a machine that is busy with other work.
func summary(_ seconds: [Double]) -> String {
  milliseconds(median(seconds)) + " (best " + decimal((seconds.min() ?? 0) * 1e3, digits: 1) + ")"
}

/// A ratio.
func times(_ ratio: Double) -> String { decimal(ratio, digits: 2) + "x" }

/// The figure with spaces before it, eight characters in all.
func padded(_ figure: String) -> String { String(repeating: " ", count: max(0, 8 - figure.count)) + figure }

/// The median; for an even count the greater of the two middle numbers.
func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }
