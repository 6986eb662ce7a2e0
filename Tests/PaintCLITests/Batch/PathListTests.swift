import SystemPackage
import Testing

@testable import PaintCLI

@Suite("PathList") struct PathListTests {
  @Test(
    "a list has a path on each line, or NULs",
    arguments: [
      ("a\nb\n", ["a", "b"]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("\n\na\n\n\nb\n\n", ["a", "b"]),
      ("\u{feff}a\n", ["a"]), (" a \n#b\n", [" a ", "#b"]), ("*.jpg\n-\n", ["*.jpg", "-"]), ("", []), ("\n\r\n", []),
      ("a\0b\0", ["a", "b"]), ("a\nb\0c", ["a\nb", "c"]), ("\0\0a\0", ["a"]), ("a\r\0", ["a\r"]), ("é 🙂\n", ["é 🙂"]),
      ("\0", []),
    ])
  func lists(text: String, expected: [String]) {
    #expect(PathList.paths(in: Array(text.utf8)) == expected.map { FilePath($0) })
  }

  @Test("bytes that are not UTF-8 stay as they are")
  func bytes() {
    #expect(PathList.paths(in: [0xff, 0x0a, 0xfe]).map(\.bytes) == [[0xff], [0xfe]])
  }
}
