import Testing

/// Every line of the contract's command table, as it stands there.
@Suite("Contract: the command table")
struct CommandTableTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 400x300 --background white")
    try #require(made.code == 0, "\(made)")
  }

  @Test(
    "each command does what its line says",
    arguments: [
      "new a.paint --size 1920x1080", "new b.paint --size 1920x1080 --background white",
      "new art.paint --size 20x10 --replace", "stroke pencil 10,10", "stroke pencil 10,10 20,20 30,10",
      "stroke pencil 10,10,0.5 20,20,1 30,10,0", "stroke line 10,10 390,10", "stroke rect 10,10,30x20",
      "stroke rect 40,30 10,10", "stroke ellipse 10,10,30x20", "stroke ellipse 40,30 10,10",
      "history", "history --limit 1", "history --limit 0", "status", "pick 10,10", "pick 10,10 20,20 --at start",
      "export out.png", "export out.png --at r0", "export out.png --region 10,10,20x20", "set --color red --width 3",
      "set --reset", "set", "goto 0", "goto r0", "goto start", "goto current", "goto latest",
    ])
  func works(line: String) throws {
    let outcome = try shell.paint(line)
    #expect(outcome.code == 0, "\(line): \(outcome)")
    #expect(outcome.errors == "", "\(line)")
    #expect(!outcome.bytes.isEmpty, "\(line)")
  }
}
