import Glibc
import PaintHistory
import PaintTestSupport
import SystemPackage

@testable import PaintCLI

extension FuzzTarget {
  /// A whole script on a small canvas; afterwards the document must be valid.
  static let drawing = FuzzTarget("drawing", "batch of generated lines over a small canvas", longest: 256, isLoud: true)
  {
    bytes in
    Scratch.enter()
    var choices = Choices(bytes)
    let isSingle = choices.number(below: 8) == 1
    let path = drawn.path.string
    do {
      try drawn.restore()
      try Scratch.write(Array(ScriptGrammar.script(&choices).utf8), to: "script")
    } catch {
      fatalError("the fuzzer cannot write: \(error)")
    }
    let how = isSingle ? "--single" : "--keep-going"
    let code = PaintCommand.run(["batch", Scratch.folder.appending("script").string, "-d", path, "-q", how])
    if ![0, 1, 65, 66, 73].contains(code) { broken("the script ended with \(code)") }
    do {
      let report = try DocumentCheck(of: drawn.path, options: Scratch.options).run()
      if !report.problems.isEmpty || !report.unrepairable.isEmpty {
        broken("after the script: \((report.problems + report.unrepairable).map(\.message))")
      }
    } catch {
      broken("after the script: \(error)")
    }
  }

  /// The drawing with which each script begins.
  private static let drawn: DocumentFiles = {
    Scratch.make(
      "drawing.paint", size: "40x35",
      [
        ["stroke", "pencil", "5,5", "30,30", "--width", "6"], ["stroke", "ellipse", "3,3,30x20", "--fill", "red"],
        ["undo"], ["stroke", "line", "0,0", "40,35", "--color", "teal"], ["branch", "twig", "2"],
        ["export", Scratch.folder.appending("picture.png").string],
      ])
  }()
}

extension Scratch {
  /// Makes a document by commands; ends the program if one fails.
  static func make(_ name: String, size: String, _ commands: [[String]]) -> DocumentFiles {
    let path = folder.appending(name)
    var all = [["new", path.string, "--size", size, "--background", "white"]]
    all += commands.map { $0 + ["-d", path.string] }
    for words in all where PaintCommand.run(words + ["-q"]) != 0 { fatalError("\(words) failed") }
    do {
      let odd = Array("P7\nWIDTH 3\nHEIGHT 2\nDEPTH 2\nMAXVAL 9\nENDHDR\n".utf8) + [UInt8](repeating: 5, count: 12)
      try write(odd, to: "odd.pam")
      return try DocumentFiles(path)
    } catch {
      fatalError("the fuzzer cannot read its document: \(error)")
    }
  }

  /// Writes a file in the folder.
  static func write(_ bytes: [UInt8], to name: String) throws(DiskError) {
    let disk = SystemDisk()
    let path = folder.appending(name)
    if try disk.status(of: path, followingLinks: false) != nil { try disk.remove(path) }
    try disk.write(disk.open(path, .createNew), bytes)
  }
}
