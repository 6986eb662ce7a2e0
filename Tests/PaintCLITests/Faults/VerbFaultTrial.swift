import PaintEditing
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintCLI
@testable import PaintHistory

/// A line that runs in this process on a failing disk, and what a process on a working disk finds afterwards.
struct VerbFaultTrial {
  private let line: String
  private let access: History.Access
  private let folder: TemporaryFolder
  /// The files of the document before.
  private let files: [String: [UInt8]]
  private var document: FilePath { folder.appending("art.paint") }

  private struct Wrong: Error, CustomStringConvertible {
    var description: String
  }

  /// A document with a selection with soft edges, steps to undo and to redo, a group, a branch and a kept picture; and
  /// pictures next to it.
  private static let made = Result {
    let shell = try Shell()
    let made = try shell.sh(
      """
      paint new art.paint --size 100x80 && paint stroke rect 5,5,60x40 --fill teal &&
      paint export drawn.png && paint branch first && paint stroke pencil 10,10 90,70 --width 9 &&
      paint place drawn.png --at 40,30 && paint select ellipse 10,10,60x50 --feather 3 && paint flip vertical &&
      paint undo && paint group 2 Group && printf 'P6 100 80 255\\n' >photo.ppm && head -c 24000 /dev/zero >>photo.ppm
      """)
    try #require(made.code == 0, "\(made)")
    let names = try shell.sh("find art.paint *.p?? -type f ! -name '*-shm'").lines
    return Dictionary(uniqueKeysWithValues: names.map { ($0, shell.contents($0) ?? []) })
  }

  init(_ line: String, _ access: History.Access) throws {
    folder = try TemporaryFolder()
    let files = try Self.made.get()
    self.files = files.filter { $0.key.hasPrefix("art.paint/") }
    self.line = line.replacing("FILES/", with: "\(folder.path)/")
    self.access = access
    for (name, bytes) in files where !name.contains("/") { try write(bytes, to: name) }
  }

  /// Fails each call to the disk.
  func run() throws {
    try copy()
    let before = try SeenDocument(at: document)
    let counting = FailingDisk(of: .everything)
    try perform(on: counting)
    let after = try SeenDocument(at: document)
    #expect((before != after) == (access == .editing), "\(line)")
    var failures: [String] = []
    var outcomes: [String: Int] = [:]
    for (place, call) in counting.calls.enumerated() {
      let all = Self.faults(at: place + 1, isWrite: call.kind == .write)
      for (number, fault) in all.enumerated() {
        // CallFaultTests has all ways of each call; here they take turns.
        guard (place + number) % (isThorough ? 6 : 180) == 0 else { continue }
        var outcome = "FAILED"
        do {
          try copy()
          outcome = try attempt(fault, before: before, after: after)
        } catch {
          failures.append("\(line), \(access), \(fault), \(call): \(error)")
        }
        outcomes[outcome, default: 0] += 1
      }
    }
    let cases = outcomes.values.reduce(0, +)
    FaultLine.say("calls of verbs", "\(line), \(access)", cases: cases, failures: failures, outcomes)
    #expect(failures.isEmpty, "\(failures.prefix(10).joined(separator: "\n"))")
  }

  private static func faults(at call: Int, isWrite: Bool) -> [FailingDisk.Fault] {
    let errors: [Errno] = [.ioError, .noSpace, .tooManyOpenFiles]
    return errors.flatMap { [.fail(call, $0), .failFrom(call, $0)] } + [.stop(call)]
      + (isWrite ? [.cutShort(call), .stopHalfway(call)] : [])
  }

  private func attempt(_ fault: FailingDisk.Fault, before: SeenDocument, after: SeenDocument) throws -> String {
    var failure: (any Error)?
    do { try perform(on: FailingDisk(fault, of: .everything)) } catch { failure = error }
    let found = try SeenDocument(at: document)
    guard found == before || found == after else { throw Wrong(description: "neither before nor after: \(found)") }
    if failure == nil, found != after { throw Wrong(description: "no error, but it is not done") }
    if let problem = try DocumentCheck(of: document).run().problems.first {
      throw Wrong(description: "check: \(problem.message)")
    }
    try go(on: SystemDisk(), "stroke pencil 1,1 60,40 --width 3 --color lime --antialias", .editing)
    guard let failure else { return "done" }
    if let failure = failure as? HistoryError, case .outcomeUnknown = failure { return "outcome unknown" }
    // A failing disk is reported as such, not as damage of the document or a defect of the program.
    let code = (failure as? Failure)?.code ?? (failure as? HistoryError).map { Failure($0, document: document).code }
    guard let code, [.readFailed, .writeFailed].contains(code) else { throw Wrong(description: "it threw \(failure)") }
    if found != before { throw Wrong(description: "told as failed, but done: \(failure)") }
    return "error, as before"
  }

  private func perform(on disk: FailingDisk) throws { try go(on: disk, line, access) }

  private func go(on disk: any Disk, _ line: String, _ access: History.Access) throws {
    var options = History.Options()
    options.disk = disk
    // A program that another test starts has the lock of a stopped one, too, until it runs.
    options.wait = .seconds(600)
    options.temporaryFolder = folder.path
    options.now = { 1_763_690_000_000 }
    let line = try parsed(line)
    let history = try History(at: document, for: access, options: options)
    let session = Session(line, inMemory: Document(history), console: Console(collecting: PictureMessages()))
    if access != .reading { try history.beginEditing() }
    _ = try session.run(line)
    if access != .reading { try history.endEditing() }
  }

  private func copy() throws {
    let disk = SystemDisk()
    if try disk.status(of: document) != nil { try disk.removeTree(document) }
    for folder in ["", "packs", "files"] { try disk.createDirectory(document.appending(folder)) }
    for (name, bytes) in files { try write(bytes, to: name) }
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    let disk = SystemDisk()
    try disk.write(disk.open(folder.appending(name), .createNew), bytes)
  }
}
