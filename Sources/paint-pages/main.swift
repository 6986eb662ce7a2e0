import PaintCLI
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Writes the manual pages and the reference from the program's tables; `make man` and `make docs` run it. Not a part of
// the program.

/// All pages.
let pages =
  ManualPage.commands + [
    .page("paint-scripts", of: .scripts, also: ["paint(1)", "paint-batch(1)", "paint-history(1)", "paint-set(1)"]),
    DocumentPage.page,
  ]

/// Ends the program with a message.
func fail(_ message: String, _ code: ExitCode) -> Never {
  _ = try? FileDescriptor.standardError.writeAll("paint-pages: \(message)\n".utf8)
  exit(code.rawValue)
}

/// Creates a folder, unless it is there.
func create(_ folder: FilePath) {
  guard mkdir(folder.string, 0o777) != 0, errno != EEXIST else { return }
  fail("cannot create \(folder.string): \(Errno(rawValue: errno))", .cannotCreate)
}

/// Writes a text as a file.
func write(_ text: String, to file: FilePath) {
  do {
    let descriptor = try FileDescriptor.open(
      file, .writeOnly, options: [.create, .truncate],
      permissions: [.ownerReadWrite, .groupRead, .otherRead])
    try descriptor.closeAfter { _ = try descriptor.writeAll(text.utf8) }
  } catch {
    fail("cannot write \(file.string): \(error)", .ioFailed)
  }
}

let words = CommandLine.arguments.dropFirst()
switch (words.first, words.count) {
case ("man", 2):
  // DIR/man1/paint-crop.1
  let root = FilePath(words.last ?? "")
  create(root)
  for section in Set(pages.map(\.section)) { create(root.appending("man\(section)")) }
  for page in pages {
    write(
      ManRenderer().text(page), to: root.appending("man\(page.section)").appending("\(page.name).\(page.section)"))
  }
case ("reference", 2):
  // DIR/CommandReference.md
  let root = FilePath(words.last ?? "")
  create(root)
  for page in ReferencePage.allCases { write(page.text, to: root.appending(page.fileName)) }
case ("examples", 1):
  // For a test: page, exit code and command line of each example, separated by tabs.
  var text = ""
  for page in pages {
    for example in page.text.examples { text += "\(page.name)\t\(example.exitCode.rawValue)\t\(example.line)\n" }
  }
  do {
    try FileDescriptor.standardOutput.writeAll(text.utf8)
  } catch {
    fail("cannot write: \(error)", .ioFailed)
  }
default: fail("usage: paint-pages man FOLDER | paint-pages reference FOLDER | paint-pages examples", .usage)
}
