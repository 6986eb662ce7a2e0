import PaintRaster
import Testing

@testable import PaintCLI

@Suite("StrokeSettings") struct StrokeSettingsTests {
  @Test(
    "words read back to the same settings",
    arguments: [
      ("", ""), ("--color red", "--color ff0000ff"), ("--color none --width 2.50", "--color none --width 2.5"),
      ("--dash", "--dash"), ("--dash --snap", "--dash --snap"), ("--dash none", "--dash none"),
      ("--dash 4,2 --dash-offset -1", "--dash 4,2 --dash-offset -1"),
      ("--no-snap --no-antialias", "--no-antialias --no-snap"),
      ("--radius 2.50 --arrow both", "--radius 2.5 --arrow both"),
      ("--hardness 50% --no-snap", "--no-snap --hardness 0.5"),
      ("--spacing 25% --flow 20%", "--flow 0.2 --spacing 0.25"), ("--spacing none", "--spacing none"),
      ("--arrow none --radius 0", "--radius 0 --arrow none"),
      ("--arrow-shape open --arrow-size 4.50", "--arrow-size 4.5 --arrow-shape open"),
      ("--arrow-size auto --arrow end", "--arrow end --arrow-size auto"),
      ("--size 24 --font sans", "--size 24 --font=sans"), ("--font 'DejaVu Sans:bold'", "--font='DejaVu Sans:bold'"),
      ("--font=--x", "--font=--x"), ("--blend copy --linear --opacity 50%", "--opacity 0.5 --blend copy --linear"),
      ("--opacity .5 --fill 123 --cap butt --join bevel", "--opacity 0.5 --fill 112233ff --cap butt --join bevel"),
    ])
  func words(typed: String, stored: String) throws {
    let settings = try StrokeSettings(try parsed("set " + typed))
    #expect(settings.words == stored)
    #expect(StrokeSettings(stored: settings.words) == settings)
    #expect(settings.isEmpty == stored.isEmpty)
  }

  @Test("invalid words give empty settings", arguments: ["--colour x", "--width 0", "'", "red"])
  func damaged(stored: String) {
    #expect(StrokeSettings(stored: stored) == nil)
  }

  @Test("later options override earlier ones separately")
  func overridden() throws {
    let before = try StrokeSettings(try parsed("set --color red --width 3 --snap"))
    let after = before.overridden(by: try StrokeSettings(try parsed("set --width 5 --no-snap --dash 1")))
    #expect(after.words == "--color ff0000ff --width 5 --dash 1 --no-snap")
  }

  @Test("in JSON, options that are not set are null")
  func json() throws {
    var json = JSONWriter()
    try StrokeSettings(try parsed("set --color red --dash 4,2 --no-snap")).write(to: &json)
    let expected =
      ##"{"color":"#ff0000ff","width":null,"opacity":null,"blend":null,"linear":null,"fill":null,"paint_box":null,"dither":null,"##
      + #""cap":null,"join":null,"dash":[4,2],"dash_offset":null,"antialias":null,"snap":false,"hardness":null,"flow":null,"spacing":null,"radius":null,"arrow":null,"arrow_size":null,"arrow_shape":null,"size":null,"font":null}"#
    #expect(String(decoding: json.bytes, as: UTF8.self) == expected)
  }
}
