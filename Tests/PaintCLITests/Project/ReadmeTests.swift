import PaintHistory
import PaintTestSupport
import Testing

@Suite("README")
struct ReadmeTests {
  private let text: String

  init() throws { text = try DocumentedCommands.text("README.md") }

  @Test("the first commands run with a photograph of the reader's")
  func start() throws {
    let start = DocumentedCommands("sh start", in: text)
    #expect(start.blocks == 2)
    let folder = try TemporaryFolder()
    let outcome = try ShellScript.run(
      "ln -s '\(ShellScript.project)/Fixtures' Fixtures; mkdir .build\n" + start.script, in: folder)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try SystemDisk().status(of: folder.appending(".build/drawn.png")) != nil)
    #expect(try SystemDisk().status(of: folder.appending("sun.png")) != nil)
  }

  @Test("every linked file exists")
  func links() throws {
    let targets = text.components(between: "](", and: ")").filter { !$0.contains("://") && !$0.hasPrefix("#") }
    #expect(!targets.isEmpty)
    for target in targets {
      #expect(try SystemDisk().status(of: ShellScript.project.appending(target)) != nil, "\(target)")
    }
  }
}
