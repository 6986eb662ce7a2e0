import PaintHistory
import Synchronization
import SystemPackage

/// The pipes and other inputs that wait for somebody, read to their ends before the document is locked.
///
/// Otherwise a command would hold the lock while it waits, and no other could write.
enum EarlyInputs {
  private static let read = Mutex<[FilePath: SpoolFile]>([:])

  /// Reads those inputs of a line that are neither files nor folders.
  ///
  /// Throws the errors of opening and reading them.
  static func read(for line: ParsedLine) throws(Failure) {
    let options = try Session.options(line)
    // A line that is run in other words does not read its input again.
    for path in waiting(of: line, on: options.disk) where spool(path) == nil {
      // Pictures can be larger than the memory.
      let spool = try PictureInput.spool(
        InputFile(path), in: options.temporaryFolder, on: options.disk, inMemory: line.has(.pointsFrom))
      read.withLock { $0[path] = spool }
    }
  }

  /// Forgets what was read: the next line of a script reads a pipe anew.
  static func forget() { read.withLock { $0.removeAll() } }

  /// Those inputs of a line whose reading could wait.
  static func waiting(of line: ParsedLine, on disk: any Disk) -> [FilePath] {
    guard let spec = line.command.map(CommandTable.spec) else { return [] }
    return line.inputs(spec).filter { isWaiting($0, on: disk) }
  }

  /// What was read of an input; nil for one that was not read before.
  static func spool(_ path: FilePath) -> SpoolFile? { read.withLock { $0[path] } }

  /// Whether reading could wait: there is no position to which it could be set back.
  private static func isWaiting(_ path: FilePath, on disk: any Disk) -> Bool {
    let status = path == "-" ? FileStatus(ofDescriptor: 0) : try? disk.status(of: path)
    return status?.kind == .other
  }
}
