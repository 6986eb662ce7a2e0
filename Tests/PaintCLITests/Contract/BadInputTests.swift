import Testing

/// Errors that depend on limits of the system.
@Suite("Contract: bad input")
struct BadInputTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 64x64 --background white")
    try #require(made.code == 0, "\(made)")
    _ = try shell.paint("stroke line 1,1 60,60")
  }

  @Test("a library that cannot be opened because of a limit is not called missing")
  func limitedFiles() throws {
    let picture = FormatFixture(name: "jpeg/profile.jpg", library: nil).path
    var hasMet = false, hasMetText = false
    let text = "text 1,20 x --size 20 --dry-run --json"
    let fingerprint = try TextTests.hasFonts ? shell.paint(text).json["fingerprint"].text : nil
    for limit in 4...20 {
      for line in ["info \(picture)", "place \(picture) --dry-run", text] {
        let outcome = try shell.sh("ulimit -n \(limit); exec paint \(line)")
        if line == text, !TextTests.hasFonts { continue }
        // Never with another font.
        if line == text, outcome.code == 0 { #expect(try outcome.json["fingerprint"].text == fingerprint, "\(limit)") }
        // 127 if the program's own libraries cannot be opened.
        #expect([0, 74, 127].contains(outcome.code), "\(limit): \(outcome)")
        #expect(!outcome.errors.contains("not installed"), "\(limit): \(outcome)")
        if outcome.errors.contains("libjpeg-turbo") {
          #expect(outcome.code == 74 && outcome.message.hasSuffix("Too many open files"), "\(outcome)")
          hasMet = true
        }
        if line == text, outcome.code == 74, let message = try outcome.json["error"]["message"].text,
          ["FreeType", "HarfBuzz", "fontconfig"].contains(where: message.contains)
        {
          #expect(message.hasSuffix("Too many open files"), "\(outcome)")
          hasMetText = true
        }
      }
    }
    #expect(hasMet && (hasMetText || !TextTests.hasFonts))
  }
}
