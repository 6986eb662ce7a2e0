import SystemPackage
import Testing

@testable import PaintCLI

@Suite("OutputTemplate") struct OutputTemplateTests {
  @Test(
    "placeholders are parts of the input's path",
    arguments: [
      ("{name}", "in/a.jpg", "a.jpg"), ("{stem}", "in/a.jpg", "a"), ("{dir}", "in/a.jpg", "in"),
      ("out/{stem}.png", "in/a.jpg", "out/a.png"), ("{dir}/{stem}-small.jpg", "in/sub/a.b.jpg", "in/sub/a.b-small.jpg"),
      ("{stem}.png", "a", "a.png"), ("{stem}", "in/.hidden", ".hidden"), ("{stem}", ".a.png", ".a"),
      ("{stem}", "a.", "a"), ("{stem}", "x/a.tar.gz", "a.tar"), ("{dir}/x", "a.jpg", "./x"),
      ("{dir}/x", "/a.jpg", "/x"),
      ("{dir}/x", "/in/a.jpg", "/in/x"), ("out/{dir}/{name}", "/in/a.jpg", "out/in/a.jpg"),
      ("{index}.png", "a.jpg", "007.png"), ("{index}-{index}", "a", "007-007"), ("{stem}{name}", "a.b", "aa.b"),
      ("{{{stem}}}", "a.b", "{a}"), ("{{stem}}", "a.b", "{stem}"), ("}}{{", "a", "}{"), ("plain.png", "a", "plain.png"),
      ("{stem}.png", "in/é 🙂.jpg", "é 🙂.png"), ("{stem}", "in/{name}.png", "{name}"),
    ])
  func paths(template: String, input: String, expected: String) throws {
    let read = try OutputTemplate(FilePath(template))
    #expect(read.path(for: FilePath(input), number: 7, of: 120) == FilePath(expected))
  }

  @Test("bytes that are not UTF-8 stay as they are")
  func bytes() throws {
    let input = FilePath(bytes: [0x78, 0x2f, 0xff, 0x2e, 0x61])
    #expect(try OutputTemplate("{stem}.png").path(for: input, number: 1, of: 1).bytes == [0xff] + Array(".png".utf8))
  }

  @Test("the number has as many digits as the last one")
  func numbers() throws {
    let template = try OutputTemplate("{index}")
    for (number, count, expected) in [
      (1, 1, "1"), (9, 9, "9"), (1, 10, "01"), (10, 10, "10"), (1, 99, "01"), (5, 100, "005"), (1000, 1000, "1000"),
    ] {
      #expect(template.path(for: "a", number: number, of: count) == FilePath(expected))
    }
  }

  @Test("a path without placeholders is known beforehand")
  func plain() throws {
    for (template, path) in [("a.png", "a.png"), ("a{{b}}.png", "a{b}.png"), ("-", "-")] {
      #expect(try OutputTemplate(FilePath(template)).plainPath == FilePath(path))
    }
    for template in ["{stem}.png", "a{index}", "{dir}/x.png"] {
      #expect(try OutputTemplate(FilePath(template)).plainPath == nil)
    }
  }

  @Test(
    "unknown placeholders and braces that are alone are errors",
    arguments: [
      ("{stam}.png", "{name}, {stem}, {dir} and {index}"), ("{}", "{name}"), ("{Stem}", "{name}"),
      ("{stem }", "{name}"),
      ("a{b", "{{"), ("a}b", "{{"), ("{", "{{"), ("}", "{{"), ("{{{", "{{"), ("{stem}}", "{{"), ("{{stem}", "{{"),
    ])
  func wrong(template: String, hint: String) throws {
    let failure = try #require(throws: Failure.self) { try OutputTemplate(FilePath(template)) }
    #expect(failure.exitCode == .usage && failure.message.contains("--out"))
    #expect(try #require(failure.hint).contains(hint), "\(failure)")
  }
}
