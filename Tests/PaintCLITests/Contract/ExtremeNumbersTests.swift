import Testing

@testable import PaintCLI

/// Values that no option or operand can mean: each is refused or clamped, and never ends the program.
@Suite("Extreme numbers")
struct ExtremeNumbersTests {
  private static let numbers = [
    "5e-324", "1e-320", "1e-18", "1e308", "-1e308", "1e15", "-1e15", "1e18", "0", "-0", "-1", "nan", "inf", "0x10",
    "65537", "9223372036854775807", "9223372036854775808", "1e19", "1e-18%", "1e15%", "-1e15%", "1e308%",
    "1e15,1e15", "5e-324,5e-324", "0,0,1e15x1e15", "-1e15,-1e15,1e15x1e15", "5e-324,0,5e-324x5e-324",
    "9223372036854775807x9223372036854775807", "r9223372036854775807", "1e15deg", "9223372036854775807d",
    "9223372036854775807GiB",
  ]

  /// Those whose work is in proportion to a valid extreme value, such as a canvas of 65,536 x 65,536 pixels, and those
  /// that run other programs or serve until they are stopped.
  private static let left: Set = [
    "new", "batch", "run", "watch", "completion", "schema", "filter", "resize", "canvas", "rotate", "place",
    "background",
  ]

  @Test(
    "no option and no operand of a command ends the program with a signal or an internal error",
    arguments: CommandOptionsTests.contract.keys.filter { !left.contains($0) }.sorted())
  func survives(title: String) throws {
    let (plain, names) = try #require(CommandOptionsTests.contract[title])
    let shell = try Shell()
    _ = try shell.paint("new art.paint --size 40x30 -q")
    _ = try shell.paint("stroke line 1,1 30,20 -q -d art.paint")
    var lines: [String] = []
    for option in OptionTable.all where names.split(separator: " ").contains(Substring(option.name)) {
      guard case .value = option.form else { continue }
      lines += Self.numbers.map { "\(plain) --\(option.name)=\($0)" }
    }
    let words = plain.split(separator: " ")
    for place in words.indices where words[place].first?.isNumber ?? false {
      for number in Self.numbers {
        var changed = words.map(String.init)
        changed[place] = number
        lines.append(changed.joined(separator: " "))
      }
    }
    if lines.isEmpty { return }
    try shell.write("lines.txt", Array((lines.joined(separator: "\n") + "\n").utf8))
    let outcome = try shell.paint("batch lines.txt --keep-going --dry-run -q -d art.paint")
    #expect([0, 1].contains(outcome.code), "\(title): \(outcome)")
  }
}
