import Testing

/// Drawings whose index lost its log, and with it the newest steps, which are still in the packs.
@Suite("Contract: a lost log")
struct LostLogTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.sh(
      """
      paint new in.paint --size 40x30 --background red -q && paint -d in.paint export in.png -q && rm -r in.paint
      paint new art.paint --size 96x80 --background white -q
      """)
    try #require(made.code == 0, "\(made)")
  }

  private func loseLog() throws {
    try #require(try shell.sh("rm art.paint/index.sqlite-wal art.paint/index.sqlite-shm").code == 0)
  }

  @Test(
    "the first command that writes warns once",
    arguments: ["gc", "limit --steps 9", "forget --all", "undo", "set --width 3", "branch b", "stroke line 1,1 9,9"])
  func isTold(line: String) throws {
    _ = try shell.paint("stroke rect 5,5,60x40 --fill teal")
    try loseLog()
    let first = try shell.paint(line)
    #expect(first.errors.contains("the index does not know"), "\(first)")
    #expect(!(try shell.paint("stroke line 3,3 80,9").errors.contains("does not know")))
  }

  @Test("numbers are not reused if the log is lost twice")
  func twice() throws {
    for y in [20, 40] { _ = try shell.paint("stroke line 1,1 90,\(y) --color red") }
    let want = try shell.paint("status --json").json["fingerprint"]
    try loseLog()
    #expect(try shell.paint("name r0 Begin").code == 0)
    try loseLog()
    #expect(try shell.paint("stroke line 3,70 90,70 --color lime --json").json["revision"].int == 3)
    let recovered = try shell.paint("check --recover --json")
    #expect(recovered.code == 0, "\(recovered)")
    #expect(try recovered.json["recovered"].elements.map { $0["revision"].int } == [2])
    #expect(try shell.paint("show r2 --json").json["fingerprint"] == want)
    #expect(try shell.paint("check --json").json["problems"].elements.isEmpty)
  }

  @Test("a selection that comes back with another number does not contain an earlier one")
  func selections() throws {
    let made = try shell.sh(
      """
      set -e; paint select rect 0,0,32x32 -q && paint select rect 64,32,32x32 -q
      mkdir kept && mv art.paint/packs/*[23].png kept/ && rm art.paint/index.sqlite-wal art.paint/index.sqlite-shm
      paint stroke line 1,1 9,9 -q && paint stroke line 1,1 9,19 -q
      mkdir -p art.paint/unconfirmed && mv kept/* art.paint/unconfirmed/
      """)
    try #require(made.code == 0, "\(made)")
    let recovered = try shell.paint("check --recover --json")
    #expect(try recovered.json["recovered"].elements.map { $0["revision"].int } == [4], "\(recovered)")
    _ = try shell.paint("goto r4")
    _ = try shell.paint("stroke line 0,5 95,40 --width 9 --color red")
    #expect(try shell.paint("pick 5,7 80,35").lines == ["#ffffffff", "#ff0000ff"])
    #expect(try shell.paint("select --json").json["selection"]["area"].int == 1_024)
    #expect(try shell.paint("select invert --json").json["selection"]["area"].int == 96 * 80 - 1_024)
  }

  @Test("a gc keeps the files that unconfirmed steps imported")
  func keepsFiles() throws {
    #expect(try shell.paint("place in.png --at 5,5").code == 0)
    let want = try shell.paint("status --json").json["fingerprint"]
    let files = try shell.names(in: "art.paint/files")
    try #require(files.count == 1)
    try loseLog()
    #expect(try shell.paint("gc").code == 0)
    #expect(try shell.names(in: "art.paint/files") == files)
    let recovered = try shell.paint("check --recover")
    #expect(recovered.code == 0 && recovered.output.contains("recovered-1"), "\(recovered)")
    #expect(try shell.paint("goto recovered-1 --json").json["fingerprint"] == want)
    #expect(try shell.paint("check").code == 0)
    // After the step is deleted permanently, it needs no file.
    try loseLog()
    _ = try shell.paint("forget --unconfirmed")
    _ = try shell.paint("gc")
    #expect(try shell.names(in: "art.paint/files") == [])
  }

  @Test("a dry run shows what forget --unconfirmed deletes")
  func rehearses() throws {
    for y in [20, 40, 60] { _ = try shell.paint("stroke line 1,1 90,\(y)") }
    try loseLog()
    let told = try shell.paint("forget --unconfirmed --dry-run --json").json
    let done = try shell.paint("forget --unconfirmed --json").json
    #expect(told["unconfirmed"].int == 3 && done["unconfirmed"].int == 3)
    #expect(told["freed"] == done["freed"])
    #expect(try shell.paint("check --json").json["unconfirmed"].int == 0)
  }

  @Test("packs that cannot be recovered are reported, and deleted with forget --unconfirmed")
  func notes() throws {
    _ = try shell.paint("branch sketch r0")
    try loseLog()
    _ = try shell.paint("stroke line 1,1 90,20")
    #expect(try shell.paint("check").errors.contains("paint check --recover"))
    let recovered = try shell.paint("check --recover")
    #expect(recovered.code == 0 && recovered.output.contains("recovered nothing"), "\(recovered)")
    #expect(recovered.errors.contains("cannot be recovered: paint forget --unconfirmed"), "\(recovered)")
    #expect(try shell.paint("forget --unconfirmed").code == 0)
    #expect(try shell.paint("check").errors == "")
  }
}
