import PaintTestSupport
import Testing

@testable import PaintCLI

/// The manual pages that `paint-pages` writes.
@Suite("Manual pages")
struct ManualTests {
  /// Whether this machine has mandoc.
  private static let hasMandoc = (try? Shell().sh("command -v mandoc").code == 0) ?? false

  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.sh("paint-pages man man")
    try #require(made.code == 0 && made.output.isEmpty && made.errors.isEmpty, "\(made)")
  }

  @Test("there is one for the program, for each command, and for scripts and drawings")
  func isWhole() throws {
    let commands = CommandTable.all.filter { $0.group == nil }.map { "paint-\($0.name).1" }
    #expect(try shell.names(in: "man/man1") == (commands + ["paint.1", "paint-stroke.1"]).sorted())
    #expect(try shell.names(in: "man/man5") == ["paint-document.5", "paint-scripts.5"])
  }

  @Test("every option of a command is in its page, and the same program writes the same bytes")
  func options() throws {
    for spec in CommandTable.all {
      let page = String(decoding: shell.contents("man/man1/paint-\(spec.group ?? spec.name).1") ?? [], as: UTF8.self)
      for option in spec.options {
        let name = OptionSpec.spec(option).name.split(separator: "-").joined(separator: "\\-")
        #expect(page.contains("\\-\\-\(name)"), "\(spec.title) \(name)")
      }
      #expect(page.contains(".SH EXAMPLES"))
    }
    #expect(try shell.sh("paint-pages man again && diff -r man again").code == 0)
  }

  @Test(
    "mandoc finds nothing to complain about", .enabled(if: hasMandoc, "mandoc is not installed: apt-get install mandoc")
  )
  func lint() throws {
    let outcome = try shell.sh("mandoc -Tlint -Wstyle man/man*/*")
    #expect(outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome)")
    let shown = try shell.sh("mandoc -Tascii man/man1/paint-crop.1")
    #expect(shown.output.contains("keep the middle"), "\(shown)")
  }

  @Test("wrong words and folders that cannot be made end paint-pages with a message")
  func refused() throws {
    for words in ["", "man", "nonsense folder", "man a b"] {
      let outcome = try shell.sh("paint-pages \(words)")
      #expect(outcome.code == 64 && outcome.errors.hasPrefix("paint-pages: usage: "), "\(outcome)")
    }
    #expect(try shell.sh("paint-pages man gone/folder").code == 73)
  }
}
