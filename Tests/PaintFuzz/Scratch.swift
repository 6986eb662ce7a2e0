import Glibc
import PaintHistory
import PaintTestSupport
import SystemPackage

/// The folder in memory in which targets work that need files; it is the program's current one.
enum Scratch {
  /// Where it is.
  static let folder: FilePath = {
    let parent = access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(parent)/paint-fuzz-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("no folder to work in") }
    let path = FilePath(platformString: template)
    atexit { try? SystemDisk().removeTree(Scratch.folder) }
    return path
  }()

  /// What keeps all files there.
  static var options: History.Options {
    var options = History.Options()
    options.temporaryFolder = folder
    return options
  }

  /// Goes there, where a program does nothing but fuzzing.
  static func enter() { if isAlone { chdir(folder.string) } }

  /// Whether this program does nothing but fuzzing, so that its current folder may change.
  nonisolated(unsafe) static var isAlone = false
}
