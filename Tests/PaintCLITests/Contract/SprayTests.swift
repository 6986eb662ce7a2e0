import Testing

/// The spray, as typed.
@Suite("Contract: spray")
struct SprayContractTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    _ = try shell.sh("paint new art.paint --size 200x100 --background white -q")
  }

  @Test("a spray is the same for the same seed, and the script of the history repeats it")
  func draws() throws {
    var fingerprints: [String?] = []
    for options in ["", "--seed 0", "--seed 1", "--dot 3", "--density 40%", "--no-antialias --dot 1"] {
      let receipt = try shell.paint("stroke spray 50,50 120,40,0.5 --color navy --width 41 \(options) --json").json
      #expect(receipt["changed"].bool == true && receipt["name"].text == "Spray", "\(options)")
      fingerprints.append(receipt["fingerprint"].text)
      _ = try shell.paint("undo")
    }
    #expect(fingerprints[0] == fingerprints[1] && Set(fingerprints).count == 5)
    let last = try shell.paint("stroke spray 50,50 --no-antialias --dot 1 --blend multiply --json").json
    let line = try shell.paint("history --script").lines.last
    #expect(line?.contains(" --width 40 ") == true)
    #expect(line?.hasSuffix(" --no-antialias --density 0.1 --dot 1 --seed 0") == true)
    let outcome = try shell.sh(
      """
      set -e; paint history --script >script; paint new again.paint --size 200x100 --background white -q
      paint -d again.paint set --width 9 --no-snap -q; paint -d again.paint batch script -q
      paint -d again.paint status --json
      """)
    #expect(try outcome.json["fingerprint"].text == last["fingerprint"].text, "\(outcome)")
  }

  @Test("bad values, too many dots and options of other brushes are exit 64")
  func refuses() throws {
    for line in ["--seed -1", "--seed 4294967296", "--density 2", "--dot 0", "--snap", "--fill red"] {
      #expect(try shell.paint("stroke spray 5,5 \(line)").code == 64, "\(line)")
    }
    #expect(try shell.paint("stroke spray 0,0 9000,0 --width 900 --dot 0.5").message.contains("250000 dots"))
    #expect(try shell.paint("stroke spray").code == 64)
  }
}
