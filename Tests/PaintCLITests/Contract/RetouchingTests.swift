import Testing

/// The brushes that retouch, as typed.
@Suite("Contract: clone and blur")
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
    let blurred = try shell.paint("stroke blur 20,30,0.5 20,50 --width 12 --opacity 80% --json").json
    #expect(blurred["changed"].bool == true && blurred["name"].text == "Blur")
    let fingerprint = blurred["fingerprint"].text
    let lines = try shell.paint("history --script").lines
    #expect(lines[lines.count - 2].hasSuffix("130,40 --width 20 --opacity 1 --antialias --snap --offset -90,0"))
    #expect(lines.last?.hasSuffix("--width 12 --opacity 0.8 --antialias --snap --radius 4") == true)
    let outcome = try shell.sh(
      """
      set -e; paint history --script >script; paint new again.paint --size 200x100 --background white -q
      paint -d again.paint set --radius 9 --opacity 30% -q; paint -d again.paint batch script -q
      paint -d again.paint status --json
      """)
    #expect(try outcome.json["fingerprint"].text == fingerprint, "\(outcome)")
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
