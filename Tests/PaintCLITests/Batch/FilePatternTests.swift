import PaintHistory
import SystemPackage
import Testing

@testable import PaintCLI

@Suite("FilePattern") struct FilePatternTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.sh(
      """
      mkdir -p in/sub/deep in/.hidden in/empty 'in/a dir.jpg' other
      touch in/b.jpg in/a.jpg in/10.jpg in/9.jpg in/a.png in/.c.jpg in/sub/d.jpg in/sub/deep/e.jpg in/.hidden/f.jpg
      touch 'in/IMG[1].png' in/IMG1.png 'in/a b.JPG' other/g.jpg 'back\\slash'
      ln -s loop in/loop.gif; ln -s loop.gif in/loop; mkfifo in/pipe.jpg; ln -s ../other in/link; ln -s a.jpg in/z.jpg; ln -s nowhere in/broken.jpg
      """)
    try #require(made.code == 0, "\(made)")
  }

  private func files(_ pattern: String) throws -> [String] {
    let prefix = shell.folder.string + "/"
    let path = pattern.hasPrefix("/") ? pattern : prefix + pattern
    return FilePattern(FilePath(path)).files(on: SystemDisk()).map { file in
      #expect(file.string.hasPrefix(prefix))
      return String(file.string.dropFirst(prefix.count))
    }
  }

  @Test(
    "files that match are in the order of their bytes; folders and hidden names do not match",
    arguments: [
      ("in/*.jpg", ["in/10.jpg", "in/9.jpg", "in/a.jpg", "in/b.jpg", "in/broken.jpg", "in/z.jpg"]),
      ("in/[ab].jpg", ["in/a.jpg", "in/b.jpg"]), ("in/?.jpg", ["in/9.jpg", "in/a.jpg", "in/b.jpg", "in/z.jpg"]),
      ("in/.*.jpg", ["in/.c.jpg"]), ("in/* *", ["in/a b.JPG"]), ("in/*/*.jpg", ["in/link/g.jpg", "in/sub/d.jpg"]),
      ("*/sub/*", ["in/sub/d.jpg"]), ("in/**/d*.jpg", ["in/sub/d.jpg"]),
      (
        "in/**/*.jpg",
        [
          "in/10.jpg", "in/9.jpg", "in/a.jpg", "in/b.jpg", "in/broken.jpg", "in/sub/d.jpg", "in/sub/deep/e.jpg",
          "in/z.jpg",
        ]
      ),
      ("**/e.jpg", ["in/sub/deep/e.jpg"]), ("**/**/e.jpg", ["in/sub/deep/e.jpg"]),
      ("in/sub/**", ["in/sub/d.jpg", "in/sub/deep/e.jpg"]),
      ("in/**/deep/*", ["in/sub/deep/e.jpg"]), ("in/.hidden/*", ["in/.hidden/f.jpg"]),
      ("in/.hid*/*", ["in/.hidden/f.jpg"]),
      ("in/IMG[1].png", ["in/IMG1.png"]), ("in/IMG[[]1].png", ["in/IMG[1].png"]),
      ("in/*/../other/*", ["in/link/../other/g.jpg"]),
      ("in/*/../a.jp?", ["in/a dir.jpg/../a.jpg", "in/empty/../a.jpg", "in/sub/../a.jpg"]),
      // It fails when it is read.
      ("in/*.gif", ["in/loop.gif"]), ("in/nothing*", []), ("nothing/*", []), ("in/a.jpg/*", []), ("in/empty/*", []),
      ("in/sub*", []),
    ])
  func found(pattern: String, expected: [String]) throws {
    #expect(try files(pattern) == expected)
  }

  @Test("a path that exists under exactly its name is not a pattern")
  func exact() {
    let disk = SystemDisk()
    let cases = [
      ("in/IMG[1].png", false), ("in/IMG[2].png", true), ("in/*.jpg", true), ("in/a.jpg", false),
      ("in/none.jpg", false),
      ("in/?", true), ("in/**/x", true), ("in/[x", false), ("back\\slash", false), ("none\\*", false), ("-", false),
      ("", false),
    ]
    for (path, isPattern) in cases {
      let whole = path.isEmpty || path == "-" ? FilePath(path) : FilePath(shell.path(path))
      #expect(FilePattern.isPattern(whole, on: disk) == isPattern, "\(path)")
    }
  }
}
