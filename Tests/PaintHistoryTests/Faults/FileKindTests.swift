import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

/// Each file of a document replaced by a link, a FIFO, a device, a socket, a folder, or nothing.
@Suite("Faults: file kinds")
struct FileKindTests {
  /// The members of the sample, each with a different purpose; the pack is one in the middle.
  private static let members = [
    "index.sqlite", "index.sqlite-wal", "index.sqlite-shm", "index.sqlite-journal", "lock", "packs",
    "packs/0000000002.png", "packs/0000000009.png", "files", "kept", "unconfirmed", "damaged-1",
    "unconfirmed/0000000002.png", "unconfirmed/0000000009.png",
  ]

  private static let commands: [FaultCommand] = {
    let names = ["stroke", "undo", "export", "history", "check", "repair of a whole document", "gc", "import"]
    return FaultCommand.all.filter { names.contains($0.name) }
  }()
  private static let commandsOfUnconfirmed = FaultCommand.all.filter {
    ["check --recover", "forget --unconfirmed"].contains($0.name)
  }

  private func sample(in folder: TemporaryFolder) throws -> (path: FilePath, kept: String) {
    let path = folder.appending("art.paint")
    let disk = SystemDisk()
    guard let size = CanvasSize(width: 96, height: 80) else { throw SampleDocument.NoSize() }
    var options = History.Options.suite(on: disk)
    options.temporaryFolder = folder.path
    try SampleDocument.make(at: path, size: size, options: options)
    try disk.createDirectory(folder.appending("outside"))
    try folder.write("mine", to: "outside/letter")
    let history = try History(at: path, for: .editing, options: options)
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<4 { try history.commitRevision(randomTiles(on: size, count: 3, using: &generator)) }
    try history.beginEditing()
    let file = try history.incomingFile()
    try file.write([9, 8, 7].span)
    try file.keep()
    _ = try history.revise(
      [(TileIndex(x: 1, y: 1), .color(.black))], command: "import content:\(file.name.digits)")
    try history.endEditing()
    return (path, "files/\(file.name.fileName)")
  }

  /// Every file in a folder with its bytes, links with their targets, and others by their kind.
  private func tree(_ folder: FilePath) throws -> [String: [UInt8]] {
    let disk = SystemDisk()
    var tree: [String: [UInt8]] = [:]
    var folders = [folder]
    while let next = folders.popLast() {
      for name in try disk.names(in: next) {
        let path = next.appending(name)
        switch try disk.status(of: path, followingLinks: false)?.kind {
        case .directory?:
          tree[path.string] = []
          folders.append(path)
        case .file?: tree[path.string] = try disk.contents(of: path)
        default: tree[path.string] = [1]
        }
      }
    }
    return tree
  }

  @Test("nothing hangs, nothing outside is touched, and a wrong kind is reported as damage", arguments: members)
  func kinds(member: String) throws {
    var tally = FaultTally("file kinds")
    for (kind, wrongKind) in WrongKindFile.allCases.enumerated() {
      if let obstacle = wrongKind.obstacle {
        print("faults: file kinds | SKIPPED \(wrongKind.rawValue): \(obstacle)")
        continue
      }
      let isUnconfirmed = member.hasPrefix("unconfirmed")
      let commands = Self.commands + (isUnconfirmed ? Self.commandsOfUnconfirmed : [])
      // A sample takes each command with some of the kinds.
      for (number, command) in commands.enumerated() where isThorough || (number + kind) % 4 == 0 {
        let note = "\(member) as \(wrongKind.rawValue), \(command.name)"
        do { tally.count(try attempt(command, member, wrongKind)) } catch { tally.fail("\(note): \(error)") }
      }
    }
    tally.report(member)
    #expect(tally.failures.isEmpty, "\(tally.failures.prefix(12).joined(separator: "\n"))")
  }

  private struct Wrong: Error, CustomStringConvertible {
    var description: String
  }

  /// The allowed outcomes of a command; throws otherwise.
  private static func outcome(of error: any Error) throws -> String {
    if error is FaultCommand.FalseAlarm { return "told by check" }
    switch error as? HistoryError {
    case .damaged?: return "damaged"
    case .notFound?: return "no document"
    default: throw error
    }
  }

  private func attempt(_ command: FaultCommand, _ member: String, _ wrongKind: WrongKindFile) throws -> String {
    let folder = try TemporaryFolder()
    let (path, kept) = try sample(in: folder)
    let place = path.appending(member == "kept" ? kept : member)
    if member.hasPrefix("unconfirmed/") {
      let disk = SystemDisk()
      try disk.createDirectory(path.appending("unconfirmed"))
      try disk.copy(path.appending("packs/0000000002.png"), to: place)
    }
    let outside = folder.appending("outside")
    try wrongKind.replace(place, in: path, outside: outside)
    let before = try tree(outside)
    var options = History.Options.suite(on: SystemDisk())
    options.temporaryFolder = folder.path
    var outcome = "done"
    do {
      try command.perform(path, options)
    } catch {
      outcome = try Self.outcome(of: error)
    }
    guard try tree(outside) == before else { throw Wrong(description: "a file outside was touched") }
    try repairs(path, options, outside: before, outside)
    return outcome
  }

  /// A repair fixes the document, or reports why it cannot and changes nothing.
  private func repairs(
    _ path: FilePath, _ options: History.Options, outside before: [String: [UInt8]], _ outside: FilePath
  ) throws {
    var isRefused = false
    let tree = try tree(path)
    do {
      _ = try DocumentRepair(DocumentCheck(of: path, options: options)).run()
    } catch {
      _ = try Self.outcome(of: error)
      isRefused = true
    }
    guard try self.tree(outside) == before else { throw Wrong(description: "repair touched a file outside") }
    if isRefused {
      guard try self.tree(path) == tree else { throw Wrong(description: "repair refused, but changed something") }
      return
    }
    let report = try DocumentCheck(of: path, options: options).run()
    guard report.problems.count == report.unrepairable.count else {
      throw Wrong(description: "after the repair: \(report.problems.map(\.message))")
    }
    _ = try WholeDocument(of: History(at: path, for: .reading, options: options))
    try Work.stroke.perform(History(at: path, for: .editing, options: options))
  }
}
