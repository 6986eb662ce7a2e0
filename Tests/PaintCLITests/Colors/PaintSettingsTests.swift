import PaintRaster
import Testing

@testable import PaintCLI

@Suite("PaintSettings")
struct PaintSettingsTests {
  private func settings(_ words: String) throws(Failure) -> PaintSettings {
    try PaintSettings(try parsed("set \(words)"))
  }

  private func canonical(_ settings: PaintSettings) -> String {
    var text: [UInt8] = []
    settings.append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  @Test(
    "a command gets exactly the options that it takes, with defaults for those that are not given",
    arguments: [
      (.fill, "", " --color 000000ff --opacity 1 --blend normal --no-linear"),
      (.fill, "--color red --fill blue --no-antialias", " --color ff0000ff --opacity 1 --blend normal --no-linear"),
      (.text, "--opacity 25%", " --color 000000ff --opacity 0.25 --blend normal --no-linear --antialias"),
      (.place, "--color red --opacity 0.5", " --opacity 0.5 --blend normal --no-linear"),
      (.eraser, "--color red --fill red --no-antialias", " --opacity 1 --no-antialias"),
      (.rect, "", " --color 000000ff --opacity 1 --blend normal --no-linear --fill none --antialias"),
      // A fill with alpha 0 is one like any other.
      (
        .rect, "--fill ff000000", " --color 000000ff --opacity 1 --blend normal --no-linear --fill ff000000 --antialias"
      ),
    ] as [(CommandID, String, String)])
  func resolved(command: CommandID, words: String, expected: String) throws {
    let settings = try settings(words).resolved(for: CommandTable.spec(command))
    #expect(canonical(settings) == expected)
  }

  @Test("the paint has the defaults for options that are not given")
  func paint() throws {
    #expect(PaintSettings().paint == Paint())
    let said = try settings("--color red --fill '#00f8' --opacity 0.5 --no-antialias").paint
    let red = Pixel(red: 255, green: 0, blue: 0)
    let blue = Pixel(red: 0, green: 0, blue: 255, alpha: 0x88)
    #expect(said == Paint(.color(red), fill: .color(blue), opacity: 0.5, isAntialiased: false))
    #expect(try settings("--fill none").paint == Paint())
  }

  @Test("a command's own options override the settings")
  func overridden() throws {
    let set = try settings("--color red --opacity 0.5")
    #expect(
      canonical(set.overridden(by: try settings("--opacity 1 --fill red")))
        == " --color ff0000ff --opacity 1 --fill ff0000ff")
    #expect(set.overridden(by: PaintSettings()) == set)
  }
}
