import PaintHistory
import Testing

@testable import PaintCLI

/// The reference's exit codes and names of errors, compared with the program.
@Suite("Contract: exit codes")
struct ErrorCodeTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.sh(
      """
      paint new art.paint --size 64x48 --background white -q && paint stroke rect 5,5,30x20 --fill teal -q
      paint stroke rect 5,5,30x20 --fill navy -q; echo no picture >text.png; echo "stroke 'open" >script; mkdir folder.png
      printf 'P6 70000 3 255\\n' >large.ppm
      paint new damaged.paint --size 9x9 -q; rm damaged.paint/index.sqlite*; mkdir empty two
      paint new newer.paint --size 9x9 -q; printf '\\000\\000\\003\\347' | dd of=newer.paint/index.sqlite bs=1 seek=60 conv=notrunc
      paint new two/a.paint --size 5x5 -q; paint new two/b.paint --size 5x5 -q
      """)
    try #require(made.code == 0, "\(made)")
  }

  /// For each error, a line of the shell that ends with it.
  private static let lines: [FailureCode: String] = [
    .unknownCommand: "paint frobnicate", .unknownBrush: "paint stroke blob 1,1", .unknownOption: "paint undo --frob",
    .unknownColor: "paint clear redd", .unknownFilter: "paint filter blurr",
    .unknownParameter: "paint filter color-invert --levels 2", .missingWord: "paint goto",
    .unexpectedWord: "paint undo 1 2", .missingValue: "paint undo --expect", .badValue: "paint undo x",
    .badPoint: "paint fill x", .badBox: "paint crop 1,1,0x5", .badPath: "paint stroke path X",
    .severalDocuments: "cd two; paint status", .badScript: "paint batch script", .damagedInput: "paint import text.png",
    .tooLarge: "paint import large.ppm", .damagedDocument: "paint -d damaged.paint status",
    .otherVersion: "paint -d newer.paint status",
    .noInput: "paint import nothing.png", .noDocument: "cd empty; paint status", .noRevision: "paint goto 77",
    .failed: "paint revert start", .programFailed: "paint run -- false",
    .nothingToUndo: "paint undo 9 -q; paint undo", .nothingToRedo: "paint redo", .nothingToGroup: "paint group 9",
    .nothingToUngroup: "paint ungroup", .expectationFailed: "paint undo --expect r1",
    .cannotCreate: "paint new art.paint --size 5x5", .readFailed: "paint import folder.png",
    .writeFailed: "paint export folder.png", .busy: "paint clear --wait 0",
  ]

  /// The exit codes that scripts rely on.
  private static let exits: [Int: Set<FailureCode>] = [
    1: [.failed, .programFailed],
    3: [.nothingToUndo, .nothingToRedo, .nothingToGroup, .nothingToUngroup], 4: [.expectationFailed],
    64: [
      .unknownCommand, .unknownBrush, .unknownOption, .unknownColor, .unknownFilter, .unknownParameter, .missingWord,
      .unexpectedWord, .missingValue, .badValue, .badPoint, .badBox, .badPath, .severalDocuments,
    ],
    65: [.badScript, .damagedInput, .tooLarge, .damagedDocument, .otherVersion],
    66: [.noInput, .noDocument, .noRevision], 70: [.defect], 73: [.cannotCreate], 74: [.readFailed, .writeFailed],
    75: [.busy], 130: [.interrupted],
  ]

  @Test("every error has the exit code under which the reference lists it", arguments: FailureCode.allCases)
  func codes(code: FailureCode) throws {
    #expect(Self.exits[Int(code.exitCode.rawValue)]?.contains(code) == true)
    // No input causes a defect, and Ctrl-C is no input.
    if code == .defect || code == .interrupted { return }
    let line = try #require(Self.lines[code], "\(code) has no line here")
    let holder =
      code == .busy
      ? try DocumentLock.acquire(shell.folder.appending("art.paint"), on: SystemDisk(), wait: .zero) : nil
    defer { holder?.release() }
    let isElsewhere = line.contains("-d ") || line.contains("cd ") || line.contains("paint new")
    let outcome = try shell.sh(
      line.replacing("paint ", with: "paint --json "), with: isElsewhere ? [:] : ["PAINT_DOCUMENT": "art.paint"])
    #expect(outcome.code == Int(code.exitCode.rawValue), "\(line): \(outcome)")
    let json = try #require(try outcome.jsonLines.first { $0["error"] != .null }, "\(line): \(outcome)")
    #expect(json["error"]["code"].text == code.rawValue, "\(line): \(outcome)")
    let page = ReferencePage.exitCodes.text
    let heading = try #require(page.firstRange(of: "\n## \(code.exitCode.rawValue)\n"))
    let section = page[heading.upperBound...].split(separator: "\n## ").first ?? ""
    #expect(section.contains("- `\(code.rawValue)`: "))
  }
}
