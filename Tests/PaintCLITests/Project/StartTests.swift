import Testing

/// What every start of the program pays for.
@Suite("Start")
struct StartTests {
  @Test(
    "the program does not need Swift's library for regular expressions, which delays every start; String.has finds texts"
  )
  func libraries() throws {
    let shell = try Shell()
    let found = try shell.sh("grep -c 17_StringProcessing '\(Shell.program)'")
    #expect(found.lines == ["0"], "\(found)")
  }
}
