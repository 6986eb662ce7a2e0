import Testing

/// The brushes that retouch, as typed.
@Suite("Contract: clone, blur and smudge")
struct RetouchingTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    _ = try shell.sh(
      "paint new art.paint --size 200x100 --background white -q; paint stroke rect 20,20,40x40 --fill red -q")
  }

  @Test("a clone copies from its distance, a blur softens, and the script of the history repeats both")
  func draws() throws {
    let cloned = try shell.paint("stroke clone 130,40 --offset -90,0 --width 20 --json").json
    #expect(cloned["bounds"].elements.map(\.int) == [120, 30, 20, 20])
    #expect(try shell.paint("pick 130,40 145,40").lines == ["#ff0000ff", "#ffffffff"])
    let blurred = try shell.paint("stroke blur 20,30,0.5 20,50 --width 12 --opacity 80% --hardness 20% --json").json
    #expect(blurred["changed"].bool == true && blurred["name"].text == "Blur")
    let fingerprint = blurred["fingerprint"].text
    let lines = try shell.paint("history --script").lines
    #expect(
      lines[lines.count - 2].hasSuffix("130,40 --width 20 --opacity 1 --antialias --snap --hardness 1 --offset -90,0"))
    #expect(lines.last?.hasSuffix("--width 12 --opacity 0.8 --antialias --snap --hardness 0.2 --radius 4") == true)
    let outcome = try shell.sh(
      """
      set -e; paint history --script >script; paint new again.paint --size 200x100 --background white -q
      paint -d again.paint set --radius 9 --opacity 30% --hardness 0.6 -q; paint -d again.paint batch script -q
      paint -d again.paint status --json
      """)
    #expect(try outcome.json["fingerprint"].text == fingerprint, "\(outcome)")
  }

  @Test("a smudge carries colour, and its script repeats it with any settings")
  func smudges() throws {
    let smudged = try shell.paint("stroke smudge 40,40 120,40 --strength 100% --json").json
    #expect(smudged["changed"].bool == true && smudged["name"].text == "Smudge")
    #expect(try shell.paint("pick 110,40 40,40 110,70").lines == ["#ff0000ff", "#ff0000ff", "#ffffffff"])
    // A tenth of the width away half of the colour is left, at the default strength.
    let short = try shell.paint("stroke smudge 20,30,0.5 10,50 --width 40 --hardness 0 --opacity 80% --json").json
    let lines = try shell.paint("history --script").lines
    #expect(lines[lines.count - 2].hasSuffix("120,40 --width 30 --opacity 1 --snap --hardness 0.5 --strength 1"))
    #expect(lines.last?.hasSuffix("--width 40 --opacity 0.8 --snap --hardness 0 --strength 0.5") == true)
    let outcome = try shell.sh(
      """
      set -e; paint history --script >script; paint new again.paint --size 200x100 --background white -q
      paint -d again.paint set --width 9 --hardness 1 --spacing none --flow 0.1 --opacity 30% -q
      paint -d again.paint batch script -q; paint -d again.paint status --json
      """)
    #expect(try outcome.json["fingerprint"].text == short["fingerprint"].text, "\(outcome)")
    // Of width 1 on a whole pixel too, where lines have rules.
    #expect(try shell.paint("-d art.paint stroke smudge 15,15 30,30 --width 1 --json").json["changed"].bool == true)
    for (line, words) in [
      ("smudge 5,5 9,9 --strength 1.1", "strength"), ("smudge 5,5 --strength", "strength"),
      ("smudge 5,5 9,9 --width 2049", "at most 2048 pixels wide"), ("smudge 5,5 1e9,9", "more than 33554432 pixels"),
      ("smudge 5,5 --color red", "--color"), ("smudge 5,5 --flow 0.5", "--flow"), ("smudge", "at least a point"),
    ] {
      let outcome = try shell.paint("-d art.paint stroke \(line)")
      #expect(outcome.code == 64 && outcome.errors.contains(words), "\(line): \(outcome)")
    }
  }

  @Test("without a distance, with a bad one or a bad radius it is exit 64")
  func refuses() throws {
    for line in [
      "clone 5,5", "clone 5,5 --offset 5", "clone 5,5 --offset 1.5,2", "clone 5,5 --offset 70000,0",
      "clone --offset 1,1",
      "blur 5,5 --radius -1", "blur 5,5 --radius 101", "blur 5,5 --color red",
      "clone 5,5 --offset 1,1 --blend multiply",
    ] {
      #expect(try shell.paint("stroke \(line)").code == 64, "\(line)")
    }
    #expect(try shell.paint("stroke clone 5,5").message.contains("--offset DX,DY"))
    #expect(try shell.paint("stroke clone 900,5 --offset 1,1 --json").json["warnings"].elements.count == 1)
  }
}
